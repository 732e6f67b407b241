import { Entity, PrimaryColumn } from 'typeorm';

/** An end of a word. Words that contain a text are found as those with an end that begins with it. */
@Entity({ name: 'search_word_endings', withoutRowid: true })
export class SearchWordEnding {
  @PrimaryColumn({ type: 'varchar', length: 64, collation: 'utf8mb4_bin' })
  ending!: string;

  @PrimaryColumn('int', { unsigned: true })
  wordId!: number;
}
