import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** The former states of records. */
export class Revisions1790000910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, text, asciiText, longText, instant } = columns(runner);
    await createTable(runner, {
      name: 'revisions',
      columns: [
        id(),
        asciiText('kind', 32),
        unsigned('recordId'),
        unsigned('recordRevision'),
        unsigned('accountId', { nullable: true }),
        instant('modifiedAt'),
        text('operation', 8),
        longText('content'),
        longText('fields', { nullable: true }),
      ],
      indices: [{ name: 'UQ_revisions_record', columnNames: ['kind', 'recordId', 'recordRevision'], isUnique: true }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('revisions', true);
  }
}
