import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Listed events are counted by day for each account that has written some, too. */
export class ListedAuthors1790000470000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.down(runner);
    const isFile = runner.dataSource.options.type === 'better-sqlite3';
    const day = isFile ? 'CAST(julianday(date(startUtc)) - 2440587.5 AS INTEGER)' : 'TO_DAYS(startUtc) - 719528';
    await runner.query(
      'INSERT INTO listed_days (narrowedBy, recordId, day, events, featured, ticketed) ' +
        `SELECT 'author', authorId, ${day}, COUNT(*), SUM(featured), SUM(ticketed) FROM events ` +
        "WHERE status = 'publish' AND hidden = FALSE GROUP BY 2, 3",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM listed_days WHERE narrowedBy = 'author'");
  }
}
