import { randomBytes } from 'node:crypto';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

/** Adds the secret with which the tokens of `/changes` are encrypted. */
export class TokenSecret1790000885000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'calendar_identity', columns(runner).text('tokenSecret', 43, { nullable: true }));
    await runner.query(`UPDATE calendar_identity SET tokenSecret = '${randomBytes(32).toString('base64url')}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'calendar_identity', 'tokenSecret');
  }
}
