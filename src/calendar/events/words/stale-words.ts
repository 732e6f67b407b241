import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { query, run, selectNamed, selectNamedInWorker } from '../../../database/sql/statements.js';
import { type EventWord } from './event-word.entity.js';

/** Number of rows that are checked at once. */
const BATCH_SIZE = 1000;

/** The key of a word of an event. */
export type Place = Pick<EventWord, 'wordId' | 'recordId'>;

const WITH_TEXT = 'INNER JOIN event_search_texts text ON text.recordId = event.id AND INSTR(text.text, word.word) > 0';

/** SQL that is true if no text of the event, or of the dates of the series, has the word. Two subqueries use an index each. */
const IS_STALE = ['event.id', 'event.seriesId']
  .map((owner) => `NOT EXISTS (SELECT 1 FROM events event ${WITH_TEXT} WHERE ${owner} = found.recordId)`)
  .join(' AND ');

const FOUND = 'event_words found LEFT JOIN search_words word ON word.id = found.wordId';

/**
 * The words of events that none of their texts has, among the next rows. A word without a text is not stored at all.
 * @returns with the place after which the next batch begins; undefined after the last one
 */
export async function staleWords(
  manager: EntityManager,
  { wordId, recordId }: Place,
): Promise<{ stale: readonly Place[]; checked: number; last: Place | undefined }> {
  const rows = await selectNamedInWorker<Place & { isStale: number }>(manager, {
    sql:
      `SELECT found.wordId AS wordId, found.recordId AS recordId, (${IS_STALE}) AS isStale FROM ${FOUND} ` +
      'WHERE found.wordId > :wordId OR (found.wordId = :wordId AND found.recordId > :recordId) ' +
      `ORDER BY found.wordId, found.recordId LIMIT ${BATCH_SIZE}`,
    parameters: { wordId, recordId },
  });
  const stale = rows.filter(({ isStale }) => Number(isStale) === 1);
  return { stale, checked: rows.length, last: rows.length < BATCH_SIZE ? undefined : rows.at(-1) };
}

/**
 * Removes words of events that are still stale. The rows are locked before they are checked again, because a write that
 * brings a word back changes its row.
 */
export async function removeStaleWords(manager: EntityManager, places: readonly Place[]): Promise<void> {
  for (const { wordId, recordId } of places) {
    const parameters = { wordId, recordId };
    const one = 'found.wordId = :wordId AND found.recordId = :recordId';
    if (!isSqlite(manager.dataSource))
      await selectNamed(manager, { sql: `SELECT 1 FROM event_words found WHERE ${one} FOR UPDATE`, parameters });
    const again = await selectNamed(manager, {
      sql: `SELECT 1 FROM ${FOUND} WHERE ${one} AND ${IS_STALE}`,
      parameters,
    });
    if (again.length > 0)
      await run(manager, 'DELETE FROM event_words WHERE wordId = ? AND recordId = ?', [wordId, recordId]);
  }
}

const IS_UNUSED = 'NOT EXISTS (SELECT 1 FROM event_words found WHERE found.wordId = word.id)';

/** The words that no event has, among the next ones. @param after id of the word after which to begin */
export async function unusedWords(
  manager: EntityManager,
  after: number,
): Promise<{ ids: readonly number[]; checked: number; last: number | undefined }> {
  const sql = `SELECT word.id AS id, (${IS_UNUSED}) AS isUnused FROM search_words word WHERE word.id > :after ORDER BY word.id LIMIT ${BATCH_SIZE}`;
  const rows = await selectNamedInWorker<{ id: number; isUnused: number }>(manager, { sql, parameters: { after } });
  const ids = rows.filter(({ isUnused }) => Number(isUnused) === 1).map(({ id }) => id);
  return { ids, checked: rows.length, last: rows.length < BATCH_SIZE ? undefined : rows.at(-1)!.id };
}

/** Removes words that are still unused. A write locks the words that it uses, so that they are locked before this check. */
export async function removeUnusedWords(manager: EntityManager, wanted: readonly number[]): Promise<void> {
  const among = `id IN (${wanted.join()})`;
  if (!isSqlite(manager.dataSource)) await query(manager, `SELECT id FROM search_words WHERE ${among} FOR UPDATE`);
  const sql = `SELECT word.id AS id FROM search_words word WHERE word.${among} AND ${IS_UNUSED}`;
  const ids = (await query<{ id: number }>(manager, sql)).map(({ id }) => id).join();
  if (ids === '') return;
  await run(manager, `DELETE FROM search_word_endings WHERE wordId IN (${ids})`);
  await run(manager, `DELETE FROM search_words WHERE id IN (${ids})`);
}
