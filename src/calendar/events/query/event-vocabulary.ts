import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import {
  queryInWorker,
  selectNamedInWorker,
  type SqlFragment,
  toPositional,
  withinDeadline,
} from '../../../database/sql/statements.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type SearchTerm } from '../../../lib/text/search-terms.js';
import { hashOf, lookupOf, wordsOf } from '../../../lib/text/words.js';
import { type Vocabulary } from '../../list/search-suggestion.js';
import { unmasked, visible } from '../../records/visibility/visible.js';
import { type EventsQuery } from '../events.query.js';
import { type Relation, RELATIONS } from '../relations/relations.js';
import { union, wordIdsOf } from '../words/find-candidates.js';
import { wordsNear } from '../words/near-words.js';
import { occursInText } from './search-events.js';

/** Number of events after which those with a spelling are not counted any more. */
const MAX_COUNTED = 200;

/** Number of spellings whose texts are read at once, and how often. */
const BATCH_SIZE = 12;
const MAX_BATCHES = 4;

/** Maximum number of records of a resource whose names are read. */
const MAX_NAMES = 2000;

/** Events that everybody can find. */
const PUBLIC = `${visible('event', null).sql} AND event.hidden = FALSE`;
const OPEN = unmasked('event', null).sql;

/** The texts to find, and the words of the index that events with them have. */
interface Wanted {
  readonly texts: readonly string[];
  /** For each text; empty if no event has it. */
  readonly wordIds: readonly (readonly number[])[];
}

/** The words in the names of the records of a relation, and how many names have each. */
interface Names {
  readonly counts: ReadonlyMap<string, number>;
  /** The words, one a line. */
  readonly words: string;
  /** Whether all names were read. */
  readonly areAll: boolean;
}

/**
 * The words of events, and with `search_in=all` those in the names of related records. The index finds the words; whether
 * everybody can find them, and how often, the events decide at that moment.
 */
export class EventVocabulary implements Vocabulary {
  private readonly manager: EntityManager;
  private readonly languages: readonly Language[];
  /** The relations whose names the search reads. */
  private readonly relations: readonly Relation[];
  private namesOfRelations: Promise<ReadonlyMap<Relation, Names>> | undefined;

  constructor(
    { search_in: searchIn, search_languages: languages }: Pick<EventsQuery, 'search_in' | 'search_languages'>,
    { manager, language }: { readonly manager: EntityManager; readonly language: Language },
  ) {
    this.manager = manager;
    this.languages = languages === 'all' ? LANGUAGES : [language];
    this.relations = searchIn === 'all' ? RELATIONS : [];
  }

  async unknown(terms: readonly SearchTerm[]): Promise<ReadonlySet<SearchTerm>> {
    const spellings = terms.flatMap((term) => term.spellings.map((text) => ({ term, text, lookup: lookupOf(text) })));
    const lookups = spellings.map(({ lookup }) => (lookup === undefined ? [] : [lookup]));
    const wordIds = await wordIdsOf(this.manager, lookups);
    const wanted = spellings.map(({ text }, index): Wanted => ({ texts: [text], wordIds: [wordIds[index]!] }));
    const counts = await this.countEach(wanted, 1);
    // A word of one letter is in almost every text, and is not replaced.
    const isKnown = (term: SearchTerm) =>
      spellings.some((one, index) => one.term === term && (one.lookup === undefined || counts[index]! > 0));
    return new Set(terms.filter((term) => !isKnown(term)));
  }

  async near(word: string, edits: number): Promise<ReadonlySet<string>> {
    const words = await wordsNear(this.manager, word, edits);
    for (const { counts } of (await this.names()).values()) for (const name of counts.keys()) words.add(name);
    return words;
  }

  async count(spellings: readonly (readonly string[])[]): Promise<number[]> {
    const counts = spellings.map(() => 0);
    const places = await this.byFrequency(spellings);
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const some = places.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE);
      const wanted = some.map((place) => wantedOf(spellings[place]!));
      for (const [index, count] of (await this.countEach(wanted, MAX_COUNTED)).entries()) counts[some[index]!] = count;
      if (counts.some((count) => count > 0)) break;
    }
    return counts;
  }

  /**
   * The places of spellings, those of most events first. It counts the public events that have a word in either language,
   * of which no text needs to be read.
   */
  private async byFrequency(spellings: readonly (readonly string[])[]): Promise<number[]> {
    const places = [...spellings.keys()];
    if (spellings.length <= BATCH_SIZE) return places;
    const names = [...(await this.names()).values()];
    const some = places.slice(0, MAX_BATCHES * 100);
    const counts = await this.countEach(
      some.map((place) => ({ ...wantedOf(spellings[place]!), texts: [] })),
      MAX_COUNTED,
    );
    const inNames = ([word, ...others]: readonly string[]) =>
      others.length > 0 ? 0 : names.reduce((sum, { counts: ofNames }) => sum + (ofNames.get(word!) ?? 0), 0);
    const frequency = (place: number) => (counts[place] ?? 0) + inNames(spellings[place]!);
    return places.sort((one, other) => frequency(other) - frequency(one) || one - other);
  }

  /** The number of public events with all texts, of each; at most about `most`. */
  private async countEach(wanted: readonly Wanted[], most: number): Promise<number[]> {
    const counts = wanted.map(() => 0);
    const names = await this.names();
    const parts = wanted.flatMap((one, place) => {
      const found = [...this.withTexts(one), ...this.withNames(one, names)].map((fragment) => toPositional(fragment));
      if (found.length === 0) return [];
      const limited = found.map(({ sql, values }) => ({ sql: `SELECT id FROM (${sql} LIMIT ${most}) part`, values }));
      const { sql, values } = union(limited, 'UNION');
      return { sql: `SELECT ${place} AS place, COUNT(*) AS events FROM (${sql}) counted`, values };
    });
    // In small portions, since one statement may take long, and SQLite limits the number of its parts.
    for (let start = 0; start < parts.length; start += BATCH_SIZE) {
      const some = union(parts.slice(start, start + BATCH_SIZE));
      const found = await queryInWorker<{ place: number; events: number | string }>(this.manager, some);
      for (const { place, events } of found) counts[Number(place)] = Number(events);
    }
    return counts;
  }

  /** Selects of the public events whose text has all wanted texts: those of their own, and the dates of series. */
  private withTexts({ texts, wordIds }: Wanted): SqlFragment[] {
    const [first, ...others] = wordIds;
    if (!first || wordIds.some(({ length }) => length === 0)) return [];
    const join = this.join();
    const more = others.map((ids, index) => {
      const alias = `word${index + 1}`;
      return ` ${join} event_words ${alias} ON ${alias}.recordId = word0.recordId AND ${alias}.wordId IN (${ids.join()})`;
    });
    const occurs = texts.map((_, index) => ` AND ${occursInText('found', `:text${index}`, OPEN)}`).join('');
    const inText = `${join} event_search_texts found ON found.recordId = event.id AND found.language IN (:...languages)`;
    const ofEvent = `${join} events event ON event.id = word0.recordId`;
    // The dates of a series are joined twice: SQLite would otherwise find them by their status.
    const ofSeries = `${join} events date ON date.seriesId = word0.recordId ${join} events event ON event.id = date.id`;
    return [ofEvent, ofSeries].map((owned) => ({
      sql:
        `SELECT event.id AS id FROM event_words word0${more.join('')} ${owned} ${occurs === '' ? '' : inText} ` +
        `WHERE word0.wordId IN (${first.join()}) AND ${PUBLIC}${occurs === '' ? ` AND ${OPEN}` : occurs} ` +
        `AND ${withinDeadline(this.manager, 'word0.recordId')}`,
      parameters: {
        languages: this.languages,
        ...Object.fromEntries(texts.map((text, index) => [`text${index}`, Buffer.from(text)])),
      },
    }));
  }

  /** Selects of the public events that are related to a public record whose name has all wanted texts. */
  private withNames({ texts }: Wanted, known: ReadonlyMap<Relation, Names>): SqlFragment[] {
    if (texts.length === 0) return [];
    const join = this.join();
    const relations = this.relations.filter((relation) => mayHaveAll(known.get(relation)!, texts));
    return relations.map(({ resource, table, column, searched = [] }) => {
      const names = ['text.nameKey', ...searched.map((name) => `record.${name}`)];
      const occurs = texts.map((_, index) => names.map((name) => `INSTR(${name}, :text${index}) > 0`).join(' OR '));
      return {
        sql:
          `SELECT event.id AS id FROM ${namedRecords(resource, join)} ` +
          `${join} ${table} relation ON relation.${column} = record.id ${join} events event ON event.id = relation.eventId ` +
          `WHERE ${seenRecord(resource)} AND (${occurs.join(') AND (')}) AND ${PUBLIC} AND ${OPEN}`,
        parameters: {
          languages: this.languages,
          ...Object.fromEntries(texts.map((text, index) => [`text${index}`, text])),
        },
      };
    });
  }

  /** The words in the names of public records that the search reads, of each relation. */
  private names(): Promise<ReadonlyMap<Relation, Names>> {
    return (this.namesOfRelations ??= this.readNames());
  }

  private async readNames(): Promise<ReadonlyMap<Relation, Names>> {
    const { relations } = this;
    if (relations.length === 0) return new Map();
    const most = Math.max(...relations.map(({ searched = [] }) => searched.length));
    const parts = relations.map(({ resource, searched = [] }, place) => {
      const columns = Array.from({ length: most }, (_, index) =>
        searched[index] === undefined ? "''" : `COALESCE(record.${searched[index]}, '')`,
      );
      const all = [
        `${place} AS place`,
        ...['text.nameKey', ...columns].map((column, index) => `${column} AS name${index}`),
      ];
      return (
        `SELECT * FROM (SELECT ${all.join(', ')} FROM ${namedRecords(resource, this.join())} ` +
        `WHERE ${seenRecord(resource)} ORDER BY record.id LIMIT ${MAX_NAMES}) names${place}`
      );
    });
    const rows = await selectNamedInWorker<{ place: number }>(this.manager, {
      sql: parts.join(' UNION ALL '),
      parameters: { languages: this.languages },
    });
    return new Map(
      relations.map((relation, at) => {
        const names = rows.filter(({ place }) => Number(place) === at);
        const counts = new Map<string, number>();
        for (const { place: _place, ...texts } of names)
          for (const word of wordsOf(Object.values(texts).join('\n'))) counts.set(word, (counts.get(word) ?? 0) + 1);
        return [relation, { counts, words: [...counts.keys()].join('\n'), areAll: names.length < MAX_NAMES }];
      }),
    );
  }

  /** A join in the written order: the few rows of the first tables lead to those of the others. */
  private join(): string {
    return isSqlite(this.manager.dataSource) ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  }
}

/** Whether there may be a name with all texts, which then has to be looked for. A word has all parts of 32 letters. */
function mayHaveAll({ words, areAll }: Names, texts: readonly string[]): boolean {
  return !areAll || texts.every((text) => !/^[\p{L}\p{N}]{1,32}$/u.test(text) || words.includes(text));
}

function wantedOf(words: readonly string[]): Wanted {
  return { texts: words, wordIds: words.map((word) => [hashOf(word)]) };
}

function namedRecords({ names: { singular, plural } }: Relation['resource'], join: string): string {
  const inLanguages = `text.recordId = record.id AND text.language IN (:...languages)`;
  return `${plural} record ${join} ${singular}_translations text ON ${inLanguages}`;
}

/** SQL that is true for records that everybody sees. */
function seenRecord({ isPublished }: Relation['resource']): string {
  return isPublished ? visible('record', null).sql : '1 = 1';
}
