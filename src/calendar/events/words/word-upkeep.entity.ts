import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where the upkeep of the index of words continues: one row, which the first run adds. */
@Entity('word_upkeep')
export class WordUpkeepState {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  /** The numbers of the counters of transactions whose changes were indexed, in the order of their slots: JSON. */
  @Column('varchar', { length: 255 })
  followed!: string;

  /** The last checked word of an event; null before the first one. */
  @Column('int', { unsigned: true, nullable: true })
  wordId!: number | null;

  @Column('int', { unsigned: true, nullable: true })
  recordId!: number | null;

  /** The last word of which it was checked whether any event has it; null before the first one. */
  @Column('int', { unsigned: true, nullable: true })
  unusedAfter!: number | null;
}
