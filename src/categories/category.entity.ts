import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Term } from '../content/taxonomy/term.js';
import { CategoryTranslation } from './category-translation.entity.js';

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
