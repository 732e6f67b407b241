import { PageNotFound } from '../errors/api-error.js';
import { MOST_EXCLUDED, MOST_TERMS, parseSearch, type SearchTerm } from '../values/text/search-terms.js';
import { type ListQuery } from './list.query.js';
import { type Listing, type ListScope } from './listing.js';
import { type Order, type Pages, type UsualPages } from './pages.js';
import { isSqlite } from '../database/data-source.js';
import { askAside, whileAwaited } from '../database/sql/aside.js';
import { type Condition, parametersOf } from '../database/sql/condition.js';
import { type Rows } from '../database/sql/rows.js';
import { unionOf } from '../database/sql/union.js';

export interface IdPage {
  readonly ids: number[];
  readonly total: number;
}

/**
 * The ids of one page of a list, in order, and how many there are in all. Rows are read by these ids afterwards: joins
 * and limits do not go together.
 * @throws {InvalidParameters} with the faults of all parameters
 * @throws {PageNotFound} for a page past the end
 */
export async function findPage<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  parameters: Q,
  scope: ListScope,
): Promise<IdPage> {
  const { usual, order } = await narrowed(listing, rows, parameters, scope);
  const { page = 1, per_page: perPage = 10 } = parameters;
  const pages = listing.pages?.(usual, order) ?? usual([rows]);
  const offset = (page - 1) * perPage;
  const ids = await pages.ids(offset, perPage);
  if (page > 1 && ids.length === 0) throw new PageNotFound(listing.kind);
  return { ids, total: ids.length < perPage ? offset + ids.length : await pages.total() };
}

/**
 * Does all the steps of a list.
 * @returns where its pages come from, if there is no shorter way: from the rows, or from parts of them
 * @throws {InvalidParameters} with the faults of all parameters
 */
export async function narrowed<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  parameters: Q,
  scope: ListScope,
): Promise<{ readonly usual: UsualPages; readonly order: Order }> {
  checkPaging(parameters, scope);
  const isSearched = await narrowByText(listing, rows, parameters, scope);
  narrowByIds(rows, parameters);
  for (const [name, filter] of Object.entries(listing.filters) as [keyof Q, (...step: unknown[]) => unknown][]) {
    if (parameters[name] !== undefined) await filter(rows, parameters[name], scope);
  }
  scope.faults.throwIfAny();
  const order = orderOf(listing, parameters);
  const sort = (part: Rows) => sorted(listing, part, order, parameters, scope);
  return { usual: (parts) => usualPages(parts, scope, sort, order, isSearched), order };
}

function checkPaging(parameters: ListQuery, { faults, site, maxPerPage = site.maxPerPage }: ListScope): void {
  if ((parameters.per_page ?? 0) > maxPerPage) faults.add('per_page', (messages) => messages.perPage(maxPerPage));
  if (parameters.untranslated === 'only' && parameters.fallback === 'none')
    faults.add('untranslated', (messages) => messages.untranslatedWithoutFallback);
}

/** @returns whether words are searched for */
async function narrowByText<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  parameters: Q,
  scope: ListScope,
): Promise<boolean> {
  const { search } = parameters;
  const are = textsAsked(parameters);
  if (are) {
    rows.asKnown(() => {
      joinShown(listing, rows, scope);
      rows.andWhere(`shown.borrowed = ${are === 'borrowed' ? 'TRUE' : 'FALSE'}`);
    });
  }
  const terms = search === undefined ? [] : parseSearch(search);
  if (terms.length === 0) return false;
  if (isTooMuch(terms)) scope.faults.add('search', (messages) => messages.search(MOST_TERMS, MOST_EXCLUDED));
  else if (listing.search) await listing.search(terms);
  else narrowToFound(listing, rows, terms, scope);
  return true;
}

function narrowToFound<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  terms: readonly SearchTerm[],
  scope: ListScope,
): void {
  joinShown(listing, rows, scope);
  terms.forEach(({ word, exclude }, index) =>
    rows.andWhere(`INSTR(shown.searchText, :word${index}) ${exclude ? '=' : '>'} 0`, { [`word${index}`]: word }),
  );
}

/** What the texts of listed records are in the language of the request, where that is asked for. */
export function textsAsked({ untranslated, fallback }: ListQuery): 'own' | 'borrowed' | undefined {
  if (fallback === 'none' || untranslated === 'exclude') return 'own';
  return untranslated === 'only' ? 'borrowed' : undefined;
}

/** Each costs a look at every text: one search must not keep all others waiting. */
function isTooMuch(terms: readonly SearchTerm[]): boolean {
  return terms.length > MOST_TERMS || terms.filter(({ exclude }) => exclude).length > MOST_EXCLUDED;
}

/** `shown` is the row of text in the language of the request: its own, or borrowed from the other language. */
function joinShown<Q extends ListQuery>(
  { translation }: Listing<Q>,
  rows: Rows,
  { context: { language } }: ListScope,
): void {
  rows.join(translation, 'shown', `shown.recordId = ${rows.alias}.id AND shown.language = :language`, { language });
}

function narrowByIds(rows: Rows, { include, exclude }: ListQuery): void {
  if (include) rows.andWhere(`${rows.alias}.id IN (:...include)`, { include });
  if (exclude) rows.asKnown(() => rows.andWhere(`${rows.alias}.id NOT IN (:...exclude)`, { exclude }));
}

function orderOf<Q extends ListQuery>(
  listing: Listing<Q>,
  { orderby, order, include }: Q & { orderby?: string },
): Order {
  const [defaultColumn, defaultDirection, ...ties] = listing.defaultSort;
  const isByInclude = orderby === 'include' && include !== undefined;
  const sorts: Readonly<Record<string, string>> = listing.sorts;
  const column = orderby === undefined ? defaultColumn : (sorts[orderby] ?? defaultColumn);
  const isDefault = column === defaultColumn && !isByInclude;
  const usual = isDefault ? defaultDirection : 'ASC';
  const direction = order === undefined ? usual : order === 'asc' ? 'ASC' : 'DESC';
  return { column: isByInclude ? undefined : column, direction, ties: isDefault ? ties : [] };
}

/** What the rows are read with, in order; joins what that takes. */
function sorted<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  { column, ties }: Order,
  { include = [] }: Q,
  scope: ListScope,
): Sorted {
  const isByText = column?.startsWith('shown.') ?? false;
  if (isByText) joinShown(listing, rows, scope);
  const places = include.map((id, place) => `WHEN ${id} THEN ${place}`).join(' ');
  const first = column ?? `CASE ${rows.alias}.id ${places} END`;
  // The same id, but as a column of the table that is read in this order.
  const last = isByText ? 'shown.recordId' : `${rows.alias}.id`;
  return { rows, by: [first, ...ties, last] };
}

interface Sorted {
  readonly rows: Rows;
  /** SQL of what decides, the first one first; all in the direction of the list. */
  readonly by: readonly string[];
}

/**
 * One statement for the ids, and one for the number of all. Either may look at all records there are; to look through
 * their texts is what costs, so that a search is one statement for both.
 */
function usualPages(
  parts: readonly Rows[],
  { manager, context }: ListScope,
  sort: (part: Rows) => Sorted,
  { direction }: Order,
  isSearched: boolean,
): Pages {
  const looked = parts.map((rows) => rows.copy().andWhere(whileAwaited(manager, `${rows.alias}.id`)));
  let counted: number | string | undefined;
  const ids: Pages['ids'] = async (offset, limit) => {
    const pieces = looked.map((part) => sort(part.copy()));
    const sql = pageOf(pieces, isSearched ? [TOTAL] : [], direction, offset, limit, isSqlite(manager.dataSource));
    const found = await askAside<{ id: number; total?: number | string }>(manager, sql, context);
    counted = found[0]?.total;
    return found.map(({ id }) => id);
  };
  const total: Pages['total'] = async () => {
    if (counted === undefined) {
      const counts = looked.map((rows) => rows.sql({ columns: ['COUNT(*)'] }));
      const sql = `SELECT ${counts.map((count) => `(${count.sql})`).join(' + ')} AS total`;
      const [row] = await askAside<{ total: number | string }>(
        manager,
        { sql, parameters: parametersOf(counts) },
        context,
      );
      counted = row?.total;
    }
    return Number(counted);
  };
  return { ids, total };
}

const TOTAL = 'COUNT(*) OVER () AS total';

/**
 * SQL of the ids of a page; of several parts each is read no further than the page reaches.
 * @param told of all of them beside the ids
 */
function pageOf(
  pieces: readonly Sorted[],
  told: readonly string[],
  direction: Order['direction'],
  offset: number,
  limit: number,
  onSqlite: boolean,
): Condition {
  const directed = (by: readonly string[]) => by.map((sql) => `${sql} ${direction}`);
  const [{ rows, by }, ...others] = pieces as [Sorted, ...Sorted[]];
  const columns = [`${rows.alias}.id AS id`, ...told];
  if (others.length === 0) return rows.sql({ columns, order: directed(by), offset, limit });
  const places = by.map((_sql, number) => `place${number}`);
  const first = pieces.map((piece) => {
    const columns = piece.by.map((sql, number) => `${sql} AS ${places[number]!}`);
    return piece.rows.sql({
      columns: [`${piece.rows.alias}.id AS id`, ...columns],
      ...(told.length === 0 && { order: directed(piece.by), limit: offset + limit }),
    });
  });
  const all = unionOf(
    first.map(({ sql }) => sql),
    onSqlite,
  );
  return {
    sql: `SELECT ${['id', ...told].join(', ')} FROM (${all}) page ORDER BY ${directed(places).join(', ')} LIMIT ${limit} OFFSET ${offset}`,
    parameters: parametersOf(first),
  };
}
