import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import {
  idList,
  parseSqliteTime,
  selectNamedInWorker,
  type SqlFragment,
  withinDeadline,
} from '../../../database/sql/statements.js';
import { type Language } from '../../../lib/i18n/language.js';
import { hasWordStarts } from '../../../lib/text/word-starts.js';
import { ownersSql, rarestTerm } from '../words/find-candidates.js';
import { SERIES_KEY } from './collapse-series.js';
import { COMING, type UnderWay } from './events-under-way.js';

/** Number of titles that are read at first, and how many times more each time after that. */
const FIRST_BATCH = 12;
const GROWTH = 4;

/** Maximum number of rows of the index of words that are read: titles with one of more frequent words are soon found. */
const MAX_ROWS = 3000;

/** Maximum number of rows of the index by which events are found: those of more rows are found by their dates. */
const MAX_FOUND = 400;

/** A public event that has not ended. */
export interface ComingEvent {
  readonly id: number;
  readonly endUtc: Date;
}

interface Row {
  readonly id: number;
  readonly series: number;
  readonly title: string;
  readonly startUtc: Date | string;
  readonly endUtc: Date | string;
}

/**
 * Public events that have not ended and whose title has words that begin with given letters, by date, each series once.
 * @param starts folded
 * @param limit the largest number of events
 */
export async function eventsByTitleStarts(
  manager: EntityManager,
  starts: readonly string[],
  { language, underWay }: { readonly language: Language; readonly underWay: UnderWay },
  limit: number,
): Promise<ComingEvent[]> {
  const terms = starts.map((start) => ({ spellings: [start], isExcluded: false }));
  const rare = await rarestTerm(manager, terms, MAX_ROWS);
  if (rare?.wordIds.length === 0) return [];
  const titles = new Titles(manager, starts, language);
  const found = new Map<number, ComingEvent>();
  let last: Row | undefined;
  const isFew = rare !== undefined && rare.rows <= MAX_FOUND;
  const parts = isFew ? [titles.ofOwners(ownersSql(rare))] : titles.byDate(underWay, rare && ownersSql(rare));
  // The events of an index are sorted, so that each batch would read all of them.
  for (let length = isFew ? MAX_FOUND : FIRST_BATCH; ; length *= GROWTH) {
    const batch = await titles.read(parts, last, length);
    for (const { id, series, title, endUtc } of batch)
      if (!found.has(series) && hasWordStarts(title, starts)) found.set(series, { id, endUtc: asDate(endUtc) });
    if (found.size >= limit || batch.length < length) return [...found.values()].slice(0, limit);
    last = batch.at(-1);
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

  /** Selects those that the index of words has found. */
  ofOwners(owners: string): SqlFragment {
    const owned = `SELECT id FROM events WHERE id IN (${owners}) UNION ALL SELECT id FROM events WHERE seriesId IN (${owners})`;
    return this.select(this.found(owned));
  }

  /** Selects all that take place now or later, or those of them that the index of words has found. */
  byDate({ since, ids }: UnderWay, owners?: string): SqlFragment[] {
    // Compared with TRUE, since servers would turn the condition into a join, and sort all that it finds.
    const isOwned = owners === undefined ? '' : ` AND (${SERIES_KEY} IN (${owners})) = TRUE`;
    const later = this.select('events event', `event.startUtc >= :since${isOwned}`, { since });
    if (ids.length === 0) return [later];
    const { sql, parameters } = idList('underWay', ids);
    return [this.select(this.found(`SELECT id FROM events WHERE id IN ${sql}`), '1 = 1', parameters), later];
  }

  /** The next events by date. Each part has at most as many, so that none of them is read to its end. */
  read(parts: readonly SqlFragment[], last: Row | undefined, length: number): Promise<Row[]> {
    const after = ' AND event.startUtc >= :lastStart AND (event.startUtc > :lastStart OR event.id > :lastId)';
    const limited = parts.map(
      ({ sql }) => `${sql}${last ? after : ''} ORDER BY event.startUtc, event.id LIMIT ${length}`,
    );
    const union = limited.map((sql, place) => `SELECT * FROM (${sql}) part${place}`).join(' UNION ALL ');
    return selectNamedInWorker<Row>(this.manager, {
      sql: limited.length === 1 ? limited[0]! : `${union} ORDER BY startUtc, id LIMIT ${length}`,
      parameters: {
        ...(Object.assign({}, ...parts.map(({ parameters }) => parameters)) as object),
        ...(last && { lastStart: asDate(last.startUtc), lastId: last.id }),
      },
    });
  }

  /** The events with some ids, by their primary key: SQLite would find a few by the index of their dates. */
  private found(ids: string): string {
    return `(${ids}) owned ${this.join} events event ON event.id = owned.id`;
  }

  private select(from: string, condition = '1 = 1', parameters: object = {}): SqlFragment {
    const words = this.starts.map((_, index) => ` AND INSTR(shown.nameKey, :start${index}) > 0`).join('');
    return {
      sql:
        `SELECT /*+ NO_INDEX(event IX_events_scheduled) */ event.id AS id, ${SERIES_KEY} AS series, ` +
        `shown.nameKey AS title, event.startUtc AS startUtc, event.endUtc AS endUtc FROM ${from} ` +
        `${this.join} event_translations shown ON shown.recordId = event.id AND shown.language = :language ` +
        `WHERE ${condition} AND ${COMING}${words} AND ${withinDeadline(this.manager, 'event.id')}`,
      parameters: {
        ...{ language: this.language, now: new Date(), ...parameters },
        ...Object.fromEntries(this.starts.map((start, index) => [`start${index}`, start])),
      },
    };
  }
}

function asDate(time: Date | string): Date {
  return typeof time === 'string' ? parseSqliteTime(time) : time;
}
