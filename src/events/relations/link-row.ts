import { Column, PrimaryColumn } from 'typeorm';
import { durationClass } from '../times/duration.js';
import { isListed, type Listable } from '../times/listed.js';

/** A link of an event, as it is stored. Repeats what lists go by, so that a list by link reads links alone, in its own order. */
export abstract class LinkRow {
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

/** What the links of an event repeat of it. */
export function linkCopy(event: Listable): Omit<LinkRow, 'eventId'> {
  const { startUtc, endUtc, featured, ticketed } = event;
  const listed = isListed(event) && event.passwordHash === null;
  return { listed, startUtc, endUtc, durationClass: durationClass(event), featured, ticketed };
}
