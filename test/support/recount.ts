import { type DataSource } from 'typeorm';
import { Event } from '../../src/calendar/events/event.entity.js';
import { EventSearchText } from '../../src/calendar/events/write/event-search-text.entity.js';
import { EventWord } from '../../src/calendar/events/words/event-word.entity.js';
import { SearchWord } from '../../src/calendar/events/words/search-word.entity.js';
import { SearchWordEnding } from '../../src/calendar/events/words/search-word-ending.entity.js';
import { searchTextColumns } from '../../src/calendar/events/write/search-texts.js';
import { resolveText } from '../../src/calendar/records/translations/translation.js';
import { searchText } from '../../src/calendar/records/translations/texts.js';
import { endingsOf, hashOf, wordsOf } from '../../src/lib/text/words.js';
import { LANGUAGES } from '../../src/lib/i18n/language.js';

/** Stored derived data beside the same data recomputed from the events. */
export type Recount = Readonly<Record<string, readonly [stored: unknown, expected: unknown]>>;

/** The search texts of an event, one for each language. */
export function searchTextsOf({
  id,
  seriesId,
  translations,
}: Pick<Event, 'id' | 'seriesId' | 'translations'>): Omit<EventSearchText, 'record'>[] {
  return LANGUAGES.map((language) => ({
    recordId: id,
    language,
    ...searchTextColumns({ id, seriesId }, searchText(resolveText(translations, language))),
  }));
}

/** Recomputes the counts of terms, the search texts and the index of words from the events. */
export async function recount(source: DataSource): Promise<Recount> {
  const pairs: [string, readonly [unknown, unknown]][] = [];
  pairs.push(['categories', [await miscounted(source, 'category', 'categories'), []]]);
  pairs.push(['tags', [await miscounted(source, 'tag', 'tags'), []]]);
  pairs.push(['searched texts', await searchedTexts(source)]);
  pairs.push(['words that are not in the index', [await unindexedWords(source), []]]);
  return Object.fromEntries(pairs);
}

/** The words and ends of words that the texts of events have and that the index lacks. It may have others, too. */
async function unindexedWords({ manager }: DataSource): Promise<string[]> {
  const texts = await manager.find(EventSearchText, { relations: { record: true } });
  const stored = await manager.find(EventWord);
  const indexed = new Set(stored.map(({ wordId, recordId }) => `${wordId} ${recordId}`));
  const words = new Set((await manager.find(SearchWord)).map(({ word }) => word));
  const endings = new Set((await manager.find(SearchWordEnding)).map(({ ending, wordId }) => `${wordId} ${ending}`));
  const missing = new Set<string>();
  for (const { text, record } of texts)
    for (const word of wordsOf(text.toString())) {
      const id = hashOf(word);
      if (!indexed.has(`${id} ${record.seriesId ?? record.id}`)) missing.add(`${word} of ${record.id}`);
      if (!words.has(word)) missing.add(word);
      for (const ending of endingsOf(word)) if (!endings.has(`${id} ${ending}`)) missing.add(`${ending} of ${word}`);
    }
  return [...missing];
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
  const line = ({ language, recordId, text, words }: Omit<EventSearchText, 'record'>) =>
    [recordId, language, words, text.toString()].join(' ');
  const texts = await manager.find(EventSearchText);
  const events = await manager.find(Event, { relations: { translations: true } });
  return [texts.map(line).sort(), events.flatMap(searchTextsOf).map(line).sort()];
}
