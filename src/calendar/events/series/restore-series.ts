import { type EntityManager } from 'typeorm';
import { placeholders, query } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { occurrencesOn } from '../../../lib/recurrence/occurrences.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { recurrenceBefore } from '../../../lib/recurrence/split-recurrence.js';
import { type Content, seriesContent } from '../../records/revisions/content.js';
import { ownChangesOf } from '../../records/revisions/find-revisions.js';
import { type Restorer, type RestoredRecord, type Restoration } from '../../resource/restoration.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type EventWithRelations } from '../relations/relations.js';
import { isOccurrence, seriesRule, storedRecurrence } from '../schedule/stored-recurrence.js';
import { storedEvent, withColumns } from '../write/stored-event.js';
import { departedSince, formerRecordsOf } from './former-series.js';
import { FormerSeries } from './former-series.entity.js';
import { changedFields, inheritFromSeries, serializeOverriddenFields } from './overrides.js';
import { baseOf } from './own-values.js';
import {
  contentForDate,
  keepingFields,
  recurrenceIn,
  wasOccurrence,
  withoutDates,
  withRule,
} from './restored-content.js';

type EventRestoration = Restoration<EventWithRelations>;

/**
 * Restores a revision of an event. That of a series gives its texts, links and hours back to all dates that belonged to it
 * then, also where they are in parts that were divided off since. The rule is restored only if the request asks for dates.
 * `docs/decisions/revisions.md` has the reasons.
 */
export async function restoreEvent(
  manager: EntityManager,
  restoration: EventRestoration,
  restorer: Restorer<EventWithRelations>,
): Promise<RestoredRecord<EventWithRelations>> {
  const { record } = restoration;
  const departed = await departures(manager, restoration);
  const family = [record.id, record.seriesId ?? record.id, ...departed.map(({ eventId }) => eventId)];
  const before = await publicDates(manager, family);
  const restored = await restoreDates(manager, restoration, departed, restorer);
  // Dates that have become single events are still there.
  const after = await publicDates(manager, [...family, ...before]);
  const numbers = {
    dates_added: [...after].filter((id) => !before.has(id)).length,
    dates_removed: [...before].filter((id) => !after.has(id)).length,
  };
  return { record: restored, numbers };
}

/** The events that have left the series which a revision is restored on, where it was that of its record. */
async function departures(manager: EntityManager, { record, entry }: EventRestoration): Promise<FormerSeries[]> {
  const isOwn = entry.recordId === record.id;
  if (!isOwn && isOccurrence(record)) return [];
  const former = await formerRecordsOf(manager, record.id);
  const departed =
    isOwn || former.includes(entry.recordId)
      ? await departedSince(manager, [entry.recordId], entry.recordRevision)
      : // A part has the revision of the series from which it was divided off: it applies to the part alone.
        await departedSince(manager, [record.id, ...former], 0);
  return departed.filter(({ eventId }) => eventId !== record.id);
}

async function restoreDates(
  manager: EntityManager,
  { record, entry, former, hasDates }: EventRestoration,
  departed: readonly FormerSeries[],
  restorer: Restorer<EventWithRelations>,
): Promise<EventWithRelations> {
  const isOwn = entry.recordId === record.id;
  // A date alone: its own revision has its own day, and one of its series was placed on it.
  if (isOccurrence(record) || !isOwn) {
    const content = isOwn && recurrenceIn(former) ? withoutDates(former, await restorer.contentOf(record)) : former;
    const restored = await restorer.write(record, content);
    await restoreDeparted(manager, { entry, former, departed }, restorer);
    return restored;
  }
  const isSeries = record.recurrence !== null || recurrenceIn(former) !== null;
  const content = isSeries ? withoutDates(former, await restorer.contentOf(record)) : former;
  const restored = await restorer.write(record, content);
  await restoreDeparted(manager, { entry, former, departed }, restorer);
  if (!hasDates || !isSeries || wasOccurrence(former)) return restored;
  return restoreRule(manager, { record: restored, former, departed }, restorer);
}

/** Gives the events that have left a series since a revision its values, except those that they have changed themselves. */
async function restoreDeparted(
  manager: EntityManager,
  { former, departed }: Pick<EventRestoration, 'entry' | 'former'> & { readonly departed: readonly FormerSeries[] },
  restorer: Restorer<EventWithRelations>,
): Promise<void> {
  if (departed.length === 0) return;
  const places = new Map(departed.map((row) => [row.eventId, row]));
  for (const event of await restorer.load([...places.keys()])) {
    // A date of another series follows the record of that one. What was deleted with a part comes back with the part.
    if (isOccurrence(event) || event.status === 'trash' || !restorer.mayEdit(event)) continue;
    const place = places.get(event.id)!;
    // A single event that has become a series since has dates that never belonged to this one.
    if (place.departure === 'single' && event.recurrence !== null) continue;
    const current = await restorer.contentOf(event);
    const content = contentForDate(former, current, place.seriesDate);
    const own = event.recurrence === null ? await ownFields(manager, place) : new Set<string>();
    await restorer.writeOther(event, keepingFields(content, seriesContent(current), own));
  }
}

/** The fields that an event has changed itself, as a date or since it left its series. */
function ownFields(manager: EntityManager, { eventId, eventRevision, departure }: FormerSeries): Promise<Set<string>> {
  const record = { kind: EVENT.plural, recordId: eventId };
  // The write that divided a part off is one to the dates of the series.
  return ownChangesOf(manager, record, departure === 'part' ? eventRevision : undefined);
}

/** Restores the rule of a series and its exceptions, up to the first date that begins a part which was divided off. */
async function restoreRule(
  manager: EntityManager,
  {
    record,
    former,
    departed,
  }: Pick<EventRestoration, 'record' | 'former'> & { readonly departed: readonly FormerSeries[] },
  restorer: Restorer<EventWithRelations>,
): Promise<EventWithRelations> {
  const recurrence = recurrenceIn(former);
  const part = departed
    .filter(({ departure, seriesId }) => departure === 'part' && seriesId === record.id)
    .map(({ seriesDate }) => seriesDate)
    .sort()[0];
  const remaining = recurrence && upTo(part, recurrence, former, record);
  const content = withRule(await restorer.contentOf(record), former, remaining);
  if (remaining) await rejoin(manager, { record, content, departed }, restorer);
  return restorer.writeSeries(record, content);
}

/** A former rule, without the dates from that of a part on. */
function upTo(
  part: string | undefined,
  recurrence: Recurrence,
  former: Content,
  record: EventWithRelations,
): Recurrence | null {
  if (part === undefined) return recurrence;
  const rule = ruleOf(withRule(former, former, recurrence), record);
  if (rule.start.slice(0, 10) >= part.slice(0, 10)) return recurrence;
  const before = recurrenceBefore({ ...rule, recurrence }, part);
  return before && { rrule: before.rrule, exdates: before.exdates, rdates: before.rdates };
}

/** The rule that a state of a series has, which counts from the same first date as now. */
function ruleOf({ fields }: Content, record: EventWithRelations) {
  const { first, stand } = storedRecurrence(record) ?? {};
  const isLater = stand !== undefined;
  return seriesRule({
    recurrence: JSON.stringify({ ...(fields.recurrence as Recurrence), ...(isLater && { first, stand }) }),
    startWall: String(fields.start_date),
    endWall: String(fields.end_date),
    timezone: String(fields.timezone),
    allDay: fields.all_day === true,
  });
}

/**
 * Makes single events that were dates of a series its dates again where the restored rule has them. Fields in which they
 * differ from it are their own.
 */
async function rejoin(
  manager: EntityManager,
  {
    record,
    content,
    departed,
  }: { readonly record: EventWithRelations; readonly content: Content; readonly departed: readonly FormerSeries[] },
  restorer: Restorer<EventWithRelations>,
): Promise<void> {
  const left = departed.filter(({ departure, seriesId }) => departure === 'single' && seriesId === record.id);
  if (left.length === 0) return;
  const rule = ruleOf(content, record);
  const dates = occurrencesOn(
    rule,
    left.map(({ seriesDate }) => seriesDate),
  );
  const members = await tableOf(manager, Event).select(
    manager,
    { seriesId: record.id },
    { columns: ['seriesDate', 'status'] },
  );
  const taken = new Set(members.filter(({ status }) => status !== 'trash').map(({ seriesDate }) => seriesDate));
  const places = new Map(left.map((row) => [row.eventId, row]));
  const base = await baseOf(manager, storedEvent(record));
  for (const event of await restorer.load([...places.keys()])) {
    const { seriesDate } = places.get(event.id)!;
    const occurrence = dates.get(seriesDate);
    const isFree = event.seriesId === null && event.recurrence === null && !taken.has(seriesDate);
    if (!occurrence || !isFree || !restorer.mayEdit(event)) continue;
    taken.add(seriesDate);
    const stored = storedEvent(event);
    const byRule = inheritFromSeries(base, withColumns(stored, { ownFields: null }), occurrence);
    // Its values were not restored in the trash, where it may differ without any of its own.
    const isFollowing = event.status === 'trash' && (await ownFields(manager, places.get(event.id)!)).size === 0;
    const own = isFollowing ? new Set<string>() : changedFields(byRule, stored);
    if (event.status === 'trash') own.delete('status');
    const place = { seriesId: record.id, parentId: record.id, seriesDate, ownFields: serializeOverriddenFields(own) };
    await tableOf(manager, Event).update(manager, { id: event.id }, place);
    await tableOf(manager, FormerSeries).remove(manager, { eventId: event.id, seriesId: record.id });
  }
}

/** The ids of these events and of the dates of their series, without those in the trash. */
async function publicDates(manager: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  const list = placeholders(ids.length);
  const sql = `SELECT id FROM events WHERE (id IN (${list}) OR seriesId IN (${list})) AND status <> 'trash'`;
  const rows = await query<{ id: number }>(manager, sql, [...ids, ...ids]);
  return new Set(rows.map(({ id }) => id));
}
