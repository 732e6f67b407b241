import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the limits of keys. Existing keys get none: they have all rights of their accounts. */
export class KeyLimits1790000320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, instant } = columns(runner);
    const nullable = { nullable: true };
    for (const column of [
      text('name', 255, nullable),
      text('scope', 255, nullable),
      text('addresses', 1024, nullable),
      instant('lastUsedAt', nullable),
    ])
      await addColumn(runner, 'application_keys', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['name', 'scope', 'addresses', 'lastUsedAt'])
      await dropColumn(runner, 'application_keys', column);
  }
}
