import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

const TABLE = 'category_ancestors';

/** Each category with all above it, and with itself. */
export class CategoryAncestors1790000440000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned } = columns(runner);
    await createTable(runner, {
      name: TABLE,
      withoutRowid: true,
      columns: [unsigned('recordId', { primary: true }), unsigned('ancestorId', { primary: true })],
    });
    // An interrupted run may have left rows.
    await runner.query(`DELETE FROM ${TABLE}`);
    const lineage =
      'WITH RECURSIVE lineage (recordId, ancestorId) AS (SELECT id, id FROM categories UNION ' +
      'SELECT lineage.recordId, above.parentId FROM lineage JOIN categories above ON above.id = lineage.ancestorId ' +
      'WHERE above.parentId IS NOT NULL) SELECT recordId, ancestorId FROM lineage';
    await runner.query(`INSERT INTO ${TABLE} (recordId, ancestorId) ${lineage}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
  }
}
