import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** The names of merged records. What was merged before is not known any more. */
export class FormerNames1790000935000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text, exactText } = columns(runner);
    const primary = { primary: true };
    await createTable(runner, {
      name: 'former_names',
      columns: [
        text('kind', 16, primary),
        unsigned('formerId', primary),
        text('language', 2, primary),
        text('name', 255),
        exactText('nameKey', 512),
        text('place', 255, { nullable: true }),
        unsigned('recordId'),
      ],
      indices: [
        { name: 'IX_former_names_name', columnNames: ['kind', 'nameKey'] },
        { name: 'IX_former_names_record', columnNames: ['kind', 'recordId'] },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('former_names', true);
  }
}
