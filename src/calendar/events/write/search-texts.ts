import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { resolveText } from '../../records/translations/translation.js';
import { searchText, updateByLanguage } from '../../records/translations/texts.js';
import { type Event } from '../event.entity.js';
import { storeWords, wordOwner, wordsMark } from '../words/store-words.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type EventChange, type TextRow } from './stored-event.js';

type SearchRow = Omit<EventSearchText, 'record'>;

/** The columns of a folded text. It ends with a line break, so that the title always ends with one (`search-events.ts`). */
export function searchTextColumns(
  event: Pick<Event, 'id' | 'seriesId'>,
  folded: string,
): Pick<EventSearchText, 'text' | 'words'> {
  const text = Buffer.from(`${folded}\n`);
  return { text, words: wordsMark(event, text) };
}

/** Stores the search texts of events that were written. Only changed texts are folded, because folding is slow. */
export async function storeSearchTexts(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const fold = textFolder();
  const written = changes.flatMap(({ before, after }) => {
    if (!after) return [];
    const { event } = after;
    const isMoved = !before || wordOwner(before.event) !== wordOwner(event);
    return LANGUAGES.flatMap((language) => {
      const isChanged = !before || !isAlike(before.texts, after.texts, language);
      if (!isChanged && !isMoved) return [];
      const text = fold(resolveText(after.texts, language));
      const former = isMoved ? undefined : fold(resolveText(before.texts, language));
      const row: SearchRow = { recordId: event.id, language, text, words: wordsMark(event, text) };
      return [{ row, isNew: !before, event, text, former }];
    });
  });
  const rowsOf = (some: typeof written) => some.map(({ row }) => row);
  await tableOf(manager, EventSearchText).insert(manager, rowsOf(written.filter(({ isNew }) => isNew)));
  await updateByLanguage<SearchRow>(manager, EventSearchText, rowsOf(written.filter(({ isNew }) => !isNew)));
  await storeWords(manager, written);
}

/** Stores the words of an event under the series that it has come into, or on its own if it has left one. */
export async function storeMovedWords(manager: EntityManager, change: Required<EventChange>): Promise<void> {
  if (wordOwner(change.before.event) !== wordOwner(change.after.event)) await storeSearchTexts(manager, [change]);
}

/** Returns a function that folds each text once: most events of a series have the same texts. */
function textFolder(): (shown: TextRow) => Buffer {
  const known = new Map<string, Buffer>();
  return (shown) => {
    const key = searchedTexts(shown);
    const text = known.get(key) ?? Buffer.from(`${searchText(shown)}\n`);
    known.set(key, text);
    return text;
  };
}

function isAlike(before: readonly TextRow[], after: readonly TextRow[], language: Language): boolean {
  return searchedTexts(resolveText(before, language)) === searchedTexts(resolveText(after, language));
}

function searchedTexts({ name, excerpt, description }: TextRow): string {
  return JSON.stringify([name, excerpt, description]);
}
