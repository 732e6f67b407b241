import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { reviewColumns } from './builders/resources.js';
import { dropColumn } from './builders/tables.js';

const TABLES = ['events', 'venues', 'organizers'];

/** Records know since when they wait for a review, and the note with which they were returned. */
export class Reviews1790001010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const many of TABLES) await reviewColumns(runner, { many });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) for (const name of ['reviewNote', 'pendingAt']) await dropColumn(runner, table, name);
  }
}
