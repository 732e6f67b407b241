import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The UUID of this calendar. The table has one row, which the migration inserts. */
@Entity('calendar_identity')
export class CalendarIdentity {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  @Column('varchar', { length: 36 })
  uuid!: string;

  /** 32 bytes, base64url, with which the tokens of `/changes` are encrypted; null in an import from before it existed. */
  @Column('varchar', { length: 43, nullable: true })
  tokenSecret!: string | null;
}
