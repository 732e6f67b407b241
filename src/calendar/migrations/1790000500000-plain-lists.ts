import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { foreignKey } from './builders/resources.js';
import { addIndex, createTable, dropColumn, dropIndex } from './builders/tables.js';

/** The resources that events were related to when relations repeated columns of the event. */
const RELATED = { venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' };
const REPEATED = ['listed', 'startUtc', 'endUtc', 'durationClass', 'featured', 'ticketed'];
const SEARCHED = 'event_search_texts';

/**
 * Lists read the events themselves: counters by day, ancestors of categories, classes of durations, signatures of search
 * texts and the columns of events that other tables repeated are dropped. MySQL commits each step, so that each of them may
 * have been done before.
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
    await simplifySearchTexts(runner);
    for (const table of ['listed_days', 'category_ancestors']) await runner.dropTable(table, true);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What this migration dropped cannot be made again: restore a backup.'));
  }
}

/** Search texts are found by their event, and no longer by its start. */
async function simplifySearchTexts(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasColumn(SEARCHED, 'startUtc'))) return;
  if (runner.dataSource.options.type === 'better-sqlite3') return rebuildSearchTexts(runner);
  await runner.query(
    `ALTER TABLE ${SEARCHED} DROP PRIMARY KEY, ADD PRIMARY KEY (recordId, language), ` +
      'DROP INDEX IX_event_search_texts_signature, DROP INDEX IX_event_search_texts_record, ' +
      'DROP COLUMN signature, DROP COLUMN masked, DROP COLUMN startUtc',
  );
}

/** SQLite gives a table no other primary key. It does all of this or nothing, since its migrations run in a transaction. */
async function rebuildSearchTexts(runner: QueryRunner): Promise<void> {
  const { unsigned, text, bytes } = columns(runner);
  const table = `${SEARCHED}_new`;
  await createTable(runner, {
    name: table,
    withoutRowid: true,
    columns: [unsigned('recordId', { primary: true }), text('language', 2, { primary: true }), bytes('text')],
    foreignKeys: [{ ...foreignKey(table, 'recordId', 'events', 'CASCADE'), name: `FK_${SEARCHED}_record` }],
  });
  await runner.query(
    `INSERT INTO ${table} SELECT recordId, language, text FROM ${SEARCHED} ORDER BY recordId, language`,
  );
  await runner.query(`DROP TABLE ${SEARCHED}`);
  await runner.query(`ALTER TABLE ${table} RENAME TO ${SEARCHED}`);
}
