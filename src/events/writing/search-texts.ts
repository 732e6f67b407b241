import { type EntityManager } from 'typeorm';
import { LANGUAGES, type Language } from '../../languages/language.js';
import { shownText } from '../../records/texts/shown-text.js';
import { searchText } from '../../records/texts/texts.js';
import { tableOf } from '../../database/sql/table.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Event } from '../event.entity.js';

type Searched = Pick<Event, 'id' | 'translations'>;

type SearchRow = Omit<EventSearchText, 'record'>;

/** The rows of an event, one for each language. */
export function searchTextsOf(event: Searched): SearchRow[] {
  return LANGUAGES.map((language) => rowIn(event, language));
}

/** A folded text as it is stored. The title ends with the first line break, also where nothing follows. */
export function searched(folded: string): Pick<EventSearchText, 'text'> {
  return { text: Buffer.from(`${folded}\n`) };
}

/**
 * Stores the search texts of an event that was written. Only texts that have changed are folded, since that takes a while.
 * @param before undefined on create
 */
export async function storeSearchTexts(
  manager: EntityManager,
  before: Searched | undefined,
  after: Searched,
): Promise<void> {
  const texts = tableOf(manager, EventSearchText);
  if (!before) return void (await texts.insert(manager, searchTextsOf(after)));
  const changed = LANGUAGES.filter((language) => !showAlike(before, after, language));
  const rows = changed.map((language) => rowIn(after, language));
  await texts.updateEach(manager, { recordId: after.id }, 'language', rows);
}

function rowIn({ id: recordId, translations }: Searched, language: Language): SearchRow {
  return { recordId, language, ...searched(searchText(shownText(translations, language))) };
}

/** Whether readers of a language find the same text in both. */
function showAlike(one: Searched, other: Searched, language: Language): boolean {
  const [was, is] = [shownText(one.translations, language), shownText(other.translations, language)];
  return was.name === is.name && was.excerpt === is.excerpt && was.description === is.description;
}
