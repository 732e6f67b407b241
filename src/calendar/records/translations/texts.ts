import { type EntityManager } from 'typeorm';
import { isDuplicate } from '../../../database/database-errors.js';
import { differences } from '../../../database/sql/differences.js';
import { tableOf } from '../../../database/sql/table.js';
import { LastTranslation } from '../../../lib/errors/api-error.js';
import { type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { fold } from '../../../lib/text/fold.js';
import { isNumbered, nthSlug, slugify } from '../../../lib/text/slug.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { type Translation, resolveText, translationIn, nameKey } from './translation.js';
import { type TextChange, type TextChanges, type TextNames } from './text-changes.js';
import { translationStates, type TranslationWrite } from './translation-state.js';

/** The properties of the definition of a resource that its texts depend on. Terms add the functions. */
export interface TextSchema<T extends Translation> extends Pick<TextNames, 'ownTexts' | 'perLanguage'> {
  readonly names: ResourceNames;
  readonly translation: new () => T;
  /**
   * Fills the columns of the resource that derive from the text.
   * @param shown the row itself, or the translation that replaces a missing one
   */
  readonly fillDerivedColumns?: (row: T, shown: T) => void;
  /** Called if another record has the slug of a row; throws if the slug must be refused instead of numbered. */
  readonly onTakenSlug?: (row: T, holder: number) => void;
  /** Called if the database refuses the rows for another reason than a slug; throws the error of the caller. */
  readonly onRefusedRows?: (error: unknown, rows: readonly T[]) => Promise<void>;
}

/** A row of any resource: terms have no excerpt and image, events no text for searching. */
type Row = Translation & {
  excerpt?: string | null;
  imageAlt?: string | null;
  imageId?: number | null;
  searchText?: string;
};

/** The key of a row. */
type LanguageRow = Pick<Translation, 'recordId' | 'language'>;

/** Maximum number of attempts to store a slug, if concurrent writes take the same one. */
const SLUG_ATTEMPTS = 200;

/**
 * The rows of texts after a change, one per language. A missing translation gets a fallback row (`borrowed`).
 * @param existing the current rows; none on create
 * @param searchable words by which a search finds a row, in addition to its texts; absent if the searched text is not a
 * column
 * @param write the input for the states of the translations
 * @throws {LastTranslation} if no translation would be left
 */
export function textRows<T extends Translation>(
  texts: TextSchema<T>,
  recordId: number,
  existing: readonly T[],
  changes: TextChanges,
  searchable?: (row: T) => readonly (string | null)[],
  write?: TranslationWrite,
): T[] {
  const real = LANGUAGES.flatMap(
    (language) => applyChange(texts, recordId, language, existing, changes[language]) ?? [],
  );
  if (real.length === 0) throw new LastTranslation();
  const states = translationStates(existing, real, Object.values(texts.ownTexts ?? {}), write);
  return LANGUAGES.map((language) => {
    const own = real.find((row) => row.language === language);
    const shown = own ?? real.find((row) => row.language === otherLanguage(language))!;
    const row = own ?? createFallbackRow(texts, language, shown);
    return Object.assign(row, states[language], derivedKeys(shown, searchable?.(row)));
  });
}

/** The rows with a slug such as `jazz-2` kept if a write requests `jazz` again, which still belongs to another record. */
export async function keepNumberedSlugs<T extends Translation>(
  manager: EntityManager,
  { translation }: TextSchema<T>,
  rows: readonly T[],
  existing: readonly T[],
): Promise<T[]> {
  const kept: T[] = [];
  for (const row of rows) {
    const { language, slug } = row;
    const current = translationIn(existing, language)?.slug;
    const isWanted = current && slug !== null && isNumbered(current, slug);
    const table = tableOf<Translation>(manager, translation);
    const [holder] = isWanted ? await table.select(manager, { language, slug }, { columns: ['recordId'] }) : [];
    kept.push(holder && holder.recordId !== row.recordId ? { ...row, slug: current! } : row);
  }
  return kept;
}

/** Whether the change is visible to readers. */
export function isChanged<T extends Translation>(
  texts: TextSchema<T>,
  rows: readonly T[],
  existing: readonly T[],
): boolean {
  return differ([...VISIBLE_PROPERTIES, ...ownProperties(texts)], rows, existing);
}

/** Whether the change is relevant for translators. */
export function isStateChanged<T extends Translation>(rows: readonly T[], existing: readonly T[]): boolean {
  return differ(['state', 'madeFrom'], rows, existing);
}

function differ(names: readonly string[], rows: readonly Row[], existing: readonly Row[]): boolean {
  const value = (row: Row, name: string) => (Reflect.get(row, name) as unknown) ?? null;
  return rows.some((row) => {
    const before = existing.find(({ language }) => language === row.language);
    return before === undefined || names.some((name) => value(row, name) !== value(before, name));
  });
}

const VISIBLE_PROPERTIES: readonly (keyof Row)[] = ['borrowed', 'name', 'slug', 'description', 'excerpt', 'imageAlt'];

/** The row of a language after the change; undefined if it has no translation. */
function applyChange<T extends Translation>(
  texts: TextSchema<T>,
  recordId: number,
  language: Language,
  existing: readonly T[],
  change: TextChange | null | undefined,
): T | undefined {
  if (change === null) return undefined;
  const current = translationIn(existing, language);
  if (!current && !change) return undefined;
  const row: Row = Object.assign(emptyRow(texts), current, change, { recordId, language, borrowed: false });
  row.slug ??= slugify(row.name, language) || `${texts.names.singular}-${recordId}`;
  return row as T;
}

function createFallbackRow<T extends Translation>(texts: TextSchema<T>, language: Language, source: T): T {
  const { recordId, name } = source;
  return Object.assign(emptyRow(texts), { recordId, language, borrowed: true, name, slug: null });
}

function emptyRow<T extends Translation>(texts: TextSchema<T>): T {
  const none = Object.fromEntries(ownProperties(texts).map((name) => [name, null]));
  const row: Row = Object.assign(new texts.translation(), { description: null, ...none });
  if ('excerpt' in row) Object.assign(row, { excerpt: null, imageAlt: null, imageId: null });
  return row as T;
}

/** The properties that only this resource has: its own texts, and values that may differ by language. */
function ownProperties({ ownTexts = {}, perLanguage = {} }: Pick<TextNames, 'ownTexts' | 'perLanguage'>): string[] {
  return [...Object.values(ownTexts), ...Object.values(perLanguage)];
}

/** The columns for sorting and searching, derived from the shown text. */
function derivedKeys(shown: Row, searchable?: readonly (string | null)[]): Pick<Row, 'nameKey' | 'searchText'> {
  const key = nameKey(shown.name);
  return searchable ? { nameKey: key, searchText: searchText(shown, searchable) } : { nameKey: key };
}

/** The searchable text of a row, folded: one text per line, the name always first. */
export function searchText(
  shown: Pick<Row, 'name' | 'excerpt' | 'description'>,
  searchable: readonly (string | null)[] = [],
): string {
  const html = [shown.excerpt, shown.description].map((text) => visibleText(text ?? ''));
  const others = [...html, ...searchable].map((text) => fold(text ?? ''));
  return [fold(shown.name), ...others.filter(Boolean)].join('\n');
}

/**
 * Stores the rows of texts. A free slug is looked up only after the unique index has refused the wanted one.
 * @returns the stored rows, with free slugs and derived columns
 */
export async function storeTexts<T extends Translation>(
  manager: EntityManager,
  texts: TextSchema<T>,
  wantedRows: readonly T[],
  existing: readonly T[],
): Promise<T[]> {
  const rows = wantedRows.map((row): T => ({ ...row }));
  const isNewSlug = (row: T) => row.slug !== null && row.slug !== translationIn(existing, row.language)?.slug;
  const wanted = new Map(rows.filter(isNewSlug).map((row) => [row, row.slug!]));
  // The searchable text includes columns of the record, so it may change although no text does.
  const isStale = (row: T) =>
    (row as Row).searchText !== undefined || isChanged(texts, [row], existing) || isStateChanged([row], existing);
  for (let attempt = 1; ; attempt++) {
    for (const [row, base] of wanted)
      if (attempt > 1) row.slug = await findFreeSlug(manager, texts, row, base, attempt);
    for (const row of rows) texts.fillDerivedColumns?.(row, resolveText(rows, row.language));
    try {
      if (existing.length === 0) await tableOf(manager, texts.translation).insert(manager, rows);
      else await updateByLanguage<Translation>(manager, texts.translation, withChanges(rows.filter(isStale), existing));
      return rows;
    } catch (error) {
      if (isSlugConflict(manager, texts, error) && attempt < SLUG_ATTEMPTS) continue;
      await texts.onRefusedRows?.(error, rows);
      throw error;
    }
  }
}

/**
 * The rows with those columns alone that one of them changes, since descriptions are long. Columns that are not read, such
 * as `nameKey`, always count as changed.
 */
function withChanges(rows: readonly Translation[], existing: readonly Translation[]) {
  const changes = rows.map((row) => differences<object>(translationIn(existing, row.language) ?? {}, row));
  const names = new Set(changes.flatMap((change) => Object.keys(change)));
  if (names.size === 0) return [];
  return rows.map((row) => {
    const values = Object.entries(row).filter(([name]) => names.has(name));
    return { ...(Object.fromEntries(values) as Partial<Translation>), recordId: row.recordId, language: row.language };
  });
}

/** Updates rows by record and language: one statement for a single record, else one for each language. */
export async function updateByLanguage<R extends LanguageRow>(
  manager: EntityManager,
  entity: new () => R,
  rows: readonly (Partial<R> & LanguageRow)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const table = tableOf<LanguageRow>(manager, entity);
  if (rows.every(({ recordId }) => recordId === first.recordId)) {
    const own = rows.map(({ recordId: _, ...row }) => row);
    return void (await table.updateEach(manager, { recordId: first.recordId }, 'language', own));
  }
  for (const language of LANGUAGES) {
    const own = rows.filter((row) => row.language === language).map(({ language: _, ...row }) => row);
    await table.updateEach(manager, { language }, 'recordId', own);
  }
}

async function findFreeSlug<T extends Translation>(
  manager: EntityManager,
  texts: TextSchema<T>,
  row: T,
  base: string,
  attempt: number,
): Promise<string> {
  const { translation, onTakenSlug } = texts;
  for (let first = 1; ; first += 100) {
    const candidates = Array.from({ length: 100 }, (_, offset) => nthSlug(base, first + offset));
    const taken = await tableOf<Translation>(manager, translation).select(
      manager,
      { language: row.language, slug: candidates },
      { columns: ['recordId', 'slug'] },
    );
    const others = taken.filter(({ recordId }) => recordId !== row.recordId);
    const holders = new Map(others.map(({ slug, recordId }) => [slug, recordId]));
    const holder = holders.get(base);
    if (holder !== undefined) onTakenSlug?.(row, holder);
    const free = candidates.filter((candidate) => !holders.has(candidate));
    // The first free slug. Later attempts choose a random one of the next, since concurrent writes also take the first.
    const start = Math.floor(Math.random() * Math.min(free.length, 4 * Math.max(0, attempt - 2) + 1));
    const choice = free[start];
    if (choice !== undefined) return choice;
  }
}

/** Whether a write failed because another record has a slug already. */
function isSlugConflict<T extends Translation>(
  manager: EntityManager,
  { translation }: TextSchema<T>,
  error: unknown,
): boolean {
  const table = manager.dataSource.getMetadata(translation).tableName;
  return isDuplicate(error, { index: `UQ_${table}_slug`, table, columns: ['language', 'slug'] });
}
