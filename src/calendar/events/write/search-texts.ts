import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { resolveText } from '../../records/translations/translation.js';
import { searchText, updateByLanguage } from '../../records/translations/texts.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type EventChange, type TextRow } from './stored-event.js';

type SearchRow = Omit<EventSearchText, 'record'>;

/** The columns of a folded text. It ends with a line break, so that the title always ends with one (`search.ts`). */
export function searchTextColumns(folded: string): Pick<EventSearchText, 'text'> {
  return { text: Buffer.from(`${folded}\n`) };
}

/** Stores the search texts of events that were written. Only changed texts are folded, because folding is slow. */
export async function storeSearchTexts(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const fold = textFolder();
  const rowsOf = (some: readonly EventChange[]) =>
    some.flatMap(({ before, after }) => {
      if (!after) return [];
      const changed = LANGUAGES.filter((language) => !before || !isAlike(before.texts, after.texts, language));
      const recordId = after.event.id;
      return changed.map((language) => ({ recordId, language, text: fold(resolveText(after.texts, language)) }));
    });
  await tableOf(manager, EventSearchText).insert(manager, rowsOf(changes.filter(({ before }) => !before)));
  await updateByLanguage<SearchRow>(manager, EventSearchText, rowsOf(changes.filter(({ before }) => before)));
}

/** Returns a function that folds each text once: most events of a series have the same texts. */
function textFolder(): (shown: TextRow) => Buffer {
  const known = new Map<string, Buffer>();
  return (shown) => {
    const key = searchedTexts(shown);
    const text = known.get(key) ?? searchTextColumns(searchText(shown)).text;
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
