import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

const TABLES = ['categories', 'tags'];

/** Categories and tags know when they were changed; those that exist count as changed now. */
export class TermsModified1790000510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { instant } = columns(runner);
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    for (const table of TABLES) {
      // Nullable, since SQLite adds no other column without a default to a table that has rows.
      await addColumn(runner, table, instant('modifiedAt', { nullable: true }));
      await runner.query(`UPDATE ${table} SET modifiedAt = ? WHERE modifiedAt IS NULL`, [now]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dropColumn(runner, table, 'modifiedAt');
  }
}
