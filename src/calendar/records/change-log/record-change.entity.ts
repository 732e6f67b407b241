import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The last change of each record, including records that were deleted permanently. A change is identified by the row of
 * `write_counters` that counted its transaction, and by the number of that row then: transactions of one row are committed
 * in the order of their numbers, so a follower who has read up to a number has missed none below it.
 */
@Entity('record_changes')
@Index('IX_record_changes_number', ['slot', 'number', 'kind', 'recordId'])
@Index('IX_record_changes_public', ['publicSlot', 'publicNumber', 'kind', 'recordId'])
export class RecordChange {
  /** The table of the record, which is also its name in routes: `events`. */
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  @Column('int', { unsigned: true })
  slot!: number;

  @Column('int', { unsigned: true })
  number!: number;

  /** Whole seconds, UTC. */
  @Column('datetime')
  changedAt!: Date;

  /**
   * The last change after or before which lists showed the record to everybody; null if they never did. Callers without
   * rights to the record follow these changes, so they do not learn of changes of a draft.
   */
  @Column('int', { unsigned: true, nullable: true })
  publicSlot!: number | null;

  @Column('int', { unsigned: true, nullable: true })
  publicNumber!: number | null;

  @Column('datetime', { nullable: true })
  publicChangedAt!: Date | null;

  /** Whether lists show the record to everybody after this change. */
  @Column('boolean', { default: false })
  isPublic!: boolean;

  /** The series of an event, as of this change. */
  @Column('int', { unsigned: true, nullable: true })
  seriesId!: number | null;

  /** Whether the record was deleted for good. */
  @Column('boolean', { default: false })
  isGone!: boolean;

  /** The author; null for categories and tags. */
  @Column('int', { unsigned: true, nullable: true })
  authorId!: number | null;

  /** The previous author; 0 if there were several. */
  @Column('int', { unsigned: true, nullable: true })
  formerAuthorId!: number | null;
}
