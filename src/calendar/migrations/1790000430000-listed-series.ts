import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { replaceIndex } from './builders/tables.js';

const COLUMNS = [
  ...['status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed', 'modifiedAt'],
  ...['eventStatus', 'attendance', 'price', 'passwordHash'],
];

/** The index of lists knows of which series an event is, so that counting each series once need not read the rows. */
export class ListedSeries1790000430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'events', 'IX_events_start', [...COLUMNS, 'seriesId']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'events', 'IX_events_start', COLUMNS);
  }
}
