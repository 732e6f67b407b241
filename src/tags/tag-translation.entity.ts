import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { TermTranslation } from '../content/taxonomy/term-translation.js';
import { Tag } from './tag.entity.js';

@Entity('tag_translations')
@Index('UQ_tag_translations_slug', ['language', 'slug'], { unique: true })
@Index('UQ_tag_translations_name_scope', ['language', 'nameScope'], { unique: true })
@Index('IX_tag_translations_name', ['language', 'nameKey'])
@Index('IX_tag_translations_borrowed', ['language', 'borrowed', 'recordId'])
export class TagTranslation extends TermTranslation {
  @ManyToOne(() => Tag, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_tag_translations_record' })
  record!: Relation<Tag>;
}
