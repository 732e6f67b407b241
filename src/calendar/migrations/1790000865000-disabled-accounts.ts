import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the time at which an account was disabled. */
export class DisabledAccounts1790000865000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'accounts', columns(runner).instant('disabledAt', { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'accounts', 'disabledAt');
  }
}
