import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { CategoryTranslation } from './category-translation.entity.js';

/** A subject of events; categories form a tree. */
@Entity('categories')
@Index('IX_categories_parent', ['parentId'])
export class Category {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('int', { unsigned: true, nullable: true })
  parentId!: number | null;

  @ManyToOne(() => Category, { onDelete: 'SET NULL', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'parentId', foreignKeyConstraintName: 'FK_categories_parent' })
  parent!: Relation<Category> | null;

  /** The number of published events that have it, maintained by the writes of events. */
  @Column('int', { unsigned: true, default: 0 })
  count!: number;

  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  /** Whole seconds, UTC. The count of events does not change it. */
  @Column('datetime', { nullable: true })
  modifiedAt!: Date;

  @OneToMany(() => CategoryTranslation, (translation) => translation.record)
  translations!: Relation<CategoryTranslation>[];
}
