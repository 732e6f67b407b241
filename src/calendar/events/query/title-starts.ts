import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { selectNamedInWorker, type SqlFragment, withinDeadline } from '../../../database/sql/statements.js';
import { type Language } from '../../../lib/i18n/language.js';
import { hasWordStarts } from '../../../lib/text/word-starts.js';
import { ownersSql, rarestTerm } from '../words/find-candidates.js';
import { SERIES_KEY } from './collapse-series.js';
import { asDate, type ComingEvent, COMING, type FirstEvents } from './next-events.js';

/** Number of titles that are read at first, and how many times more each time after that. */
const FIRST_BATCH = 12;
const GROWTH = 4;

/** Maximum number of rows of the index of words by which events are found. With more, titles are read by their dates. */
const MAX_ROWS = 3000;

interface TitledRow extends ComingEvent {
  /** Folded. */
  readonly title: string;
}

/** A row as the database returns it. */
type Row = Omit<TitledRow, 'startUtc' | 'endUtc'> & Record<'startUtc' | 'endUtc', Date | string>;

/**
 * Public events that have not ended and whose title has words that begin with given letters, by date, each series once.
 * @param starts folded
 * @param limit the largest number of events
 */
export async function eventsByTitleStarts(
  manager: EntityManager,
  starts: readonly string[],
  { language, first }: { readonly language: Language; readonly first: FirstEvents },
  limit: number,
): Promise<ComingEvent[]> {
  const found = new Map<number, ComingEvent>();
  const now = Date.now();
  const add = (event: ComingEvent, title = '') => {
    if (!found.has(event.series) && hasWordStarts(title, starts) && event.endUtc.getTime() >= now)
      found.set(event.series, event);
    return found.size >= limit;
  };
  if (first.events.some((event) => add(event, event.titles[language])) || !first.last) return [...found.values()];
  const terms = starts.map((start) => ({ spellings: [start], isExcluded: false }));
  const rare = await rarestTerm(manager, terms, MAX_ROWS);
  if (rare?.wordIds.length === 0) return [...found.values()];
  const titles = new Titles(manager, starts, language);
  const part = rare ? titles.ofOwners(ownersSql(rare)) : titles.byDate();
  let last: ComingEvent = first.last;
  // The events of an index are sorted, so that each batch would read all of them.
  for (let length = rare ? MAX_ROWS : FIRST_BATCH; ; length *= GROWTH) {
    const batch = await titles.read(part, last, length);
    if (batch.some(({ title, ...event }) => add(event, title)) || batch.length < length) return [...found.values()];
    last = batch.at(-1)!;
  }
}

/** Reads events whose titles have all letters. */
class Titles {
  /** Joins in the written order: SQLite would read all events of a status for a few owners. */
  private readonly join: string;

  constructor(
    private readonly manager: EntityManager,
    private readonly starts: readonly string[],
    private readonly language: Language,
  ) {
    this.join = isSqlite(manager.dataSource) ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  }

  /** Selects those that the index of words has found. This is a join, since MariaDB would look up each event with `IN`. */
  ofOwners(owners: string): SqlFragment {
    const ownedBy = (column: string) =>
      `SELECT owned.id AS id FROM (${owners}) word ${this.join} events owned ON owned.${column} = word.recordId`;
    return this.select(
      `(${ownedBy('id')} UNION ${ownedBy('seriesId')}) found ${this.join} events event ON event.id = found.id`,
    );
  }

  byDate(): SqlFragment {
    return this.select('events event');
  }

  /** The next events by date. */
  async read(part: SqlFragment, last: ComingEvent, length: number): Promise<TitledRow[]> {
    const after = 'event.startUtc >= :lastStart AND (event.startUtc > :lastStart OR event.id > :lastId)';
    const rows = await selectNamedInWorker<Row>(this.manager, {
      sql: `${part.sql} AND ${after} ORDER BY event.startUtc, event.id LIMIT ${length}`,
      parameters: { ...part.parameters, lastStart: last.startUtc, lastId: last.id },
    });
    return rows.map((row) => ({ ...row, startUtc: asDate(row.startUtc), endUtc: asDate(row.endUtc) }));
  }

  private select(from: string): SqlFragment {
    const words = this.starts.map((_, index) => ` AND INSTR(shown.nameKey, :start${index}) > 0`).join('');
    return {
      sql:
        `SELECT /*+ NO_INDEX(event IX_events_scheduled) */ event.id AS id, ${SERIES_KEY} AS series, ` +
        `shown.nameKey AS title, event.startUtc AS startUtc, event.endUtc AS endUtc FROM ${from} ` +
        `${this.join} event_translations shown ON shown.recordId = event.id AND shown.language = :language ` +
        `WHERE ${COMING}${words} AND ${withinDeadline(this.manager, 'event.id')}`,
      parameters: {
        ...{ language: this.language, now: new Date() },
        ...Object.fromEntries(this.starts.map((start, index) => [`start${index}`, start])),
      },
    };
  }
}
