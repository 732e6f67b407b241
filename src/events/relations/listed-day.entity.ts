import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How many of the listed events begin on a day: all of them, those that have texts of their own in a language, those in a
 * state (`COUNTED_STATES`), those of series, those of an author, and those that everybody finds by their link to one record
 * or to one below it, where records of its kind count events. Totals of lists are sums of these.
 */
@Entity({ name: 'listed_days', withoutRowid: true })
export class ListedDay {
  /** The plural of the kind that they are linked to, the language, the state, `author` or `series`; empty where all events are meant. */
  @PrimaryColumn('varchar', { length: 20 })
  narrowedBy!: string;

  /** 0 where no record is meant. */
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  /** Days since 1970-01-01, in UTC. */
  @PrimaryColumn('int')
  day!: number;

  @Column('int')
  events!: number;

  @Column('int')
  featured!: number;

  @Column('int')
  ticketed!: number;
}
