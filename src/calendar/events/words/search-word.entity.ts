import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A word that occurs in the texts of events. */
@Entity({ name: 'search_words' })
export class SearchWord {
  /** A hash of the word. Words with the same hash share their events, since searches check the texts of what they find. */
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  /** Folded, of at most 64 characters. */
  @Column({ type: 'varchar', length: 64, collation: 'utf8mb4_bin' })
  word!: string;
}
