import { type EntityManager } from 'typeorm';
import { LANGUAGES, type Language } from '../../languages/language.js';
import { shownText } from '../../records/texts/shown-text.js';
import { searchText } from '../../records/texts/texts.js';
import { tableOf } from '../../database/rows/table.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Event } from '../event.entity.js';

/** What a search has to know of an event. */
type Searched = Pick<Event, 'id' | 'startUtc' | 'passwordHash' | 'translations'>;

/** The title ends with the first line break, also where nothing follows. */
export function searchedBytes(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

/**
 * Brings the copies up to date with an event that was written: a row for each language. Texts are folded, which takes a
 * while, where they have changed.
 * @param before undefined on create
 */
export async function storeSearchTexts(
  manager: EntityManager,
  before: Searched | undefined,
  after: Searched,
): Promise<void> {
  const texts = tableOf(manager, EventSearchText);
  const { id: recordId, startUtc } = after;
  const place = { startUtc, masked: isMasked(after) };
  const text = (language: Language) => searchedBytes(searchText(shownText(after.translations, language)));
  const rows = (languages: readonly Language[]) => languages.map((language) => ({ language, text: text(language) }));
  if (!before) {
    await texts.insert(
      manager,
      rows(LANGUAGES).map((row) => ({ ...row, ...place, recordId })),
    );
    return;
  }
  const changed = LANGUAGES.filter((language) => !showAlike(before, after, language));
  const isThere = before.startUtc.getTime() === startUtc.getTime() && isMasked(before) === place.masked;
  if (isThere) await texts.updateEach(manager, { recordId }, 'language', rows(changed));
  else if (changed.length === 0) await texts.update(manager, { recordId }, place);
  else {
    const all = rows(LANGUAGES).map((row) => ({ ...row, ...place }));
    await texts.updateEach(manager, { recordId }, 'language', all);
  }
}

function isMasked({ passwordHash }: Searched): boolean {
  return passwordHash !== null;
}

/** Whether readers of a language find the same text in both. */
function showAlike(one: Searched, other: Searched, language: Language): boolean {
  const [was, is] = [shownText(one.translations, language), shownText(other.translations, language)];
  return was.name === is.name && was.excerpt === is.excerpt && was.description === is.description;
}
