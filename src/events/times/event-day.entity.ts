import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many of the listed events begin on a day; totals of lists are sums of these. */
@Entity('event_days')
export class EventDay {
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
