import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

const NUMBERS = ['events', 'featured', 'ticketed'];
const TERMS = { categories: 'category', tags: 'tag' };

/** Listed events are counted by day for each language, category and tag, too. */
export class ListedDays1790000420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, unsigned, integer } = columns(runner);
    const key = [
      text('narrowedBy', 20, { primary: true }),
      unsigned('recordId', { primary: true }),
      integer('day', { primary: true }),
    ];
    const numbers = NUMBERS.map((name) => integer(name));
    await createTable(runner, { name: 'listed_days', withoutRowid: true, columns: [...key, ...numbers] });
    if (!(await runner.hasTable('event_days'))) return;
    await fill(runner);
    await runner.dropTable('event_days');
  }

  async down(runner: QueryRunner): Promise<void> {
    const { integer } = columns(runner);
    const numbers = NUMBERS.map((name) => integer(name));
    await createTable(runner, { name: 'event_days', columns: [integer('day', { primary: true }), ...numbers] });
    if (!(await runner.hasTable('listed_days'))) return;
    await runner.query('DELETE FROM event_days');
    const ofAll = `SELECT day, ${NUMBERS.join(', ')} FROM listed_days WHERE narrowedBy = '' AND recordId = 0`;
    await runner.query(`INSERT INTO event_days ${ofAll}`);
    await runner.dropTable('listed_days');
  }
}

/** Deletes the rows of an interrupted run first. */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query('DELETE FROM listed_days');
  const into = `INSERT INTO listed_days (narrowedBy, recordId, day, ${NUMBERS.join(', ')})`;
  await runner.query(`${into} SELECT '', 0, day, ${NUMBERS.join(', ')} FROM event_days`);
  const isFile = runner.dataSource.options.type === 'better-sqlite3';
  const dayOf = (alias: string) =>
    isFile ? `CAST(julianday(date(${alias}.startUtc)) - 2440587.5 AS INTEGER)` : `TO_DAYS(${alias}.startUtc) - 719528`;
  const shown = "event.status = 'publish' AND event.hidden = FALSE";
  const counts = 'COUNT(*), SUM(event.featured), SUM(event.ticketed)';
  await runner.query(
    `${into} SELECT text.language, 0, ${dayOf('event')}, ${counts} FROM event_translations text ` +
      `JOIN events event ON event.id = text.recordId WHERE text.borrowed = FALSE AND ${shown} GROUP BY 1, 3`,
  );
  for (const [many, one] of Object.entries(TERMS))
    await runner.query(
      `${into} SELECT '${many}', link.${one}Id, ${dayOf('link')}, COUNT(*), SUM(link.featured), SUM(link.ticketed) ` +
        `FROM event_${many} link WHERE link.listed = TRUE GROUP BY 2, 3`,
    );
}
