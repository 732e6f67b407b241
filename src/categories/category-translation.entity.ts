import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { TermTranslation } from '../content/taxonomy/term-translation.js';
import { Category } from './category.entity.js';

@Entity('category_translations')
@Index('UQ_category_translations_slug', ['language', 'slug'], { unique: true })
@Index('UQ_category_translations_name_scope', ['language', 'nameScope'], { unique: true })
@Index('IX_category_translations_name', ['language', 'nameKey'])
@Index('IX_category_translations_borrowed', ['language', 'borrowed', 'recordId'])
export class CategoryTranslation extends TermTranslation {
  @ManyToOne(() => Category, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_category_translations_record' })
  record!: Relation<Category>;
}
