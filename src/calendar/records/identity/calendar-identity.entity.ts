import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The UUID of this calendar. The table has one row, which the migration inserts. */
@Entity('calendar_identity')
export class CalendarIdentity {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  @Column('varchar', { length: 36 })
  uuid!: string;
}
