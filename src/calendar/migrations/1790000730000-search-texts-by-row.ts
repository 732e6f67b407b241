import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { rebuildSearchTexts } from './1790000500000-plain-lists.js';

/**
 * SQLite keeps the search texts in an ordinary table. Builds before 0.2.0 made one without row ids, which stored each text
 * in the index of the primary key, whose tree became so deep that a search took three times as long.
 */
export class SearchTextsByRow1790000730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== 'better-sqlite3') return;
    const named = "SELECT sql FROM sqlite_master WHERE name = 'event_search_texts'";
    const [table] = (await runner.query(named)) as { sql: string }[];
    if (/WITHOUT ROWID/i.test(table?.sql ?? '')) await rebuildSearchTexts(runner);
  }

  /** Nothing needs to be undone: both tables hold the same. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
