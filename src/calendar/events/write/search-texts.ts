import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
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

/** The texts of an event that a search looks at if it names no field. */
const SEARCHED = ['name', 'excerpt', 'description'] as const satisfies readonly (keyof TextRow)[];

type SearchedTexts = Pick<TextRow, (typeof SEARCHED)[number]>;

/**
 * Stores the search texts of events that were written. Folding and finding words are slow, so that only changed texts are
 * folded, and words are looked for only in those of their parts that have changed.
 */
export async function storeSearchTexts(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const fold = textFolder();
  const written = changes.flatMap(({ before, after }) => {
    if (!after) return [];
    const { event } = after;
    const isMoved = !before || wordOwner(before.event) !== wordOwner(event);
    return LANGUAGES.flatMap((language) => {
      const shown = resolveText(after.texts, language);
      const shownBefore = before && resolveText(before.texts, language);
      const changed = SEARCHED.filter((name) => shownBefore?.[name] !== shown[name]);
      if (changed.length === 0 && !isMoved) return [];
      const text = fold(shown);
      const row: SearchRow = { recordId: event.id, language, text, words: wordsMark(event, text) };
      const foldChanged = (texts: SearchedTexts) => fold(withoutOthers(texts, changed));
      const indexed = isMoved ? { text } : { text: foldChanged(shown), former: foldChanged(shownBefore!) };
      return [{ row, isNew: !before, event, ...indexed }];
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
function textFolder(): (shown: SearchedTexts) => Buffer {
  const known = new Map<string, Buffer>();
  return (shown) => {
    const key = JSON.stringify(SEARCHED.map((name) => shown[name]));
    const text = known.get(key) ?? Buffer.from(`${searchText(shown)}\n`);
    known.set(key, text);
    return text;
  };
}

/** Texts of these names, as if the event had no others. */
function withoutOthers(shown: SearchedTexts, names: readonly (keyof SearchedTexts)[]): SearchedTexts {
  const none: SearchedTexts = { name: '', excerpt: null, description: null };
  return Object.assign(none, Object.fromEntries(names.map((name) => [name, shown[name]])));
}
