import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** The slugs that records once had. What was renamed before is not known any more. */
export class FormerSlugs1790000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text, exactText } = columns(runner);
    const primary = { primary: true };
    await createTable(runner, {
      name: 'former_slugs',
      columns: [
        text('kind', 16, primary),
        text('language', 2, primary),
        exactText('slug', 255, primary),
        unsigned('recordId'),
      ],
      indices: [{ name: 'IX_former_slugs_record', columnNames: ['kind', 'recordId'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('former_slugs', true);
  }
}
