import { type EntityManager } from 'typeorm';
import { validUntil } from '../../lib/datetime/date-time-input.js';
import { PageNotFound } from '../../lib/errors/api-error.js';
import { parseSqliteTime, selectNamedInWorker, withinDeadline } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { type PublishedRecord } from '../records/record/published-record.js';
import { type ListedState, type TranslationState, type Translation } from '../records/translations/translation.js';
import { parseSearch, type SearchTerm } from '../../lib/text/search-terms.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { type ListQuery } from './list.query.js';
import { type Filter, type Listing, type ListScope } from './listing.js';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

/**
 * Adds the clause of each given parameter.
 * @throws {InvalidParameters} with all references to unknown records
 */
export async function filterRows<Q extends ListQuery, Elsewhere extends keyof Q>(
  { translation, filters, search }: Listing<Q, Elsewhere>,
  rows: SelectBuilder,
  parameters: Q,
  scope: ListScope,
): Promise<void> {
  filterByTranslation(rows, translation, parameters, scope);
  // Blanks alone are no search.
  const { search: searched = '' } = parameters;
  const terms = parseSearch(searched, scope.context.language);
  // A search for signs alone has no word that a text could contain.
  if (searched !== '' && terms.length === 0) rows.andWhere('1 = 0');
  else if (search) await search(rows, terms, parameters, scope);
  else if (terms.length > 0) searchTexts(rows, translation, terms, parameters, scope);
  filterByIds(rows, parameters);
  filterByModifiedDate(rows, parameters, scope);
  for (const [name, filter] of Object.entries<Filter<never>>(filters)) {
    const value = Reflect.get(parameters, name) as never;
    if (value !== undefined) await filter(rows, value, scope);
  }
  scope.errors.throwIfAny();
  rows.andWhere(withinDeadline(scope.manager, `${rows.alias}.id`));
}

/** Filters by the translation into the language of the request: existing, missing, or in one of the given states. */
export function filterByTranslation(
  rows: SelectBuilder,
  translation: new () => Translation,
  { untranslated, fallback, translation: states }: ListQuery,
  scope: ListScope,
): void {
  if (states) {
    joinShown(rows, translation, scope);
    rows.andWhere('shown.state IN (:...states)', { states: states.flatMap(storedStates) });
  }
  const isTranslated = fallback === 'none' || untranslated === 'exclude';
  if (!isTranslated && untranslated !== 'only') return;
  joinShown(rows, translation, scope);
  rows.andWhere(`shown.borrowed = ${isTranslated ? 'FALSE' : 'TRUE'}`);
}

/** `current` includes the original. */
function storedStates(state: ListedState): TranslationState[] {
  return state === 'current' ? ['current', 'original'] : [state];
}

/** Keeps the records whose text in the language of the request, or in either, has all terms. */
export function searchTexts(
  rows: SelectBuilder,
  translation: new () => Translation,
  terms: readonly SearchTerm[],
  query: Pick<ListQuery, 'search_languages'>,
  scope: ListScope,
): void {
  const texts = joinSearched(rows, translation, query, scope);
  terms.forEach(({ spellings, isExcluded }, index) => {
    const names = spellings.map((_, spelling) => `word${index}_${spelling}`);
    const occurs = names.flatMap((name) => texts.map((text) => `INSTR(${text}, :${name}) > 0`)).join(' OR ');
    const parameters = Object.fromEntries(names.map((name, spelling) => [name, spellings[spelling]]));
    rows.andWhere(isExcluded ? `NOT (${occurs})` : `(${occurs})`, parameters);
  });
}

/** Joins the texts that a search reads. @returns their columns */
export function joinSearched(
  rows: SelectBuilder,
  translation: new () => Translation,
  { search_languages: languages }: Pick<ListQuery, 'search_languages'>,
  scope: ListScope,
): readonly string[] {
  joinShown(rows, translation, scope);
  if (languages !== 'all') return ['shown.searchText'];
  const otherText = otherLanguage(scope.context.language);
  rows.join(translation, 'other', `other.recordId = ${rows.alias}.id AND other.language = :otherText`, { otherText });
  return ['shown.searchText', 'other.searchText'];
}

/** Joins the text in the language of the request, or the fallback row with the other language's name, as `shown`. */
export function joinShown(
  rows: SelectBuilder,
  translation: new () => Translation,
  { context: { language } }: ListScope,
): void {
  rows.join(translation, 'shown', `shown.recordId = ${rows.alias}.id AND shown.language = :language`, { language });
}

export function filterByIds(rows: SelectBuilder, { include, exclude }: ListQuery): void {
  if (include) rows.andWhere(`${rows.alias}.id IN (:...include)`, { include });
  if (exclude) rows.andWhere(`${rows.alias}.id NOT IN (:...exclude)`, { exclude });
}

function filterByModifiedDate(
  rows: SelectBuilder,
  { modified_after: date }: ListQuery,
  { site, context }: ListScope,
): void {
  if (!date) return;
  const now = new Date();
  context.response.expireAt(validUntil(date, site.timezone, now));
  rows.andWhere(`${rows.alias}.modifiedAt >= :modifiedAfter`, { modifiedAfter: date.resolve(site.timezone, now).utc });
}

type SortedQuery = ListQuery & { readonly orderby?: string };

type PageOrder<Q extends SortedQuery> = Pick<
  Listing<Q>,
  'resource' | 'translation' | 'sorts' | 'defaultSort' | 'computedOrders' | 'selective'
>;

/**
 * Reads the ids of one page of a list, in order, and the total, in one statement. Records are loaded by id afterwards:
 * with their joins in this statement, LIMIT would count joined rows instead of records. With a search or a filter by
 * related records, the total is a window function, so that each row is checked only once. Otherwise it is a subquery, so
 * that reading the page can stop at its LIMIT.
 * @throws {PageNotFound} for a page past the end
 */
export async function readPage<Q extends SortedQuery>(
  order: PageOrder<Q>,
  rows: SelectBuilder,
  parameters: Q,
  scope: ListScope,
): Promise<IdPage> {
  const { manager } = scope;
  const { page = 1, per_page: limit = 10 } = parameters;
  const offset = (page - 1) * limit;
  const isSelective = ['search', ...(order.selective ?? [])].some(
    (name) => Reflect.get(parameters, name) !== undefined,
  );
  const total = isSelective ? 'COUNT(*) OVER ()' : `(${rows.sql({ columns: ['COUNT(*)'] }).sql})`;
  const columns = [`${rows.alias}.id AS id`, `${total} AS total`];
  const ordered = rows.copy();
  const by = orderBy(order, ordered, parameters, scope);
  const select = ordered.sql({ columns, order: by, limit, offset });
  const found = await selectNamedInWorker<{ id: number; total: number | string }>(manager, select);
  if (page > 1 && found.length === 0) throw new PageNotFound(order.resource);
  return { ids: found.map(({ id }) => id), total: Number(found[0]?.total ?? 0) };
}

export async function countRows(rows: SelectBuilder): Promise<number> {
  const count = rows.sql({ columns: ['COUNT(*) AS total'] });
  const [row] = await selectNamedInWorker<{ total: number | string }>(rows.manager, count);
  return Number(row?.total);
}

/** The time of the last change of any of some records; the beginning of 1970 without records. */
export async function lastModified(
  manager: EntityManager,
  entity: new () => PublishedRecord,
  ids: readonly number[],
): Promise<Date> {
  if (ids.length === 0) return new Date(0);
  const rows = SelectBuilder.of(manager, entity, 'record').andWhere(`record.id IN (${ids.join()})`);
  const columns = ['MAX(record.modifiedAt) AS modified'];
  const [row] = await selectNamedInWorker<{ modified: Date | string | null }>(manager, rows.sql({ columns }));
  const modified = row?.modified ?? new Date(0);
  return modified instanceof Date ? modified : parseSqliteTime(modified);
}

/** The ORDER BY of a list. Joins the text if it is sorted by that. */
function orderBy<Q extends SortedQuery>(
  { translation, sorts, defaultSort, computedOrders }: PageOrder<Q>,
  rows: SelectBuilder,
  parameters: Q,
  scope: ListScope,
): string[] {
  const { orderby, order, include } = parameters;
  const computed = orderby === undefined ? undefined : computedOrders?.[orderby]?.(parameters, scope);
  if (computed) {
    joinShown(rows, translation, scope);
    rows.bind(computed.parameters);
    return [...computed.order, `${rows.alias}.id`];
  }
  const [defaultColumn, defaultDirection, ...ties] = defaultSort;
  const isByInclude = orderby === 'include' && include !== undefined;
  const column =
    orderby === undefined ? defaultColumn : ((sorts as Readonly<Record<string, string>>)[orderby] ?? defaultColumn);
  const isDefault = column === defaultColumn && !isByInclude;
  const fallbackDirection = isDefault ? defaultDirection : 'ASC';
  const direction = order === undefined ? fallbackDirection : order.toUpperCase();
  const isByText = column.startsWith('shown.') && !isByInclude;
  if (isByText) joinShown(rows, translation, scope);
  const first = isByInclude ? orderByIds(include, rows.alias) : column;
  return [first, ...(isDefault ? ties : []), `${rows.alias}.id`].map((sql) => `${sql} ${direction}`);
}

/** Sorts in the order of the given ids. */
function orderByIds(ids: readonly number[], alias: string): string {
  return `CASE ${alias}.id ${ids.map((id, index) => `WHEN ${id} THEN ${index}`).join(' ')} END`;
}
