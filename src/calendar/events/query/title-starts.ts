import { type EntityManager } from 'typeorm';
import { idList, parseSqliteTime, selectNamedInWorker, withinDeadline } from '../../../database/sql/statements.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Language } from '../../../lib/i18n/language.js';
import { hasWordStarts } from '../../../lib/text/word-starts.js';
import { whereVisible } from '../../records/visibility/visible.js';
import { Event, EventTranslation } from '../event.entity.js';
import { rarestTerm } from '../words/find-candidates.js';
import { SERIES_KEY } from './collapse-series.js';

/** Number of titles that are read at once. */
const BATCH_SIZE = 100;

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
  const rows = whereVisible(SelectBuilder.of(manager, Event, 'event', 'NO_INDEX(event IX_events_scheduled)'), null);
  rows.andWhere('event.hidden = FALSE AND event.endUtc >= :now', { now: new Date() });
  rows.join(EventTranslation, 'shown', 'shown.recordId = event.id AND shown.language = :language', { language });
  for (const [index, start] of starts.entries())
    rows.andWhere(`INSTR(shown.nameKey, :start${index}) > 0`, { [`start${index}`]: start });
  const rare = await rarestTerm(
    manager,
    starts.map((start) => ({ spellings: [start], isExcluded: false })),
  );
  if (rare?.owners.length === 0) return [];
  if (rare) {
    const { sql, parameters } = idList('owners', rare.owners);
    rows.andWhere(`${SERIES_KEY} IN ${sql}`, parameters);
  }
  rows.andWhere(withinDeadline(manager, 'event.id'));
  const found = new Map<number, ComingEvent>();
  for (let last: Row | undefined; ;) {
    const batch: Row[] = await readAfter(rows, last);
    for (const { id, series, title, endUtc } of batch)
      if (!found.has(series) && hasWordStarts(title, starts)) found.set(series, { id, endUtc: asDate(endUtc) });
    last = batch.at(-1);
    if (found.size >= limit || batch.length < BATCH_SIZE) return [...found.values()].slice(0, limit);
  }
}

/** The next events by date. */
function readAfter(rows: SelectBuilder, last: Row | undefined): Promise<Row[]> {
  const next = rows.copy();
  if (last) {
    const parameters = { lastStart: asDate(last.startUtc), lastId: last.id };
    next.andWhere('(event.startUtc > :lastStart OR (event.startUtc = :lastStart AND event.id > :lastId))', parameters);
    next.andWhere('event.startUtc >= :lastStart');
  }
  const select = next.sql({
    columns: [
      ...['event.id AS id', `${SERIES_KEY} AS series`, 'shown.nameKey AS title'],
      ...['event.startUtc AS startUtc', 'event.endUtc AS endUtc'],
    ],
    order: ['event.startUtc', 'event.id'],
    limit: BATCH_SIZE,
  });
  return selectNamedInWorker<Row>(rows.manager, select);
}

function asDate(time: Date | string): Date {
  return typeof time === 'string' ? parseSqliteTime(time) : time;
}
