import { type EntityManager } from 'typeorm';
import { placeholders, query } from '../../../database/sql/statements.js';
import { seriesContent } from '../../records/revisions/content.js';
import { type Restorer, type RestoredRecord, type Restoration } from '../../resource/restoration.js';
import { type WrittenRecord } from '../../resource/write.js';
import { type EventWithRelations } from '../relations/relations.js';
import { isOccurrence } from '../schedule/stored-recurrence.js';
import { changesOfDeparted, departedSince, formerRecordsOf } from './former-series.js';
import { type FormerSeries } from './former-series.entity.js';
import { restoreRule } from './restore-rule.js';
import { contentForDate, keepingFields, recurrenceIn, wasOccurrence, withoutDates } from './restored-content.js';

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
  const { record: restored, others } = await restoreDates(manager, restoration, departed, restorer);
  // Dates that have become single events are still there.
  const after = await publicDates(manager, [...family, ...before]);
  const numbers = {
    dates_added: [...after].filter((id) => !before.has(id)).length,
    dates_removed: [...before].filter((id) => !after.has(id)).length,
  };
  return { record: restored, numbers, others };
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
): Promise<RestoredRecord<EventWithRelations>> {
  const isOwn = entry.recordId === record.id;
  const isSeries = !isOccurrence(record) && (record.recurrence !== null || recurrenceIn(former) !== null);
  // The revision of a single date has the day of that date. That of a series has a rule, whose dates stay as they are.
  const keepsDates = isOwn && (isSeries || recurrenceIn(former) !== null);
  const content = keepsDates ? withoutDates(former, await restorer.contentOf(record)) : former;
  const restored = await restorer.write(record, content);
  const others = await restoreDeparted(manager, { former, departed }, restorer);
  if (!hasDates || !isOwn || !isSeries || wasOccurrence(former)) return { record: restored, others };
  return { record: await restoreRule(manager, { record: restored, former, departed }, restorer), others };
}

/** Gives the events that have left a series since a revision its values, except those that they have changed themselves. */
async function restoreDeparted(
  manager: EntityManager,
  { former, departed }: Pick<EventRestoration, 'former'> & { readonly departed: readonly FormerSeries[] },
  restorer: Restorer<EventWithRelations>,
): Promise<WrittenRecord<EventWithRelations>[]> {
  if (departed.length === 0) return [];
  const written: WrittenRecord<EventWithRelations>[] = [];
  const places = new Map(departed.map((row) => [row.eventId, row]));
  for (const event of await restorer.load([...places.keys()])) {
    // A date of another series follows the record of that one. What was deleted with a part comes back with the part.
    if (isOccurrence(event) || event.status === 'trash' || !restorer.mayEdit(event)) continue;
    const place = places.get(event.id)!;
    // A single event that has become a series since has dates that never belonged to this one.
    if (place.departure === 'single' && event.recurrence !== null) continue;
    const current = await restorer.contentOf(event);
    const content = contentForDate(former, current, place.seriesDate);
    const own = event.recurrence === null ? await changesOfDeparted(manager, place) : new Set<string>();
    written.push(await restorer.writeOther(event, keepingFields(content, seriesContent(current), own)));
  }
  return written;
}

/** The ids of these events and of the dates of their series, without those in the trash. */
async function publicDates(manager: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  const list = placeholders(ids.length);
  const sql = `SELECT id FROM events WHERE (id IN (${list}) OR seriesId IN (${list})) AND status <> 'trash'`;
  const rows = await query<{ id: number }>(manager, sql, [...ids, ...ids]);
  return new Set(rows.map(({ id }) => id));
}
