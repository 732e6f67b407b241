import { type EntityManager } from 'typeorm';
import { LANGUAGES, type Language } from '../../languages/language.js';
import { shownText } from '../../records/texts/shown-text.js';
import { searchText } from '../../records/texts/texts.js';
import { signatureOf } from '../../values/text/signature.js';
import { tableOf } from '../../database/sql/table.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Event } from '../event.entity.js';

/** What a search has to know of an event. */
type Searched = Pick<Event, 'id' | 'startUtc' | 'passwordHash' | 'translations'>;

type SearchRow = Omit<EventSearchText, 'record'>;

/** The rows of an event, one for each language. */
export function searchTextsOf(event: Searched): SearchRow[] {
  const { id: recordId, startUtc } = event;
  const place = { startUtc, recordId, masked: isMasked(event) };
  return LANGUAGES.map((language) => ({ language, ...place, ...searchedOf(event, language) }));
}

/** What a search reads of a folded text. The title ends with the first line break, also where nothing follows. */
export function searched(folded: string): Pick<EventSearchText, 'text' | 'signature'> {
  const text = Buffer.from(`${folded}\n`);
  return { text, signature: signatureOf(text) };
}

/**
 * Brings the copies up to date with an event that was written. Texts are folded, which takes a while, where they have
 * changed.
 * @param before undefined on create
 */
export async function storeSearchTexts(
  manager: EntityManager,
  before: Searched | undefined,
  after: Searched,
): Promise<void> {
  const texts = tableOf(manager, EventSearchText);
  if (!before) return void (await texts.insert(manager, searchTextsOf(after)));
  const { id: recordId, startUtc } = after;
  const masked = isMasked(after);
  const changed = LANGUAGES.filter((language) => !showAlike(before, after, language));
  const isInPlace = before.startUtc.getTime() === startUtc.getTime() && isMasked(before) === masked;
  if (!isInPlace && changed.length === 0) return void (await texts.update(manager, { recordId }, { startUtc, masked }));
  const rows = isInPlace
    ? changed.map((language) => ({ language, ...searchedOf(after, language) }))
    : searchTextsOf(after);
  await texts.updateEach(manager, { recordId }, 'language', rows);
}

function searchedOf({ translations }: Searched, language: Language): ReturnType<typeof searched> {
  return searched(searchText(shownText(translations, language)));
}

function isMasked({ passwordHash }: Searched): boolean {
  return passwordHash !== null;
}

/** Whether readers of a language find the same text in both. */
function showAlike(one: Searched, other: Searched, language: Language): boolean {
  const [was, is] = [shownText(one.translations, language), shownText(other.translations, language)];
  return was.name === is.name && was.excerpt === is.excerpt && was.description === is.description;
}
