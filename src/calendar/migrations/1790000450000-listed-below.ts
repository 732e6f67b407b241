import { type MigrationInterface, type QueryRunner } from 'typeorm';

const LISTED = 'event_categories link WHERE link.listed = TRUE';
const BELOW = `category_ancestors above ON above.recordId = link.categoryId WHERE link.listed = TRUE`;

/** The numbers by day of a category are those of all events in it and below it, each once. */
export class ListedBelow1790000450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await fill(runner, 'above.ancestorId', `event_categories link JOIN ${BELOW}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await fill(runner, 'link.categoryId', LISTED);
  }
}

/** Deletes the rows of an interrupted run first. */
async function fill(runner: QueryRunner, category: string, from: string): Promise<void> {
  await runner.query(`DELETE FROM listed_days WHERE narrowedBy = 'categories'`);
  const isFile = runner.dataSource.options.type === 'better-sqlite3';
  const day = isFile
    ? 'CAST(julianday(date(link.startUtc)) - 2440587.5 AS INTEGER)'
    : 'TO_DAYS(link.startUtc) - 719528';
  const events = `SELECT DISTINCT ${category} AS recordId, link.eventId, ${day} AS day, link.featured, link.ticketed FROM ${from}`;
  await runner.query(
    'INSERT INTO listed_days (narrowedBy, recordId, day, events, featured, ticketed) ' +
      `SELECT 'categories', recordId, day, COUNT(*), SUM(featured), SUM(ticketed) FROM (${events}) events GROUP BY 2, 3`,
  );
}
