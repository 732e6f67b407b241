import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** Creates the table of imported records: the id of each in its source, and digests of its fields. */
export class ImportedRecords1790000810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, asciiText, exactText, longText } = columns(runner);
    await createTable(runner, {
      name: 'imported_records',
      columns: [
        asciiText('source', 64, { primary: true }),
        asciiText('kind', 32, { primary: true }),
        exactText('externalId', 255, { primary: true }),
        unsigned('recordId'),
        longText('stored', { nullable: true }),
      ],
      indices: [{ name: 'IX_imported_records_record', columnNames: ['kind', 'recordId'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('imported_records', true);
  }
}
