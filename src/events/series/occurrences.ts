import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { differences } from '../../content/versioned-records.js';
import { translationIn } from '../../content/translations/translation.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { MAX_SLUG_LENGTH, nthSlug } from '../../text/slug.js';
import { EventTranslation, Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type LinkedEvent, loadLinkedIds } from '../relations/relations.js';
import { isHandedOver } from '../schedule/stored-recurrence.js';
import { storeEvents } from '../write/store-events.js';
import { type EventChange, type EventRow, type StoredEvent, type TextRow } from '../write/stored-event.js';

/**
 * Loads the occurrences of a series except the record that represents it, also those in the trash, with a constant
 * number of statements.
 */
export async function loadOccurrences(manager: EntityManager, seriesId: number): Promise<StoredEvent[]> {
  const rows = await tableOf(manager, Event).select(manager, { seriesId });
  const events: EventRow[] = rows.filter(({ id }) => id !== seriesId);
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const links = await loadLinkedIds(manager, ids);
  const texts = new Map(ids.map((id) => [id, [] as TextRow[]]));
  for (const row of await tableOf(manager, EventTranslation).select(manager, { recordId: ids }))
    texts.get(row.recordId)?.push(row);
  return events.map((event) => ({ event, links: links.get(event.id)!, texts: texts.get(event.id)! }));
}

/** Stores the changed occurrences of a series. Slugs of new texts are derived from the series. */
export async function storeOccurrences(
  manager: EntityManager,
  series: StoredEvent,
  changes: readonly EventChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;
  await assignMissingSlugs(manager, series, changed);
  await storeEvents(manager, changed);
}

/** Adds slugs to texts of occurrences that have none. */
async function assignMissingSlugs(
  manager: EntityManager,
  series: StoredEvent,
  changes: readonly EventChange[],
): Promise<void> {
  for (const language of LANGUAGES) {
    const slug = translationIn(series.texts, language)?.slug ?? EVENT.singular;
    const base = isHandedOver(series.event) ? slug.replace(DAY_OF_SLUG, '') : slug;
    const unnamed = changes.flatMap(({ after }) => {
      const row = after && translationIn(after.texts, language);
      return row?.slug === null ? [{ row, wanted: occurrenceSlug(base, after!.event.seriesDate!) }] : [];
    });
    await assignSlugs(manager, language, unnamed);
  }
}

/** The suffix in the slug of an occurrence that now represents its series. */
const DAY_OF_SLUG = /-\d{4}-\d\d-\d\d(?:-\d{4})?(?:-\d{1,3})?$/;

/** The slug of the series with the day, and the time if a day has several occurrences: `market-2027-07-04-1000`. */
export function occurrenceSlug(series: string, date: string): string {
  const suffix = `-${date.replaceAll(':', '').replace(' ', '-')}`;
  return series.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/-$/, '') + suffix;
}

/** Adds these slugs to texts of one language, or the next free ones. */
async function assignSlugs(
  manager: EntityManager,
  language: Language,
  unnamed: readonly { readonly row: TextRow; readonly wanted: string }[],
): Promise<void> {
  const table = tableOf(manager, EventTranslation);
  let waiting = unnamed;
  const given = new Set<string>();
  for (let number = 1; waiting.length > 0; number += 1) {
    const slugs = waiting.map(({ wanted }) => nthSlug(wanted, number));
    const taken = await table.select(manager, { language, slug: slugs }, { columns: ['slug'] });
    for (const { slug } of taken) given.add(slug!);
    waiting = waiting.filter(({ row }, place) => {
      const slug = slugs[place]!;
      if (given.has(slug)) return true;
      given.add(slug);
      row.slug = slug;
      return false;
    });
  }
}

type SeriesMembership = Pick<Event, 'seriesId' | 'seriesDate'> &
  Partial<Pick<Event, 'ownFields' | 'parentId' | 'extendAt' | 'recurrence'>>;

/** Stores the series of an event, or that it has none, in the row and in the object. */
export async function storeMembership(
  manager: EntityManager,
  event: LinkedEvent,
  place: SeriesMembership,
): Promise<void> {
  const columns = differences<Partial<Event>>(event, place);
  if (Object.keys(columns).length > 0) await tableOf(manager, Event).update(manager, { id: event.id }, columns);
  Object.assign(event, place);
}
