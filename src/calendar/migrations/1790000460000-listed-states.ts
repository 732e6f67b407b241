import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The columns of events whose values are counted by day, with the one that is not. */
const STATES = { eventStatus: 'scheduled', attendance: 'offline', price: '' };
const VALUES = ['cancelled', 'postponed', 'rescheduled', 'moved_online', 'full', 'online', 'mixed', 'free', 'paid'];

/** Listed events are counted by day for each status, way to take part and kind of price, too. */
export class ListedStates1790000460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.down(runner);
    const isFile = runner.dataSource.options.type === 'better-sqlite3';
    const day = isFile ? 'CAST(julianday(date(startUtc)) - 2440587.5 AS INTEGER)' : 'TO_DAYS(startUtc) - 719528';
    for (const [column, usual] of Object.entries(STATES)) {
      const open = column === 'price' ? 'passwordHash IS NULL AND price IS NOT NULL' : `${column} <> '${usual}'`;
      await runner.query(
        'INSERT INTO listed_days (narrowedBy, recordId, day, events, featured, ticketed) ' +
          `SELECT ${column}, 0, ${day}, COUNT(*), SUM(featured), SUM(ticketed) FROM events ` +
          `WHERE status = 'publish' AND hidden = FALSE AND ${open} GROUP BY 1, 3`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const values = VALUES.map((value) => `'${value}'`).join(', ');
    await runner.query(`DELETE FROM listed_days WHERE narrowedBy IN (${values})`);
  }
}
