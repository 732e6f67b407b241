import { Entity, OneToMany, type Relation, Index, JoinColumn, ManyToOne } from 'typeorm';
import { Term, TermTranslation } from '../records/taxonomy/term.js';

/** A keyword of events. */
@Entity('tags')
export class Tag extends Term {
  @OneToMany(() => TagTranslation, (translation) => translation.record)
  override translations!: Relation<TagTranslation>[];
}

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
