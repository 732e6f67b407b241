import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import {
  parseSqliteTime,
  selectNamedInWorker,
  type SqlFragment,
  withinDeadline,
} from '../../../database/sql/statements.js';
import { type Language } from '../../../lib/i18n/language.js';
import { hasWordStarts } from '../../../lib/text/word-starts.js';
import { visible } from '../../records/visibility/visible.js';
import { ownersSql, rarestTerm } from '../words/find-candidates.js';
import { SERIES_KEY } from './collapse-series.js';

/** Number of titles that are read at first, and how many times more each time after that. */
const FIRST_BATCH = 16;
const GROWTH = 4;

/** Maximum number of rows of the index by which titles are found: the next of more events are found by their dates. */
const MAX_ROWS = 3000;

/** Public events that have not ended. */
const COMING = `${visible('event', null).sql} AND event.hidden = FALSE AND event.endUtc >= :now`;

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
  language: Language,
  limit: number,
): Promise<ComingEvent[]> {
  const terms = starts.map((start) => ({ spellings: [start], isExcluded: false }));
  const rare = await rarestTerm(manager, terms, MAX_ROWS);
  if (rare?.wordIds.length === 0) return [];
  const select = titlesOf(manager, starts, language, rare && ownersSql(rare));
  const found = new Map<number, ComingEvent>();
  let last: Row | undefined;
  for (let length = FIRST_BATCH; ; length *= GROWTH) {
    const batch: Row[] = await readAfter(manager, select, last, length);
    for (const { id, series, title, endUtc } of batch)
      if (!found.has(series) && hasWordStarts(title, starts)) found.set(series, { id, endUtc: asDate(endUtc) });
    if (found.size >= limit || batch.length < length) return [...found.values()].slice(0, limit);
    last = batch.at(-1);
  }
}

/** Selects events whose titles have all letters: those of the owners, else all by their dates. */
function titlesOf(
  manager: EntityManager,
  starts: readonly string[],
  language: Language,
  owners: string | undefined,
): SqlFragment {
  // Joins in the written order: SQLite would read all events of a status for a few owners.
  const join = isSqlite(manager.dataSource) ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  const owned =
    owners === undefined
      ? 'events event'
      : `(SELECT id FROM events WHERE id IN (${owners}) UNION ALL SELECT id FROM events WHERE seriesId IN (${owners})) ` +
        `owned ${join} events event ON event.id = owned.id`;
  const words = starts.map((_, index) => ` AND INSTR(shown.nameKey, :start${index}) > 0`).join('');
  return {
    sql:
      `SELECT /*+ NO_INDEX(event IX_events_scheduled) */ event.id AS id, ${SERIES_KEY} AS series, ` +
      `shown.nameKey AS title, event.startUtc AS startUtc, event.endUtc AS endUtc FROM ${owned} ` +
      `${join} event_translations shown ON shown.recordId = event.id AND shown.language = :language ` +
      `WHERE ${COMING}${words} AND ${withinDeadline(manager, 'event.id')}`,
    parameters: {
      ...{ language, now: new Date() },
      ...Object.fromEntries(starts.map((start, index) => [`start${index}`, start])),
    },
  };
}

/** The next events by date. */
function readAfter(
  manager: EntityManager,
  { sql, parameters }: SqlFragment,
  last: Row | undefined,
  length: number,
): Promise<Row[]> {
  const after = ' AND event.startUtc >= :lastStart AND (event.startUtc > :lastStart OR event.id > :lastId)';
  return selectNamedInWorker<Row>(manager, {
    sql: `${sql}${last ? after : ''} ORDER BY event.startUtc, event.id LIMIT ${length}`,
    parameters: { ...parameters, ...(last && { lastStart: asDate(last.startUtc), lastId: last.id }) },
  });
}

function asDate(time: Date | string): Date {
  return typeof time === 'string' ? parseSqliteTime(time) : time;
}
