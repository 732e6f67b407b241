import { type DataSource } from 'typeorm';
import { Event } from '../../src/events/event.entity.js';
import { EventSearchText } from '../../src/events/write/event-search-text.entity.js';
import { searched } from '../../src/events/write/search-texts.js';
import { shownText } from '../../src/content/translations/shown-text.js';
import { searchText } from '../../src/content/translations/texts.js';
import { LANGUAGES } from '../../src/i18n/language.js';

/** Pairs of what is stored and what it has to be, made anew from the events themselves. */
export type Recount = Readonly<Record<string, readonly [stored: unknown, expected: unknown]>>;

/** The search texts of an event, one for each language. */
export function searchTextsOf({
  id,
  translations,
}: Pick<Event, 'id' | 'translations'>): Omit<EventSearchText, 'record'>[] {
  return LANGUAGES.map((language) => ({
    recordId: id,
    language,
    ...searched(searchText(shownText(translations, language))),
  }));
}

/** Compares the counts of terms and the search texts with what the events themselves say. */
export async function recount(source: DataSource): Promise<Recount> {
  const pairs: [string, readonly [unknown, unknown]][] = [];
  pairs.push(['categories', [await miscounted(source, 'category', 'categories'), []]]);
  pairs.push(['tags', [await miscounted(source, 'tag', 'tags'), []]]);
  pairs.push(['searched texts', await searchedTexts(source)]);
  return Object.fromEntries(pairs);
}

/** Terms, and how many published events name each. */
const miscounted = (source: DataSource, one: string, many: string): Promise<unknown[]> =>
  source.query(
    `SELECT * FROM ${many} term WHERE term.count <> (
       SELECT COUNT(*) FROM event_${many} link JOIN events event ON event.id = link.eventId
       WHERE link.${one}Id = term.id AND event.status = 'publish')`,
  );

/** What searches read, and what an event would have them read. */
async function searchedTexts({ manager }: DataSource): Promise<[stored: unknown[], expected: unknown[]]> {
  const line = ({ language, recordId, text }: Omit<EventSearchText, 'record'>) =>
    [recordId, language, text.toString()].join(' ');
  const texts = await manager.find(EventSearchText);
  const events = await manager.find(Event, { relations: { translations: true } });
  return [texts.map(line).sort(), events.flatMap(searchTextsOf).map(line).sort()];
}
