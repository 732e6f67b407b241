import { Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { TagTranslation } from './tag-translation.entity.js';

/** A keyword of events. */
@Entity('tags')
export class Tag {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** The number of published events that have it, maintained by the writes of events. */
  @Column('int', { unsigned: true, default: 0 })
  count!: number;

  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  /** Whole seconds, UTC. The count of events does not change it. */
  @Column('datetime', { nullable: true })
  modifiedAt!: Date;

  @OneToMany(() => TagTranslation, (translation) => translation.record)
  translations!: Relation<TagTranslation>[];
}
