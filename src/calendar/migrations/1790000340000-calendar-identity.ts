import { randomUUID } from 'node:crypto';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** The name of this calendar, of which the UIDs of its events are made. */
export class CalendarIdentity1790000340000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text } = columns(runner);
    await createTable(runner, {
      name: 'calendar_identity',
      columns: [unsigned('id', { primary: true }), text('uuid', 36)],
    });
    await runner.query(`INSERT INTO calendar_identity (id, uuid) VALUES (1, '${randomUUID()}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('calendar_identity', true);
  }
}
