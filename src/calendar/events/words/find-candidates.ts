import { type EntityManager } from 'typeorm';
import { chunks, queryInWorker, type Statement, type Value } from '../../../database/sql/statements.js';
import { type SearchTerm } from '../../../lib/text/search-terms.js';
import { lookupOf } from '../../../lib/text/words.js';

/** Maximum number of terms that are looked up: those of the longest words, which are rare. */
const MAX_LOOKUPS = 6;

/** Maximum number of words that a lookup finds: reading the texts is faster than reading the events of more words. */
const MAX_WORDS = 500;

/** Maximum number of rows of the index by which a search begins: reading the texts is faster than reading more rows. */
const MAX_ROWS = 30_000;

/** Maximum number of statements in one: SQLite accepts 500. */
const MAX_UNION = 100;

/** Follows every text that begins with the same letters. It is no letter itself. */
export const LAST_CHARACTER = '\u{10FFFF}';

/** A term, and the words that contain it. */
export interface FoundTerm {
  readonly term: SearchTerm;
  /** Every text with the term has one of these. */
  readonly wordIds: readonly number[];
  /** Number of rows of the index with these words. */
  readonly rows: number;
}

/**
 * The term with the fewest events, by which a search begins.
 * @param most rows of the index
 * @returns undefined if each term has more, so that the texts are better read one after another
 */
export async function rarestTerm(
  manager: EntityManager,
  terms: readonly SearchTerm[],
  most = MAX_ROWS,
): Promise<FoundTerm | undefined> {
  const lookups = terms
    .flatMap(lookupsOf)
    .sort((one, other) => other.shortest - one.shortest)
    .slice(0, MAX_LOOKUPS);
  if (lookups.length === 0) return undefined;
  const wordIds = await wordIdsOf(
    manager,
    lookups.map(({ texts }) => texts),
  );
  const candidates = lookups.flatMap(({ term }, place): FoundTerm[] => {
    const ids = wordIds[place]!;
    return ids.length > MAX_WORDS ? [] : [{ term, wordIds: ids, rows: 0 }];
  });
  return candidates.find(({ wordIds }) => wordIds.length === 0) ?? withFewestEvents(manager, candidates, most);
}

/** A SELECT of the events, and of the series, that may have a term. */
export function ownersSql({ wordIds }: Pick<FoundTerm, 'wordIds'>): string {
  if (wordIds.length === 0) return 'SELECT recordId FROM event_words WHERE 1 = 0';
  return `SELECT recordId FROM event_words WHERE wordId IN (${wordIds.join()})`;
}

/**
 * The ids of the words that contain any of some texts.
 * @param lookups texts of two letters or more
 * @returns for each lookup some more than 500 ids at most
 */
export async function wordIdsOf(manager: EntityManager, lookups: readonly (readonly string[])[]): Promise<number[][]> {
  const parts = lookups.flatMap((texts, place) => texts.map((text) => wordsContaining(place, text)));
  const ids = lookups.map(() => new Set<number>());
  for (const some of chunks(parts, MAX_UNION)) {
    if (some.length === 0) continue;
    const found = await queryInWorker<{ place: number; wordId: number }>(manager, union(some));
    for (const { place, wordId } of found) ids[Number(place)]!.add(wordId);
  }
  return ids.map((found) => [...found]);
}

/** The texts to look up for a term; none if a text may have the term without a word of two letters. */
function lookupsOf(term: SearchTerm): { term: SearchTerm; texts: readonly string[]; shortest: number }[] {
  const texts = [...new Set(term.spellings.map(lookupOf))];
  if (term.isExcluded || !texts.every((text) => text !== undefined)) return [];
  return [{ term, texts, shortest: Math.min(...texts.map(({ length }) => length)) }];
}

function wordsContaining(place: number, text: string): Statement {
  const range = 'ending >= ? AND ending < ?';
  const words = `SELECT DISTINCT wordId FROM search_word_endings WHERE ${range} LIMIT ${MAX_WORDS + 1}`;
  return { sql: `SELECT ${place} AS place, wordId FROM (${words}) found`, values: [text, text + LAST_CHARACTER] };
}

async function withFewestEvents(
  manager: EntityManager,
  found: readonly FoundTerm[],
  most: number,
): Promise<FoundTerm | undefined> {
  if (found.length === 0) return undefined;
  const counts = found.map((one, place) => {
    const rows = `${ownersSql(one)} LIMIT ${most + 1}`;
    return { sql: `SELECT ${place} AS place, COUNT(*) AS events FROM (${rows}) counted`, values: [] };
  });
  const counted = await queryInWorker<{ place: number; events: number }>(manager, union(counts));
  const [first] = counted.toSorted((one, other) => Number(one.events) - Number(other.events));
  const rows = Number(first!.events);
  return rows > most ? undefined : { ...found[Number(first!.place)]!, rows };
}

/** One statement with the rows of several. */
export function union(parts: readonly Statement[], operator: 'UNION' | 'UNION ALL' = 'UNION ALL'): Statement {
  const values: Value[] = parts.flatMap((part) => [...part.values]);
  return { sql: parts.map(({ sql }) => sql).join(` ${operator} `), values };
}
