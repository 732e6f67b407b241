import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { lastWriter } from './builders/resources.js';
import { dropColumn } from './builders/tables.js';

const TABLES = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** Records know which account wrote them last; of those that exist, it is not known. */
export class LastWriters1790000905000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const many of TABLES) await lastWriter(runner, { many });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dropColumn(runner, table, 'modifiedById');
  }
}
