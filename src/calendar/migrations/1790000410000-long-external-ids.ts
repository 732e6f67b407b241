import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the full external id of imported events whose id is too long for the index. */
export class LongExternalIds1790000410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { longText } = columns(runner);
    await addColumn(runner, 'events', longText('longExternalId', { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'events', 'longExternalId');
  }
}
