import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { chunks, placeholders, query } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { endingsOf, hashOf, wordsOf } from '../../../lib/text/words.js';
import { type Event } from '../event.entity.js';
import { EventWord } from './event-word.entity.js';
import { SearchWord } from './search-word.entity.js';
import { SearchWordEnding } from './search-word-ending.entity.js';

/**
 * Maximum number of words, or of their ends, in one statement: servers may accept 64 KiB only, and a word has 192 bytes
 * at most.
 */
const WORDS_AT_ONCE = 300;

/** Maximum number of pairs of a word and an event in one statement. */
const PAIRS_AT_ONCE = 2000;

/** Maximum number of ids that one statement looks up. */
const IDS_AT_ONCE = 4000;

/** The event under whose id words are stored. */
type Owner = Pick<Event, 'id' | 'seriesId'>;

/** A text of an event, or a part of it, whose words are to be found. */
export interface IndexedText {
  readonly event: Owner;
  /** Folded. */
  readonly text: Buffer;
  /** The text that was there before, whose words are in the index. */
  readonly former?: Buffer | undefined;
}

/** The series of an event, or the event if it belongs to none: dates of a series share their words. */
export function wordOwner({ id, seriesId }: Owner): number {
  return seriesId ?? id;
}

/**
 * Identifies the text and the owner of indexed words. Where the stored value differs, something else wrote the text, such
 * as another version of the service.
 */
export function wordsMark(event: Owner, text: Buffer): number {
  return hashOf(`${wordOwner(event)} ${text.toString()}`);
}

/**
 * Stores the words of texts. Words that a text no longer has stay, since searches read the texts of the events that they
 * find; the nightly clean-up removes them.
 */
export async function storeWords(manager: EntityManager, texts: readonly IndexedText[]): Promise<void> {
  /** Only new words are hashed: a write has few, but its texts hundreds. */
  const idsByWord = new Map<string, number>();
  const byOwner = new Map<number, Set<number>>();
  const wordsIn = wordReader();
  for (const { event, text, former } of texts) {
    const owner = wordOwner(event);
    const found = byOwner.get(owner) ?? new Set();
    byOwner.set(owner, found);
    const known = former && wordsIn(former);
    for (const word of wordsIn(text)) {
      if (known?.has(word)) continue;
      const id = idsByWord.get(word) ?? hashOf(word);
      idsByWord.set(word, id);
      found.add(id);
    }
  }
  if (idsByWord.size === 0) return;
  const words = new Map([...idsByWord].map(([word, id]) => [id, word]));
  await storeNewWords(manager, words);
  const rows = [...byOwner].flatMap(([recordId, ids]) => [...ids].map((wordId) => ({ wordId, recordId })));
  // In the order of the key, so that concurrent writes wait for each other instead of failing.
  rows.sort((one, other) => one.wordId - other.wordId || one.recordId - other.recordId);
  for (const some of chunks(rows, PAIRS_AT_ONCE))
    await tableOf(manager, EventWord).upsert(manager, some, ['wordId', 'recordId']);
}

/** Returns a function that splits each text once, since the dates of a series have the same. */
function wordReader(): (text: Buffer) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (text) => {
    const folded = text.toString();
    let words = known.get(folded);
    if (!words) known.set(folded, (words = wordsOf(folded)));
    return words;
  };
}

async function storeNewWords(manager: EntityManager, words: ReadonlyMap<number, string>): Promise<void> {
  const known = await lockWords(manager, [...words.keys()]);
  const added = [...words].filter(([id]) => !known.has(id)).sort(([one], [other]) => one - other);
  if (added.length === 0) return;
  const rows = added.map(([id, word]) => ({ id, word }));
  for (const some of chunks(rows, WORDS_AT_ONCE)) await tableOf(manager, SearchWord).upsert(manager, some, ['id']);
  const endings = added.flatMap(([wordId, word]) => endingsOf(word).map((ending) => ({ ending, wordId })));
  for (const some of chunks(endings, WORDS_AT_ONCE))
    await tableOf(manager, SearchWordEnding).upsert(manager, some, ['ending', 'wordId']);
}

/** Which of these words are stored. On a server they are locked, so that the clean-up does not remove them meanwhile. */
async function lockWords(manager: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  const lock = isSqlite(manager.dataSource) ? '' : ' LOCK IN SHARE MODE';
  const known = new Set<number>();
  for (const some of chunks(ids, IDS_AT_ONCE)) {
    const rows = await query<{ id: number }>(
      manager,
      `SELECT id FROM search_words WHERE id IN (${placeholders(some.length)})${lock}`,
      some,
    );
    for (const { id } of rows) known.add(id);
  }
  return known;
}
