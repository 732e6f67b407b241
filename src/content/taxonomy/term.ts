import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type TermTranslation } from './term-translation.js';

/** The columns that categories and tags share. */
export abstract class Term {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** Categories only. */
  declare parentId?: number | null;

  /** The number of published events that have it, maintained by the writes of events. */
  @Column('int', { unsigned: true, default: 0 })
  count!: number;

  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  /** Whole seconds, UTC. The count of events does not change it. */
  @Column('datetime', { nullable: true })
  modifiedAt!: Date;

  abstract translations: TermTranslation[];
}

/** The properties of the definition of a taxonomy that writes use. */
export interface TermResource<E extends Term> {
  readonly names: ResourceNames;
  readonly isPublished: false;
  readonly entity: new () => E;
  readonly translation: new () => TermTranslation;
}
