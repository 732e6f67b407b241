import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { resolveText } from '../../content/translations/resolve-text.js';
import { searchText } from '../../content/translations/texts.js';
import { updateByLanguage } from '../../content/translations/update-by-language.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type EventChange, type TextRow } from './stored-event.js';

type SearchRow = Omit<EventSearchText, 'record'>;

/** The columns of a folded text. It ends with a line break, so that the title always ends with one (`search.ts`). */
export function searchTextColumns(folded: string): Pick<EventSearchText, 'text'> {
  return { text: Buffer.from(`${folded}\n`) };
}

/** Stores the search texts of events that were written. Only changed texts are folded, because folding is slow. */
export async function storeSearchTexts(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const folded = new FoldedTexts();
  const rowsOf = (some: readonly EventChange[]) =>
    some.flatMap(({ before, after }) => {
      const changed = after
        ? LANGUAGES.filter((language) => !before || !isAlike(before.texts, after.texts, language))
        : [];
      return changed.map((language) => ({
        recordId: after!.event.id,
        language,
        text: folded.of(after!.texts, language),
      }));
    });
  await tableOf(manager, EventSearchText).insert(manager, rowsOf(changes.filter(({ before }) => !before)));
  await updateByLanguage<SearchRow>(manager, EventSearchText, rowsOf(changes.filter(({ before }) => before)));
}

/** Most events of a series have the same texts: each is folded once. */
class FoldedTexts {
  private readonly known: { readonly shown: TextRow; readonly text: Buffer }[] = [];

  of(texts: readonly TextRow[], language: Language): Buffer {
    const shown = resolveText(texts, language);
    const found = this.known.find((one) => saySame(one.shown, shown));
    if (found) return found.text;
    const { text } = searchTextColumns(searchText(shown));
    this.known.push({ shown, text });
    return text;
  }
}

function isAlike(before: readonly TextRow[], after: readonly TextRow[], language: Language): boolean {
  return saySame(resolveText(before, language), resolveText(after, language));
}

function saySame(one: TextRow, other: TextRow): boolean {
  return one.name === other.name && one.excerpt === other.excerpt && one.description === other.description;
}
