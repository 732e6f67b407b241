import { isDeepStrictEqual } from 'node:util';
import { type EntityManager } from 'typeorm';
import { LANGUAGES } from '../../languages/language.js';
import { shownText } from '../../records/texts/shown-text.js';
import { searchText } from '../../records/texts/texts.js';
import { tableOf } from '../../database/rows/table.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Event } from '../event.entity.js';

type SearchRow = Omit<EventSearchText, 'record'>;

/** What a search has to know of an event: a row for each language. */
export function searchTextsOf(event: Pick<Event, 'id' | 'startUtc' | 'passwordHash' | 'translations'>): SearchRow[] {
  const { id: recordId, startUtc, passwordHash, translations } = event;
  return LANGUAGES.map((language) => ({
    ...{ language, startUtc, recordId, masked: passwordHash !== null },
    text: searchedBytes(searchText(shownText(translations, language))),
  }));
}

/** The title ends with the first line break, also where nothing follows. */
export function searchedBytes(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

/** Brings the copies up to date with an event that was written. */
export async function storeSearchTexts(
  manager: EntityManager,
  before: readonly SearchRow[],
  after: readonly SearchRow[],
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const texts = tableOf(manager, EventSearchText);
  if (before.length === 0) await texts.insert(manager, after);
  else await texts.updateEach(manager, { recordId: before[0]!.recordId }, 'language', after);
}
