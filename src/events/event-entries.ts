import { type EntityManager } from 'typeorm';
import { Rows } from '../database/sql/rows.js';
import { tableOf } from '../database/sql/table.js';
import { type Entries, type Entry, type EntryOptions } from '../list/entries.js';
import { lastModified } from '../list/last-modified.js';
import { access } from '../content/access.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type Status } from '../content/status.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type LinkedRecordCache } from '../resource/linked-record-cache.js';
import { type Database } from '../database/database.js';
import { type EventDto } from './event.dto.js';
import { EventEntry } from './event.entry.js';
import { Event } from './event.entity.js';
import { type LinkedEvent, loadEvents } from './relations/load.js';
import { type RecurringForm, recurringForms, shownWith } from './series/recurring-form.js';
import { storedRecurrence } from './schedule/stored-recurrence.js';
import { yearsOfSeries, zoneYears } from './schedule/zone-years.js';

/** The caller, and the options for entries of a feed. */
export interface EntryScope {
  readonly database: Database;
  readonly linkedRecords: LinkedRecordCache;
  readonly context: RequestContext;
  readonly audience: Viewer;
  readonly options: EntryOptions;
  /**
   * Statuses of the occurrences that belong to the entry of their series; undefined if every event is an entry of its
   * own.
   */
  readonly statuses: readonly Status[] | undefined;
}

/** Reads events as entries of feeds, page by page. */
export function eventParts(
  ids: readonly number[],
  scope: EntryScope,
): Pick<Entries<EventDto>, 'read' | 'zoneYears' | 'lastModified'> {
  const { context, database, linkedRecords, statuses, options } = scope;
  const years = async (manager: EntityManager) => {
    const listed = Rows.of(manager, Event, 'event').andWhere(`event.id IN (${ids.join()})`);
    if (!statuses) return zoneYears(listed);
    const occurrences = shownWith(manager, ids, statuses, context.caller);
    const shown = [...(await zoneYears(listed)), ...(await zoneYears(occurrences))];
    return [...shown, ...(await yearsOfSeries(listed))];
  };
  return {
    read: (some) =>
      database.read(async (manager) => {
        const events = await loadEvents(manager, some, linkedRecords, options.fields);
        // Some events may have been hidden since the list was found.
        const listed = events.filter((event) => isListed(event, context));
        return entriesOf(manager, listed, scope);
      }),
    zoneYears: () => (ids.length === 0 ? Promise.resolve([]) : database.read(years)),
    lastModified: () => database.read((manager) => lastModified(manager, Event, ids)),
  };
}

/** @param opened the stored hash of the password that was given */
export async function entriesOf(
  manager: EntityManager,
  events: readonly LinkedEvent[],
  { context, linkedRecords, audience: viewer, options, statuses }: EntryScope,
  opened: string | null = null,
): Promise<EventEntry[]> {
  const { caller } = context;
  // An occurrence with the same password as its series is unlocked with it.
  const isOpened = ({ passwordHash }: LinkedEvent) => opened !== null && passwordHash === opened;
  const isTold = (event: LinkedEvent) => access(event, caller) === 'full' || isOpened(event);
  const series = events.filter(isTold);
  const { datesApart, fields } = options;
  const told =
    statuses && (await recurringForms(manager, series, { statuses, caller, datesApart }, linkedRecords, fields));
  const origins = await originsOf(manager, events);
  const originOf = ({ seriesId }: LinkedEvent) => (seriesId === null ? undefined : origins.get(seriesId));
  const entry = (event: LinkedEvent) => new EventEntry(event, viewer, originOf(event), isOpened(event));
  return events.flatMap((event) => {
    const series = told?.get(event.id);
    if (!series) return entry(event);
    if (isOfDates(series, options)) return [event, ...datesOf(series, event)].map(entry);
    const changed = series.changed.map((one): { start: string; entry: Entry<EventDto> } => ({
      start: one.start,
      entry: entry(one.event),
    }));
    return new EventEntry(event, viewer, originOf(event), isOpened(event), { ...series, changed });
  });
}

/** The ids of the records with which some series began, by the ids of the records that represent these series now. */
async function originsOf(manager: EntityManager, events: readonly LinkedEvent[]): Promise<Map<number, number>> {
  const ids = [...new Set(events.flatMap(({ seriesId }) => seriesId ?? []))];
  if (ids.length === 0) return new Map();
  const series = await tableOf(manager, Event).select(manager, { id: ids }, { columns: ['id', 'recurrence'] });
  return new Map(
    series.flatMap((one) => {
      const { stand } = storedRecurrence(one) ?? {};
      return stand ? [[one.id, stand.origin] as const] : [];
    }),
  );
}

/** Whether a series has no rule, so that its dates are separate entries. */
function isOfDates({ rule }: RecurringForm, { datesApart }: EntryOptions): boolean {
  return datesApart && rule.recurrence.rrule === null;
}

/** The dates of a series without a rule, except the first, which is the series itself. */
function datesOf({ changed }: RecurringForm, series: LinkedEvent): LinkedEvent[] {
  return changed.map(({ event }) => event).filter(({ id }) => id !== series.id);
}

function isListed(event: LinkedEvent, { caller }: RequestContext): boolean {
  const granted = access(event, caller);
  return granted === 'full' || granted === 'masked';
}
