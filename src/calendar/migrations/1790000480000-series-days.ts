import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { replaceIndex } from './builders/tables.js';

const SERIES = 'IX_events_series';
const DURATION = 'IX_events_duration';
const COLUMNS = ['durationClass', 'status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed'];

/** Counts the listed series by day, and adds indexes that find the series with an event in a window. */
export class SeriesDays1790000480000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'events', SERIES, ['seriesId', 'status', 'hidden', 'startUtc', 'endUtc']);
    await replaceIndex(runner, 'events', DURATION, [...COLUMNS, 'seriesId']);
    await forget(runner);
    const isFile = runner.dataSource.options.type === 'better-sqlite3';
    const day = isFile ? 'CAST(julianday(date(startUtc)) - 2440587.5 AS INTEGER)' : 'TO_DAYS(startUtc) - 719528';
    await runner.query(
      'INSERT INTO listed_days (narrowedBy, recordId, day, events, featured, ticketed) ' +
        `SELECT 'series', 0, ${day}, COUNT(*), SUM(featured), SUM(ticketed) FROM events ` +
        "WHERE status = 'publish' AND hidden = FALSE AND seriesId IS NOT NULL GROUP BY 3",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await forget(runner);
    await replaceIndex(runner, 'events', DURATION, COLUMNS);
    await replaceIndex(runner, 'events', SERIES, ['seriesId']);
  }
}

const forget = (runner: QueryRunner) => runner.query("DELETE FROM listed_days WHERE narrowedBy = 'series'");
