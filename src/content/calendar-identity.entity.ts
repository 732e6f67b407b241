import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What tells this calendar from all others, wherever it is served: one row, made with the table. */
@Entity('calendar_identity')
export class CalendarIdentity {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  /** A UUID. */
  @Column('varchar', { length: 36 })
  uuid!: string;
}
