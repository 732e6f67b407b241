import { type EntityManager } from 'typeorm';
import { selectNamedInWorker } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { EventSearchText } from '../write/event-search-text.entity.js';
import { storeWords, wordsMark } from './store-words.js';

/** Number of texts that are read at once. */
const BATCH_SIZE = 500;

/** A stored search text, and the series of its event. */
export interface StoredText {
  readonly recordId: number;
  readonly language: Language;
  readonly text: Uint8Array | string;
  readonly words: number | null;
  readonly seriesId: number | null;
}

/** The select of `StoredText`, without its conditions. */
export const STORED_TEXTS =
  'SELECT found.recordId AS recordId, found.language AS language, found.text AS text, found.words AS words, ' +
  'event.seriesId AS seriesId FROM event_search_texts found INNER JOIN events event ON event.id = found.recordId';

/** The texts of the next events whose words are not in the index as the texts are now. */
export interface UnindexedTexts {
  readonly texts: readonly StoredText[];
  /** The last event that was looked at; undefined after the last one. */
  readonly last: number | undefined;
}

/** @param after id of the event after which to begin */
export async function unindexedTexts(manager: EntityManager, after: number): Promise<UnindexedTexts> {
  const texts = await selectNamedInWorker<StoredText>(manager, {
    sql: `${STORED_TEXTS} WHERE found.recordId > :after ORDER BY found.recordId, found.language LIMIT ${BATCH_SIZE}`,
    parameters: { after },
  });
  // The texts of one event in both languages may be in two batches.
  const last = texts.length < BATCH_SIZE ? undefined : texts.at(-1)!.recordId - 1;
  const stale = texts.filter(
    ({ recordId: id, seriesId, text, words }) => wordsMark({ id, seriesId }, bytesOf(text)) !== words,
  );
  return { texts: stale, last: last === after ? after + 1 : last };
}

/** Stores the words of all texts that are not in the index. @param onProgress called with the id of the last event so far */
export async function indexAllTexts(manager: EntityManager, onProgress?: (last: number) => void): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const { texts, last }: UnindexedTexts = await unindexedTexts(manager, after);
    if (texts.length > 0) await indexTexts(manager, texts);
    if (last !== undefined) onProgress?.(last);
    after = last;
  }
}

/** Stores the words of texts that are in the database, and notes that they are stored. */
export async function indexTexts(manager: EntityManager, texts: readonly StoredText[]): Promise<void> {
  const read = texts.map(({ recordId: id, seriesId, text }) => ({ event: { id, seriesId }, text: bytesOf(text) }));
  await storeWords(manager, read);
  for (const language of LANGUAGES) {
    const rows = texts.flatMap((one, index) => {
      const { event, text } = read[index]!;
      return one.language === language ? [{ recordId: event.id, words: wordsMark(event, text) }] : [];
    });
    await tableOf(manager, EventSearchText).updateEach(manager, { language }, 'recordId', rows);
  }
}

/** A worker thread of SQLite returns bytes as an array, and SQLite returns text as text, whatever the column is declared as. */
function bytesOf(text: Uint8Array | string): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}
