import { Column, PrimaryColumn } from 'typeorm';

/** A link of an event. Repeats what lists go by, so that a list by link reads links alone, in its own order. */
export abstract class EventLink {
  @PrimaryColumn('int', { unsigned: true })
  eventId!: number;

  /** Whether everybody finds the event by this link: lists show it, and no password stands before its links. */
  @Column('boolean')
  listed!: boolean;

  @Column('datetime')
  startUtc!: Date;

  @Column('datetime')
  endUtc!: Date;

  /** See `durationClass`. */
  @Column('int', { unsigned: true })
  durationClass!: number;

  @Column('boolean')
  featured!: boolean;

  @Column('boolean')
  ticketed!: boolean;
}
