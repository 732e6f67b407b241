import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the values of a series in the fields that its record overrides for its own date. */
export class BaseValues1790000850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { longText } = columns(runner);
    await addColumn(runner, 'events', longText('baseValues', { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'events', 'baseValues');
  }
}
