import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { momentFromInstant } from '../../lib/datetime/moment.js';
import { Event } from '../../calendar/events/event.entity.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { publicRecurrence, storedRecurrence } from '../../calendar/events/schedule/stored-recurrence.js';
import {
  importMarksOf,
  type OverriddenField,
  type OwnField,
  ownFieldsOf,
  overriddenFieldsOf,
  RECURRENCE_OVERRIDDEN,
  serializeOwnFields,
} from '../../calendar/events/series/overrides.js';
import { dateWithTime, type Recurrence } from '../../lib/recurrence/recurrence.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';
import { type Outcome, type WriteContext } from './write.js';

const MEMBER_COLUMNS = ['id', 'revision', 'status', 'seriesDate', 'ownFields'] as const;

type Members = ReadonlyMap<number, Pick<Event, (typeof MEMBER_COLUMNS)[number]>>;

/** The current rows of events, even if they left their series, and of all dates of a series. */
export async function membersOf(manager: EntityManager, ids: readonly number[], seriesId?: number): Promise<Members> {
  const columns = { columns: MEMBER_COLUMNS };
  const rows = await tableOf(manager, Event).select(manager, { id: ids }, columns);
  if (seriesId !== undefined) rows.push(...(await tableOf(manager, Event).select(manager, { seriesId }, columns)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The outcomes between two states, without events that were in the trash and still are. */
export function outcomesOf(before: Members, after: Members): Outcome[] {
  return [...after].flatMap(([id, { revision, status }]): Outcome[] => {
    const was = before.get(id);
    if (status === 'trash') return was && was.status !== 'trash' ? ['trashed'] : [];
    if (!was) return ['created'];
    return [was.revision === revision ? 'unchanged' : 'updated'];
  });
}

/**
 * Merges the recurrence of the source with the dates that were excluded in the calendar. A series that was split or
 * ended there keeps its own one, without the dates that the source excludes. Undefined if it does not change.
 */
export function mergedRecurrence(
  asked: Recurrence | null,
  current: EventWithRelations | undefined,
  members: Members,
): Recurrence | null | undefined {
  if (!current || !ownFieldsOf(current).has(RECURRENCE_OVERRIDDEN))
    return asked && withExdates(asked, (current && storedRecurrence(current)?.exdates) ?? []);
  const stored = publicRecurrence(current);
  if (!stored || !asked) return undefined;
  const others = [...members.values()].filter(({ id }) => id !== current.id).map(({ seriesDate }) => seriesDate);
  return withExdates(
    stored,
    asked.exdates.filter((date) => others.includes(date)),
  );
}

function withExdates(recurrence: Recurrence, exdates: readonly string[]): Recurrence {
  return { ...recurrence, exdates: [...new Set([...exdates, ...recurrence.exdates])].sort() };
}

/** Marks fields that a date overrides because of the source, so that they follow the series when it drops them. */
export async function markSourceOverrides(
  manager: EntityManager,
  before: Pick<Event, 'ownFields'>,
  event: EventWithRelations,
): Promise<void> {
  const was = overriddenFieldsOf(before);
  const added = [...overriddenFieldsOf(event)].filter((field) => !was.has(field));
  const marks = added.map((field) => `file:${field}` as const);
  if (marks.length > 0) await storeOverrides(manager, event.id, [...ownFieldsOf(event), ...marks]);
}

/** Removes overrides that the source no longer has, so that their dates follow the series; true if there were any. */
export async function removeObsoleteOverrides(
  manager: EntityManager,
  members: Members,
  changed: ReadonlyMap<string, Occurrence>,
): Promise<boolean> {
  const dates = byDate(changed);
  const obsolete = [...members.values()].filter(
    ({ seriesDate, ownFields }) => ownFields?.includes('file:') && !dates.has(seriesDate!),
  );
  for (const row of obsolete) {
    const own = ownFieldsOf(row);
    const isOfSource = (field: OverriddenField) => own.has(`file:${field}`);
    const marks = importMarksOf(row).filter((mark) => mark === RECURRENCE_OVERRIDDEN);
    const kept = [...marks, ...[...overriddenFieldsOf(row)].filter((field) => !isOfSource(field))];
    await storeOverrides(manager, row.id, kept);
  }
  return obsolete.length > 0;
}

async function storeOverrides(manager: EntityManager, id: number, own: readonly OwnField[]): Promise<void> {
  await tableOf(manager, Event).update(manager, { id }, { ownFields: serializeOwnFields(own) });
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
  { timezone, allDay }: EventWithRelations,
): Map<string, Occurrence> {
  return new Map(
    occurrences.map((occurrence) => {
      const moment = momentOf(occurrence.original ?? occurrence.start, occurrence);
      if (!moment) return [occurrence.start, occurrence];
      const isDay = occurrence.allDay || allDay;
      return [isDay ? moment.local : momentFromInstant(moment.utc, timezone).local, occurrence];
    }),
  );
}

/** The dates of a series that are not in the trash, with their overrides, which are given by local start. */
export async function changedMembers(
  { manager, load }: WriteContext,
  series: EventWithRelations,
  changed: ReadonlyMap<string, Occurrence>,
): Promise<{ readonly event: EventWithRelations; readonly occurrence: Occurrence }[]> {
  if (changed.size === 0) return [];
  const dates = byDate(changed);
  const wanted = new Map<number, Occurrence>();
  for (const [id, { seriesDate, status }] of await membersOf(manager, [], series.id)) {
    const occurrence = dates.get(seriesDate!);
    if (occurrence && id !== series.id && status !== 'trash') wanted.set(id, occurrence);
  }
  const events = await load([...wanted.keys()]);
  return events.map((event) => ({ event, occurrence: wanted.get(event.id)! }));
}
