import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { DataVersion } from '../../../database/data-version.js';
import { Database } from '../../../database/database.js';
import { parseSqliteTime, selectNamedInWorker, withinDeadline } from '../../../database/sql/statements.js';
import { type Language, type PerLanguage } from '../../../lib/i18n/language.js';
import { visible } from '../../records/visibility/visible.js';
import { SERIES_KEY } from './collapse-series.js';

/** SQL that is true for public events that have not ended. */
export const COMING = `${visible('event', null).sql} AND event.hidden = FALSE AND event.endUtc >= :now`;

/** Number of events whose titles are kept. */
const MAX_EVENTS = 1000;

export interface ComingEvent {
  readonly id: number;
  /** The id of its series, or its own. */
  readonly series: number;
  readonly startUtc: Date;
  readonly endUtc: Date;
}

export interface TitledEvent extends ComingEvent {
  /** Folded. */
  readonly titles: Partial<PerLanguage<string>>;
}

/** The public events that take place now or come next, by date. */
export interface FirstEvents {
  readonly events: readonly TitledEvent[];
  /** The last event that was read; undefined if there are no others. */
  readonly last: ComingEvent | undefined;
}

interface Row {
  readonly id: number;
  readonly series: number;
  readonly startUtc: Date | string;
  readonly endUtc: Date | string;
  readonly language: Language;
  readonly title: string;
}

/**
 * The titles of the public events that take place now or come next. Most visitors look for one of these. No index leads
 * to the ends of events, so that without this list all events of the past would be read for those that take place now.
 */
@Injectable()
export class NextEvents {
  private known: { readonly version: number; readonly readAt: Date; readonly first: Promise<FirstEvents> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly versions: DataVersion,
  ) {}

  /** Reads them once for each version of the data. Some may have ended since. */
  async get(): Promise<FirstEvents> {
    const version = await this.versions.current();
    const now = new Date();
    if (this.known?.version !== version || this.known.readAt > now) {
      const first = this.database.read((manager) => readFirst(manager, now));
      this.known = { version, readAt: now, first };
      first.catch(() => {
        if (this.known?.first === first) this.known = undefined;
      });
    }
    return this.known.first;
  }
}

async function readFirst(manager: EntityManager, now: Date): Promise<FirstEvents> {
  const first =
    `SELECT /*+ NO_INDEX(event IX_events_scheduled) */ event.id AS id, ${SERIES_KEY} AS series, ` +
    'event.startUtc AS startUtc, event.endUtc AS endUtc FROM events event ' +
    `WHERE ${COMING} AND ${withinDeadline(manager, 'event.id')} ORDER BY event.startUtc, event.id LIMIT ${MAX_EVENTS}`;
  const rows = await selectNamedInWorker<Row>(manager, {
    sql:
      'SELECT first.id AS id, first.series AS series, first.startUtc AS startUtc, first.endUtc AS endUtc, ' +
      `shown.language AS language, shown.nameKey AS title FROM (${first}) first ` +
      'INNER JOIN event_translations shown ON shown.recordId = first.id ORDER BY first.startUtc, first.id',
    parameters: { now },
  });
  const events = new Map<number, TitledEvent & { readonly titles: Partial<Record<Language, string>> }>();
  for (const { id, series, startUtc, endUtc, language, title } of rows) {
    const event = events.get(id) ?? { id, series, startUtc: asDate(startUtc), endUtc: asDate(endUtc), titles: {} };
    event.titles[language] = title;
    events.set(id, event);
  }
  const read = [...events.values()];
  return { events: read, last: read.length < MAX_EVENTS ? undefined : read.at(-1) };
}

/** The value of a column of times as the database returned it. */
export function asDate(time: Date | string): Date {
  return typeof time === 'string' ? parseSqliteTime(time) : time;
}
