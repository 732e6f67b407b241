import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Why a record has a state: a write, or a move to or from the trash. */
export const REVISION_CHANGES = ['created', 'updated', 'trashed', 'restored', 'imported'] as const;

export type RevisionChange = (typeof REVISION_CHANGES)[number];

/**
 * A state of a record after a write. All resources share the table, which therefore has no foreign keys: a permanent
 * deletion removes the rows in code.
 */
@Entity('revisions')
@Index('UQ_revisions_record', ['kind', 'recordId', 'recordRevision'], { unique: true })
export class Revision {
  /** The number by which routes name the revision. */
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** The table of the record, which is also its name in routes: `events`. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  @Column('int', { unsigned: true })
  recordId!: number;

  /** The counter of writes of the record in this state. */
  @Column('int', { unsigned: true })
  recordRevision!: number;

  /** The account that wrote; null if it is not known. */
  @Column('int', { unsigned: true, nullable: true })
  accountId!: number | null;

  /** Whole seconds, UTC. */
  @Column('datetime')
  modifiedAt!: Date;

  @Column('varchar', { length: 8 })
  operation!: RevisionChange;

  /** JSON of `Content`. */
  @Column('text')
  content!: string;

  /** The fields that differ from the revision before, as JSON; null if they are computed when they are read. */
  @Column('text', { nullable: true })
  fields!: string | null;

  /** Whether the write changed the record of a series in what its other dates follow. */
  @Column('boolean', { default: false })
  appliesToDates!: boolean;
}
