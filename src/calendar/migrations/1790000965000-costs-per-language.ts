import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** The cost of an event may differ by language. */
export class CostsPerLanguage1790000965000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'event_translations', columns(runner).text('cost', 255, { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'event_translations', 'cost');
  }
}
