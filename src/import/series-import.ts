import { type EntityManager } from 'typeorm';
import { tableOf } from '../database/sql/table.js';
import { momentFromInstant } from '../datetime/moment.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent } from '../events/relations/relations.js';
import { publicRecurrence, storedRecurrence } from '../events/schedule/stored-recurrence.js';
import {
  type OverriddenField,
  overriddenFieldsOf,
  RECURRENCE_OVERRIDDEN,
  serializeOverriddenFields,
} from '../events/series/overrides.js';
import { dateWithTime, type Recurrence } from '../recurrence/recurrence.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';
import { type Outcome, type WriteContext } from './write.js';

type SeriesState = ReadonlyMap<number, Pick<Event, 'revision' | 'status'>>;

const MEMBER_COLUMNS = ['id', 'status', 'seriesDate', 'ownFields'] as const;

function rowsIn(manager: EntityManager, series: LinkedEvent) {
  return tableOf(manager, Event).select(manager, { seriesId: series.id }, { columns: MEMBER_COLUMNS });
}

export async function membersOf(manager: EntityManager, series: LinkedEvent): Promise<number[]> {
  return [series.id, ...(await rowsIn(manager, series)).map(({ id }) => id)];
}

/** The current state of events, even if they left their series. */
export async function statesOf(manager: EntityManager, ids: readonly number[]): Promise<SeriesState> {
  if (ids.length === 0) return new Map();
  const rows = await tableOf(manager, Event).select(
    manager,
    { id: [...new Set(ids)] },
    { columns: ['id', 'revision', 'status'] },
  );
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

/**
 * Merges the recurrence of the source with the dates that were excluded in the calendar. A series that was split or
 * ended in the calendar keeps its own recurrence, without the dates that the source excludes.
 * @returns undefined if it does not change
 */
export async function mergedRecurrence(
  manager: EntityManager,
  asked: Recurrence | null,
  current: LinkedEvent | undefined,
): Promise<Recurrence | null | undefined> {
  if (!current || !overriddenFieldsOf(current).has(RECURRENCE_OVERRIDDEN))
    return asked && withExdates(asked, (current && storedRecurrence(current)?.exdates) ?? []);
  const stored = publicRecurrence(current);
  if (!stored || !asked) return undefined;
  const others = (await rowsIn(manager, current)).filter(({ id }) => id !== current.id);
  return withExdates(
    stored,
    asked.exdates.filter((date) => others.some(({ seriesDate }) => seriesDate === date)),
  );
}

function withExdates(recurrence: Recurrence, exdates: readonly string[]): Recurrence {
  return { ...recurrence, exdates: [...new Set([...exdates, ...recurrence.exdates])].sort() };
}

const SOURCE_PREFIX = 'file:';

export async function markSourceOverrides(
  manager: EntityManager,
  before: ReadonlySet<OverriddenField>,
  event: LinkedEvent,
): Promise<void> {
  const own = overriddenFieldsOf(event);
  const said = [...own].filter((field) => !before.has(field)).map((field) => SOURCE_PREFIX + field);
  if (said.length > 0) await storeOwn(manager, event.id, new Set([...own, ...said]));
}

/**
 * Removes overrides that came from the source and that it no longer has. Their occurrences follow the series again.
 * @returns whether there were any
 */
export async function removeObsoleteOverrides(
  manager: EntityManager,
  series: LinkedEvent | undefined,
  changed: ReadonlyMap<string, Occurrence>,
): Promise<boolean> {
  if (!series?.recurrence) return false;
  const dates = byDate(changed);
  const unsaid = (await rowsIn(manager, series)).filter(
    ({ seriesDate, ownFields }) => ownFields?.includes(SOURCE_PREFIX) && !dates.has(seriesDate!),
  );
  for (const row of unsaid) {
    const own = overriddenFieldsOf(row);
    const kept = [...own].filter((field) => !field.startsWith(SOURCE_PREFIX) && !own.has(SOURCE_PREFIX + field));
    await storeOwn(manager, row.id, new Set(kept));
  }
  return unsaid.length > 0;
}

async function storeOwn(manager: EntityManager, id: number, own: ReadonlySet<OverriddenField>): Promise<void> {
  await tableOf(manager, Event).update(manager, { id }, { ownFields: serializeOverriddenFields(own) });
}

/** Indexes overrides by both forms of `seriesDate`: the day, and the local time on days with several occurrences. */
function byDate(changed: ReadonlyMap<string, Occurrence>): Map<string, Occurrence> {
  return new Map(
    [...changed].flatMap(([local, occurrence]) =>
      [local.slice(0, 10), dateWithTime(local)].map((date) => [date, occurrence]),
    ),
  );
}

export function occurrencesByLocalStart(
  { occurrences }: ImportRecord,
  { timezone, allDay }: LinkedEvent,
): Map<string, Occurrence> {
  return new Map(
    occurrences.map((one) => {
      const moment = momentOf(one.original ?? one.start, one);
      if (!moment) return [one.start, one];
      return [one.allDay || allDay ? moment.local : momentFromInstant(moment.utc, timezone).local, one];
    }),
  );
}

/**
 * The dates of a series that are not in the trash, with their overrides.
 * @param changed by their local start by the rule
 */
export async function changedMembers(
  { manager, load }: WriteContext,
  series: LinkedEvent,
  changed: ReadonlyMap<string, Occurrence>,
): Promise<{ readonly event: LinkedEvent; readonly occurrence: Occurrence }[]> {
  if (changed.size === 0) return [];
  const dates = byDate(changed);
  const wanted = new Map<number, Occurrence>();
  for (const { id, seriesDate, status } of await rowsIn(manager, series)) {
    const occurrence = dates.get(seriesDate!);
    if (occurrence && id !== series.id && status !== 'trash') wanted.set(id, occurrence);
  }
  const events = await load([...wanted.keys()]);
  return events.map((event) => ({ event, occurrence: wanted.get(event.id)! }));
}
