import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** Records and whether everybody sees them, as this migration finds them. */
const TABLES: Readonly<Record<string, { readonly author: string; readonly wasPublic: string }>> = {
  events: {
    author: 'authorId',
    wasPublic: "(status = 'publish' OR trashedStatus = 'publish') AND hidden = FALSE",
  },
  venues: {
    author: 'authorId',
    wasPublic: "status = 'publish' OR trashedStatus = 'publish'",
  },
  organizers: {
    author: 'authorId',
    wasPublic: "status = 'publish' OR trashedStatus = 'publish'",
  },
  categories: { author: 'NULL', wasPublic: 'TRUE' },
  tags: { author: 'NULL', wasPublic: 'TRUE' },
};

/** The last change of each record. All that exist count as changed before the first transaction. */
export class RecordChanges1790000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, asciiText, instant, flag } = columns(runner);
    await createTable(runner, {
      name: 'record_changes',
      columns: [
        asciiText('kind', 32, { primary: true }),
        unsigned('recordId', { primary: true }),
        unsigned('slot'),
        unsigned('number'),
        instant('changedAt'),
        flag('wasPublic'),
        flag('isGone', { default: false }),
        unsigned('authorId', { nullable: true }),
        unsigned('formerAuthorId', { nullable: true }),
      ],
      indices: [{ name: 'IX_record_changes_number', columnNames: ['slot', 'number', 'kind', 'recordId'] }],
    });
    const truth = (condition: string) => `CASE WHEN ${condition} THEN TRUE ELSE FALSE END`;
    for (const [table, { author, wasPublic }] of Object.entries(TABLES))
      await runner.query(
        'INSERT INTO record_changes (kind, recordId, slot, number, changedAt, wasPublic, authorId) ' +
          `SELECT '${table}', id, 0, 0, modifiedAt, ${truth(wasPublic)}, ${author} FROM ${table} ` +
          `WHERE id NOT IN (SELECT recordId FROM record_changes WHERE kind = '${table}')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('record_changes', true);
  }
}
