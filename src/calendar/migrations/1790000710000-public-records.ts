import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn } from './builders/tables.js';

const SHOWN: Readonly<Record<string, string>> = {
  events: "status = 'publish' AND hidden = FALSE",
  venues: "status = 'publish'",
  organizers: "status = 'publish'",
  categories: 'TRUE',
  tags: 'TRUE',
};

/** Whether the public saw each record after its last change, and of which series it was. */
export class PublicRecords1790000710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { flag, unsigned } = columns(runner);
    await addColumn(runner, 'record_changes', flag('isPublic', { default: false }));
    await addColumn(runner, 'record_changes', unsigned('seriesId', { nullable: true }));
    for (const [table, shown] of Object.entries(SHOWN))
      await runner.query(
        `UPDATE record_changes SET isPublic = TRUE WHERE kind = '${table}' ` +
          `AND recordId IN (SELECT id FROM ${table} WHERE ${shown})`,
      );
    await runner.query(
      'UPDATE record_changes SET seriesId = (SELECT seriesId FROM events WHERE events.id = record_changes.recordId) ' +
        "WHERE kind = 'events'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['seriesId', 'isPublic']) await dropColumn(runner, 'record_changes', column);
  }
}
