import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { foreignKey } from './builders/resources.js';
import { addIndex, createTable, dropColumn, dropIndex, replaceIndex } from './builders/tables.js';

/** The resources that events were related to when relations repeated columns of the event. */
const RELATED = { venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' };
const REPEATED = ['listed', 'startUtc', 'endUtc', 'durationClass', 'featured', 'ticketed'];
const SEARCHED = 'event_search_texts';
const SIGNATURES = 'IX_event_search_texts_signature';

/** The index of lists, so that counting each series once need not read the rows. */
const LISTED = [
  ...['status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed', 'modifiedAt'],
  ...['eventStatus', 'attendance', 'price', 'passwordHash', 'seriesId'],
];

/**
 * Lists read the events themselves: what version 0.1.0, or a build before 0.2.0, repeated of them elsewhere is dropped,
 * such as counters by day, ancestors of categories, classes of durations and signatures of search texts. MySQL commits
 * each step, so that each of them may have been done before.
 */
export class PlainLists1790000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [many, one] of Object.entries(RELATED)) {
      const table = `event_${many}`;
      // The new index comes first, since the foreign key needs one that begins with this column.
      await addIndex(runner, table, `IX_${table}_${one}`, [`${one}Id`, 'eventId']);
      for (const index of [`IX_${table}_start`, `IX_${table}_duration`]) await dropIndex(runner, table, index);
      for (const column of REPEATED) await dropColumn(runner, table, column);
    }
    await dropIndex(runner, 'events', 'IX_events_duration');
    await dropColumn(runner, 'events', 'durationClass');
    await replaceIndex(runner, 'events', 'IX_events_start', LISTED);
    await replaceIndex(runner, 'events', 'IX_events_series', ['seriesId', 'status', 'hidden', 'startUtc', 'endUtc']);
    await simplifySearchTexts(runner);
    for (const table of ['event_days', 'listed_days', 'category_ancestors']) await runner.dropTable(table, true);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What this migration dropped cannot be made again: restore a backup.'));
  }
}

/** Search texts are found by their event, and no longer by its start. */
async function simplifySearchTexts(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasColumn(SEARCHED, 'startUtc'))) return;
  if (runner.dataSource.options.type === 'better-sqlite3') return rebuildSearchTexts(runner);
  await dropIndex(runner, SEARCHED, SIGNATURES);
  await dropColumn(runner, SEARCHED, 'signature');
  await runner.query(
    `ALTER TABLE ${SEARCHED} DROP PRIMARY KEY, ADD PRIMARY KEY (recordId, language), ` +
      'DROP INDEX IX_event_search_texts_record, DROP COLUMN masked, DROP COLUMN startUtc',
  );
}

/** SQLite gives a table no other primary key. It does all of this or nothing, since its migrations run in a transaction. */
export async function rebuildSearchTexts(runner: QueryRunner): Promise<void> {
  const { unsigned, text, bytes } = columns(runner);
  const table = `${SEARCHED}_new`;
  await createTable(runner, {
    name: table,
    columns: [unsigned('recordId', { primary: true }), text('language', 2, { primary: true }), bytes('text')],
    foreignKeys: [{ ...foreignKey(table, 'recordId', 'events', 'CASCADE'), name: `FK_${SEARCHED}_record` }],
  });
  await runner.query(
    `INSERT INTO ${table} SELECT recordId, language, text FROM ${SEARCHED} ORDER BY recordId, language`,
  );
  await runner.query(`DROP TABLE ${SEARCHED}`);
  await runner.query(`ALTER TABLE ${table} RENAME TO ${SEARCHED}`);
}
