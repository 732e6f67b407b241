import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { foreignKey } from './builders/resources.js';
import { createTable } from './builders/tables.js';

const TABLE = 'event_search_texts';

/**
 * SQLite keeps the search texts in an ordinary table. Without row ids it stored each text in the index of the primary key,
 * whose tree became so deep that a search took three times as long.
 */
export class SearchTextsByRow1790000730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== 'better-sqlite3') return;
    const { unsigned, text, bytes } = columns(runner);
    const table = `${TABLE}_new`;
    await createTable(runner, {
      name: table,
      columns: [unsigned('recordId', { primary: true }), text('language', 2, { primary: true }), bytes('text')],
      foreignKeys: [{ ...foreignKey(table, 'recordId', 'events', 'CASCADE'), name: `FK_${TABLE}_record` }],
    });
    await runner.query(
      `INSERT INTO ${table} SELECT recordId, language, text FROM ${TABLE} ORDER BY recordId, language`,
    );
    await runner.query(`DROP TABLE ${TABLE}`);
    await runner.query(`ALTER TABLE ${table} RENAME TO ${TABLE}`);
  }

  /** Nothing needs to be undone: both tables hold the same. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
