import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from '../database/builders/columns.js';
import { createTable } from '../database/builders/tables.js';

const NUMBERS = ['events', 'featured', 'ticketed'];
const TERMS = { categories: 'category', tags: 'tag' };

/** Listed events are counted by day for each category and tag, too. */
export class ListedDays1790000420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, unsigned, integer } = columns(runner);
    const key = [
      text('linkedTo', 20, { primary: true }),
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
    const ofAll = `SELECT day, ${NUMBERS.join(', ')} FROM listed_days WHERE linkedTo = '' AND recordId = 0`;
    await runner.query(`INSERT INTO event_days ${ofAll}`);
    await runner.dropTable('listed_days');
  }
}

/** Of a run that did not come to its end some may be there. */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query('DELETE FROM listed_days');
  const into = `INSERT INTO listed_days (linkedTo, recordId, day, ${NUMBERS.join(', ')})`;
  await runner.query(`${into} SELECT '', 0, day, ${NUMBERS.join(', ')} FROM event_days`);
  const isFile = runner.dataSource.options.type === 'better-sqlite3';
  const day = isFile
    ? 'CAST(julianday(date(link.startUtc)) - 2440587.5 AS INTEGER)'
    : 'TO_DAYS(link.startUtc) - 719528';
  for (const [many, one] of Object.entries(TERMS))
    await runner.query(
      `${into} SELECT '${many}', link.${one}Id, ${day}, COUNT(*), SUM(link.featured), SUM(link.ticketed) ` +
        `FROM event_${many} link WHERE link.listed = TRUE GROUP BY 2, 3`,
    );
}
