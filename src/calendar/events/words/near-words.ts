import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { queryInWorker, type Statement, withinDeadline } from '../../../database/sql/statements.js';
import { nearLookups, partsOf, type WordPiece } from '../../../lib/text/near-words.js';
import { hashOf } from '../../../lib/text/words.js';
import { LAST_CHARACTER, union } from './find-candidates.js';

/** Maximum number of words that have one piece of a typed word. */
const MAX_WORDS = 4000;

/**
 * Words of the index, among them all within a number of edits of a typed word, and all that it consists of. Some are in
 * texts that not everybody may read.
 */
export async function wordsNear(manager: EntityManager, typed: string, edits: number): Promise<Set<string>> {
  const { pieces, words } = nearLookups(typed, edits);
  const [name, { length }] = [isSqlite(manager.dataSource) ? 'LENGTH' : 'CHAR_LENGTH', [...typed]];
  const withPiece = pieces.map((piece) => endingsWith(manager, name, piece));
  const some = union(withPiece, 'UNION');
  const among = {
    sql:
      `SELECT word.word AS word FROM (${some.sql}) found INNER JOIN search_words word ON word.id = found.wordId ` +
      `WHERE ${name}(word.word) BETWEEN ${length - edits} AND ${length + edits}`,
    values: some.values,
  };
  const whole = edits === 1 ? [...words, ...partsOf(typed).flat()] : words;
  const ids = whole.map(hashOf).join();
  const exact = { sql: `SELECT word FROM search_words WHERE id IN (${ids})`, values: [] };
  const found = await queryInWorker<{ word: string }>(manager, union([among, exact], 'UNION ALL'));
  return new Set(found.map(({ word }) => word));
}

/** The ids of words with an end that begins with a piece, at about the same place. */
function endingsWith(manager: EntityManager, length: string, { text, least, most }: WordPiece): Statement {
  const range = `ending >= ? AND ending < ? AND ${length}(ending) BETWEEN ${least} AND ${most}`;
  const sql = `SELECT DISTINCT wordId FROM search_word_endings WHERE ${range} AND ${withinDeadline(manager, 'wordId')}`;
  return { sql: `SELECT wordId FROM (${sql} LIMIT ${MAX_WORDS}) piece`, values: [text, text + LAST_CHARACTER] };
}
