import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Term, TermTranslation } from '../records/taxonomy/term.js';

/** A subject of events; categories form a tree. */
@Entity('categories')
@Index('IX_categories_parent', ['parentId'])
export class Category extends Term {
  @Column('int', { unsigned: true, nullable: true })
  declare parentId: number | null;

  @ManyToOne(() => Category, { onDelete: 'SET NULL', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'parentId', foreignKeyConstraintName: 'FK_categories_parent' })
  parent!: Relation<Category> | null;

  @OneToMany(() => CategoryTranslation, (translation) => translation.record)
  override translations!: Relation<CategoryTranslation>[];
}

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
