import { type EntityManager } from 'typeorm';
import { type LinkedRecordCache } from '../resource/linked-record-cache.js';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import {
  RECURRENCE_OVERRIDDEN,
  type OverriddenField,
  overriddenFieldsOf,
  overriddenFieldsText,
} from '../events/series/overrides.js';
import { publicRecurrence, storedRecurrence } from '../events/schedule/stored-recurrence.js';
import { dateWithTime, type Recurrence } from '../recurrence/recurrence.js';
import { momentAt } from '../datetime/moment.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';
import { type Outcome } from './write.js';

/** The events of a series by their ids, with the fields that reports use. */
export type SeriesState = ReadonlyMap<number, SeriesEvent>;

type SeriesEvent = Pick<Event, 'revision' | 'status'>;

const MEMBER_COLUMNS = ['id', 'revision', 'status', 'seriesDate', 'ownFields'] as const;

/** The other events of a series. */
function membersOf(manager: EntityManager, series: LinkedEvent) {
  return tableOf(manager, Event).select(manager, { seriesId: series.id }, { columns: MEMBER_COLUMNS });
}

/** @param series undefined if it does not exist in the calendar yet */
export async function seriesState(manager: EntityManager, series: LinkedEvent | undefined): Promise<SeriesState> {
  if (!series) return new Map();
  const events = [series, ...(await membersOf(manager, series))];
  return new Map(events.map(({ id, revision, status }) => [id, { revision, status }]));
}

/** The current state of the same events, even if they left the series. */
export async function statesOf(manager: EntityManager, ids: readonly number[]): Promise<SeriesState> {
  if (ids.length === 0) return new Map();
  const rows = await tableOf(manager, Event).select(manager, { id: ids }, { columns: ['id', 'revision', 'status'] });
  return new Map(rows.map(({ id, revision, status }) => [id, { revision, status }]));
}

/** The outcomes between two states, without events that were in the trash and still are. */
export function outcomesOf(before: SeriesState, after: SeriesState): Outcome[] {
  return [...after].flatMap(([id, { revision, status }]): Outcome[] => {
    const was = before.get(id);
    if (status === 'trash') return was && was.status !== 'trash' ? ['trashed'] : [];
    if (!was) return ['created'];
    return [was.revision === revision ? 'unchanged' : 'updated'];
  });
}

/** Dates that editors or earlier imports have excluded. */
function knownExdates(current: LinkedEvent | undefined): readonly string[] {
  return (current && storedRecurrence(current)?.exdates) ?? [];
}

/** Whether a series was split or ended in the calendar. Imports do not change its dates then. */
export function hasOwnDates(current: LinkedEvent | undefined): current is LinkedEvent {
  return current !== undefined && overriddenFieldsOf(current).has(RECURRENCE_OVERRIDDEN);
}

/**
 * The recurrence of a series: that of the file, without dates that were excluded in the calendar. If the series was
 * split or ended there, it keeps its recurrence, without the dates that the file excludes.
 * @returns undefined if it does not change
 */
export async function recurrenceAfter(
  manager: EntityManager,
  asked: Recurrence | null,
  current: LinkedEvent | undefined,
): Promise<Recurrence | null | undefined> {
  if (!hasOwnDates(current)) return asked && withExdates(asked, knownExdates(current));
  const stored = publicRecurrence(current);
  if (!stored || !asked) return undefined;
  const rows = await membersOf(manager, current);
  const there = new Set(rows.flatMap(({ id, seriesDate }) => (id === current.id ? [] : seriesDate!)));
  return withExdates(
    stored,
    asked.exdates.filter((date) => there.has(date)),
  );
}

function withExdates(recurrence: Recurrence, exdates: readonly string[]): Recurrence {
  return { ...recurrence, exdates: [...new Set([...exdates, ...recurrence.exdates])].sort() };
}

/** Prefix in `overriddenFields` of overrides that come from a file. */
const BY_FILE = 'file:';

/** Stores which overrides come from a file. */
export async function rememberSaid(
  manager: EntityManager,
  before: ReadonlySet<OverriddenField>,
  event: LinkedEvent,
): Promise<void> {
  const own = overriddenFieldsOf(event);
  const said = [...own].filter((field) => !before.has(field)).map((field) => BY_FILE + field);
  if (said.length > 0) await storeOwn(manager, event.id, new Set([...own, ...said]));
}

/**
 * Removes overrides that came from files, for occurrences that the file no longer mentions: they follow the series
 * again.
 * @param changed the occurrences in the file, by their local start by the rule
 * @returns whether there were any
 */
export async function forgetUnsaid(
  manager: EntityManager,
  series: LinkedEvent | undefined,
  changed: ReadonlyMap<string, Occurrence>,
): Promise<boolean> {
  if (!series?.recurrence) return false;
  const rows = await membersOf(manager, series);
  const dates = byDate(changed);
  const unsaid = rows.filter(({ seriesDate, ownFields }) => ownFields?.includes(BY_FILE) && !dates.has(seriesDate!));
  for (const row of unsaid) {
    const own = overriddenFieldsOf(row);
    const kept = [...own].filter((field) => !field.startsWith(BY_FILE) && !own.has(BY_FILE + field));
    await storeOwn(manager, row.id, new Set(kept));
  }
  return unsaid.length > 0;
}

async function storeOwn(manager: EntityManager, id: number, own: ReadonlySet<OverriddenField>): Promise<void> {
  await tableOf(manager, Event).update(manager, { id }, { ownFields: overriddenFieldsText(own) });
}

/** Occurrences by their name in the series. */
function byDate(changed: ReadonlyMap<string, Occurrence>): Map<string, Occurrence> {
  return new Map(
    [...changed].flatMap(([local, occurrence]) =>
      [local.slice(0, 10), dateWithTime(local)].map((date) => [date, occurrence]),
    ),
  );
}

/** The dates of a record that is a part of a series, by their local start in the series. */
export function datesWithin({ occurrences }: ImportRecord, { timezone, allDay }: LinkedEvent): Map<string, Occurrence> {
  return new Map(
    occurrences.map((one) => {
      const moment = momentOf(one.original ?? one.start, one);
      if (!moment) return [one.start, one];
      const local = one.allDay || allDay ? moment.local : momentAt(moment.utc, timezone).local;
      return [local, one];
    }),
  );
}

/**
 * The events of a series that the file overrides, with their overrides.
 * @param changed by their local start by the rule
 */
export async function changedMembers(
  manager: EntityManager,
  series: LinkedEvent,
  changed: ReadonlyMap<string, Occurrence>,
  shared: LinkedRecordCache,
): Promise<{ readonly event: LinkedEvent; readonly occurrence: Occurrence }[]> {
  if (changed.size === 0) return [];
  const dates = byDate(changed);
  const wanted = new Map<number, Occurrence>();
  for (const { id, seriesDate, status } of await membersOf(manager, series)) {
    const occurrence = dates.get(seriesDate!);
    // Events in the trash stay there.
    if (occurrence && id !== series.id && status !== 'trash') wanted.set(id, occurrence);
  }
  const events = await loadEvents(manager, [...wanted.keys()], shared);
  return events.map((event) => ({ event, occurrence: wanted.get(event.id)! }));
}
