import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { differences } from '../../../database/sql/differences.js';
import { updateRecord } from '../../records/writing/versioned-records.js';
import { translationIn } from '../../records/translations/translation.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { isExcluded, occurrenceAt } from '../../../lib/recurrence/occurrences.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { MAX_SLUG_LENGTH, nthSlug } from '../../../lib/text/slug.js';
import { EventTranslation, Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type EventWithRelations, loadRelatedIds } from '../relations/relations.js';
import { seriesColumns } from '../schedule/base-values.js';
import { isHandedOver, seriesRule, storedRecurrence, withoutExclusion } from '../schedule/stored-recurrence.js';
import { storeMovedWords } from '../write/search-texts.js';
import { storeEvents } from '../write/store-events.js';
import {
  type EventChange,
  type EventRow,
  type StoredEvent,
  storedEvent,
  type TextRow,
  withColumns,
} from '../write/stored-event.js';
import { type NewRecord, storeDepartures } from './former-series.js';
import { changedFields, NO_SERIES, withOverrides } from './overrides.js';

/** The occurrences of a series without its representative, also those in the trash, in a few statements. */
export async function loadOccurrences(manager: EntityManager, seriesId: number): Promise<StoredEvent[]> {
  const rows = await tableOf(manager, Event).select(manager, { seriesId });
  const events: EventRow[] = rows.filter(({ id }) => id !== seriesId);
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const relatedIds = await loadRelatedIds(manager, ids);
  const texts = new Map(ids.map((id) => [id, [] as TextRow[]]));
  for (const row of await tableOf(manager, EventTranslation).select(manager, { recordId: ids }))
    texts.get(row.recordId)?.push(row);
  return events.map((event) => ({ event, relatedIds: relatedIds.get(event.id)!, texts: texts.get(event.id)! }));
}

/**
 * Stores the changed occurrences of a series. Slugs of new texts are derived from the series.
 * @param record one of them that represents the series, or a part of it, from now on
 */
export async function storeOccurrences(
  manager: EntityManager,
  series: StoredEvent,
  changes: readonly EventChange[],
  record?: NewRecord,
): Promise<void> {
  const changed = changes.filter(isChange);
  if (changed.length === 0) return;
  // Who wrote the series has changed these dates.
  const { modifiedById } = series.event;
  for (const { after } of changed) if (after) after.event.modifiedById = modifiedById;
  await assignMissingSlugs(manager, series, changed);
  await storeEvents(manager, changed);
  await storeDepartures(manager, changed, record);
}

function isChange({ before, after }: EventChange): boolean {
  if (!before || !after) return true;
  return Object.keys(differences(before.event, after.event)).length > 0 || changedFields(before, after).size > 0;
}

/** Adds slugs to texts of occurrences that have none, if necessary with the next free number. */
async function assignMissingSlugs(
  manager: EntityManager,
  series: StoredEvent,
  changes: readonly EventChange[],
): Promise<void> {
  for (const language of LANGUAGES) {
    const slug = translationIn(series.texts, language)?.slug ?? EVENT.singular;
    const base = isHandedOver(series.event) ? slug.replace(DAY_OF_SLUG, '') : slug;
    let unnamed = changes.flatMap(({ after }) => {
      const row = after && translationIn(after.texts, language);
      return row?.slug === null ? [{ row, wanted: occurrenceSlug(base, after!.event.seriesDate!) }] : [];
    });
    const taken = new Set<string>();
    for (let number = 1; unnamed.length > 0; number += 1) {
      const slugs = unnamed.map(({ wanted }) => nthSlug(wanted, number));
      const found = await tableOf(manager, EventTranslation).select(
        manager,
        { language, slug: slugs },
        { columns: ['slug'] },
      );
      for (const text of found) taken.add(text.slug!);
      unnamed = unnamed.filter(({ row }, index) => {
        const isTaken = taken.has(slugs[index]!);
        if (!isTaken) row.slug = slugs[index]!;
        taken.add(slugs[index]!);
        return isTaken;
      });
    }
  }
}

/** The suffix in the slug of an occurrence that now represents its series. */
const DAY_OF_SLUG = /-\d{4}-\d\d-\d\d(?:-\d{4})?(?:-\d{1,3})?$/;

/** The slug of the series with the day, and the time if a day has several occurrences: `market-2027-07-04-1000`. */
export function occurrenceSlug(series: string, date: string): string {
  const suffix = `-${date.replaceAll(':', '').replace(' ', '-')}`;
  return series.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/-$/, '') + suffix;
}

type SeriesMembership = Pick<Event, 'seriesId' | 'seriesDate'> &
  Partial<Pick<Event, 'ownFields' | 'baseValues' | 'parentId' | 'extendAt' | 'recurrence'>>;

/** Stores the series of an event, or that it has none, in the row and in the object. */
export async function storeMembership(
  manager: EntityManager,
  event: EventWithRelations,
  place: SeriesMembership,
): Promise<void> {
  const columns = differences<Partial<Event>>(event, place);
  if (Object.keys(columns).length > 0) await tableOf(manager, Event).update(manager, { id: event.id }, columns);
  const before = storedEvent(event);
  const after = withColumns(before, place);
  await storeDepartures(manager, [{ before, after }]);
  await storeMovedWords(manager, { before, after });
  Object.assign(event, place);
}

/** Excludes the date of an occurrence from its series. */
export async function excludeDate(manager: EntityManager, { seriesId, seriesDate }: EventWithRelations): Promise<void> {
  const [series] = await tableOf(manager, Event).select(manager, { id: seriesId! });
  const recurrence = series && storedRecurrence(series);
  if (!recurrence) return;
  const start = new SeriesStarts(seriesRule(series)).startOf(seriesDate!);
  if (isExcluded({ date: seriesDate!, start }, recurrence.exdates)) return;
  await storeRecurrence(manager, series, { ...recurrence, exdates: [...recurrence.exdates, seriesDate!].sort() });
}

/**
 * Puts an occurrence that was restored from the trash back into its series, and removes the exclusion of its date. If
 * the rule no longer contains the date, or another event has it, the event becomes a single event.
 * @returns whether the event belongs to the series again
 */
async function restoreDate(manager: EntityManager, event: EventWithRelations): Promise<boolean> {
  const { seriesId, seriesDate } = event;
  const members = await tableOf(manager, Event).select(manager, { seriesId: seriesId!, seriesDate: seriesDate! });
  const isTaken = members.some((one) => one.id !== event.id && one.status !== 'trash');
  const [series] = await tableOf(manager, Event).select(manager, { id: seriesId! });
  const recurrence = series && storedRecurrence(series);
  if (recurrence && !isTaken) {
    const start = new SeriesStarts(seriesRule(series)).startOf(seriesDate!);
    if (occurrenceAt(seriesRule(series), start)?.date === seriesDate) {
      const again = withoutExclusion(series, start);
      if (again.exdates.join() !== recurrence.exdates.join()) await storeRecurrence(manager, series, again);
      return true;
    }
  }
  await storeMembership(manager, event, NO_SERIES);
  event.parent = null;
  return false;
}

/** Stores the recurrence of a series, or other columns with it, as a new revision. */
export async function storeRecurrence(
  manager: EntityManager,
  series: EventRow,
  recurrence: Recurrence | null,
  columns: Partial<EventRow> = {},
): Promise<void> {
  const modifiedAt = truncateToSeconds(new Date());
  const json = recurrence && JSON.stringify(recurrence);
  await updateRecord<EventRow>(manager, Event, series, { recurrence: json, modifiedAt, ...columns });
}

/** Stores the overrides of an occurrence. An occurrence that is restored from the trash joins its series again. */
export async function storeOverrides(
  manager: EntityManager,
  before: EventWithRelations,
  event: EventWithRelations,
): Promise<EventWithRelations> {
  const changed = changedFields(storedEvent(before), storedEvent(event));
  if (before.status === 'trash') {
    const [series] = await tableOf(manager, Event).select(manager, { id: event.seriesId! });
    if (series && event.status === seriesColumns(series).status) changed.delete('status');
    if (!(await restoreDate(manager, event))) return event;
  }
  const ownFields = withOverrides(before, changed);
  if (ownFields === event.ownFields) return event;
  await tableOf(manager, Event).update(manager, { id: event.id }, { ownFields });
  return Object.assign(event, { ownFields });
}
