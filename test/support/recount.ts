import { type DataSource } from 'typeorm';
import { Event } from '../../src/calendar/events/event.entity.js';
import { EventSearchText } from '../../src/calendar/events/write/event-search-text.entity.js';
import { searchTextColumns } from '../../src/calendar/events/write/search-texts.js';
import { resolveText } from '../../src/calendar/records/translations/translation.js';
import { searchText } from '../../src/calendar/records/translations/texts.js';
import { LANGUAGES } from '../../src/lib/i18n/language.js';

/** Stored derived data beside the same data recomputed from the events. */
export type Recount = Readonly<Record<string, readonly [stored: unknown, expected: unknown]>>;

/** The search texts of an event, one for each language. */
export function searchTextsOf({
  id,
  translations,
}: Pick<Event, 'id' | 'translations'>): Omit<EventSearchText, 'record'>[] {
  return LANGUAGES.map((language) => ({
    recordId: id,
    language,
    ...searchTextColumns(searchText(resolveText(translations, language))),
  }));
}

/** Recomputes the counts of terms and the search texts from the events. */
export async function recount(source: DataSource): Promise<Recount> {
  const pairs: [string, readonly [unknown, unknown]][] = [];
  pairs.push(['categories', [await miscounted(source, 'category', 'categories'), []]]);
  pairs.push(['tags', [await miscounted(source, 'tag', 'tags'), []]]);
  pairs.push(['searched texts', await searchedTexts(source)]);
  return Object.fromEntries(pairs);
}

/** Terms whose stored count is wrong. */
const miscounted = (source: DataSource, singular: string, plural: string): Promise<unknown[]> =>
  source.query(
    `SELECT * FROM ${plural} term WHERE term.count <> (
       SELECT COUNT(*) FROM event_${plural} link JOIN events event ON event.id = link.eventId
       WHERE link.${singular}Id = term.id AND event.status = 'publish')`,
  );

/** The stored search texts, and the expected ones. */
async function searchedTexts({ manager }: DataSource): Promise<[stored: unknown[], expected: unknown[]]> {
  const line = ({ language, recordId, text }: Omit<EventSearchText, 'record'>) =>
    [recordId, language, text.toString()].join(' ');
  const texts = await manager.find(EventSearchText);
  const events = await manager.find(Event, { relations: { translations: true } });
  return [texts.map(line).sort(), events.flatMap(searchTextsOf).map(line).sort()];
}
