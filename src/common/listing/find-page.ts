import { PageNotFound } from '../errors/api-error.js';
import { parseSearch } from '../text/search-terms.js';
import { type ListQuery } from './list.query.js';
import { type Listing, type ListScope } from './listing.js';
import { type Order, type Pages } from './pages.js';
import { type Rows } from './rows.js';

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
  checkPaging(parameters, scope);
  narrowByText(listing, rows, parameters, scope);
  narrowByIds(rows, parameters);
  for (const [name, filter] of Object.entries(listing.filters) as [keyof Q, (...step: unknown[]) => unknown][]) {
    if (parameters[name] !== undefined) await filter(rows, parameters[name], scope);
  }
  scope.faults.throwIfAny();
  const { page = 1, per_page: perPage = 10 } = parameters;
  const order = orderOf(listing, parameters);
  const usual = usualPages(rows, () => sorted(listing, rows.copy(), order, parameters, scope));
  const pages = listing.pages?.(usual, order) ?? usual;
  const offset = (page - 1) * perPage;
  const ids = await pages.ids(offset, perPage);
  if (page > 1 && ids.length === 0) throw new PageNotFound(listing.kind);
  return { ids, total: ids.length < perPage ? offset + ids.length : await totalOf(pages, scope) };
}

function checkPaging(parameters: ListQuery, { faults, site: { maxPerPage } }: ListScope): void {
  if ((parameters.per_page ?? 0) > maxPerPage) faults.add('per_page', (messages) => messages.perPage(maxPerPage));
  if (parameters.untranslated === 'only' && parameters.fallback === 'none')
    faults.add('untranslated', (messages) => messages.untranslatedWithoutFallback);
}

function narrowByText<Q extends ListQuery>(listing: Listing<Q>, rows: Rows, parameters: Q, scope: ListScope): void {
  const { search, untranslated, fallback } = parameters;
  const onlyTranslated = fallback === 'none' || untranslated === 'exclude';
  if (onlyTranslated || untranslated === 'only') joinShown(listing, rows, scope);
  if (onlyTranslated) rows.andWhere('shown.borrowed = FALSE');
  if (untranslated === 'only') rows.andWhere('shown.borrowed = TRUE');
  const terms = search === undefined ? [] : parseSearch(search);
  if (terms.length === 0) return;
  // Looking through texts is what costs: the page and the number of all come from one statement.
  rows.alsoRead('COUNT(*) OVER () AS total');
  if (listing.search) return listing.search(rows, terms, parameters, scope);
  joinShown(listing, rows, scope);
  terms.forEach(({ word, exclude }, index) =>
    rows.andWhere(`INSTR(shown.searchText, :word${index}) ${exclude ? '=' : '>'} 0`, { [`word${index}`]: word }),
  );
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
  if (exclude) rows.andWhere(`${rows.alias}.id NOT IN (:...exclude)`, { exclude });
}

function orderOf<Q extends ListQuery>(
  listing: Listing<Q>,
  { orderby, order, include }: Q & { orderby?: string },
): Order {
  const [defaultColumn, defaultDirection, ...ties] = listing.defaultSort;
  const isByInclude = orderby === 'include' && include !== undefined;
  const column = orderby === undefined ? defaultColumn : (listing.sorts[orderby] ?? defaultColumn);
  const isDefault = column === defaultColumn && !isByInclude;
  const usual = isDefault ? defaultDirection : 'ASC';
  const direction = order === undefined ? usual : order === 'asc' ? 'ASC' : 'DESC';
  return { column: isByInclude ? undefined : column, direction, ties: isDefault ? ties : [] };
}

/** What the rows are read with, in order; joins what that takes. */
function sorted<Q extends ListQuery>(
  listing: Listing<Q>,
  rows: Rows,
  { column, direction, ties }: Order,
  { include = [] }: Q,
  scope: ListScope,
): Sorted {
  const isByText = column?.startsWith('shown.') ?? false;
  if (isByText) joinShown(listing, rows, scope);
  const places = include.map((id, place) => `WHEN ${id} THEN ${place}`).join(' ');
  const first = column ?? `CASE ${rows.alias}.id ${places} END`;
  // The same number, but in the table that is read in this order.
  const last = isByText ? 'shown.recordId' : `${rows.alias}.id`;
  return { rows, order: [first, ...ties, last].map((name) => `${name} ${direction}`) };
}

interface Sorted {
  readonly rows: Rows;
  readonly order: readonly string[];
}

/** One statement for the ids, and one for the number of all where the first does not tell it already. */
function usualPages(all: Rows, sort: () => Sorted): Pages {
  let counted: number | string | undefined;
  const ids: Pages['ids'] = async (offset, limit) => {
    const { rows, order } = sort();
    const found = await rows.read<{ id: number; total?: number | string }>({ order, offset, limit });
    counted = found[0]?.total;
    return found.map(({ id }) => id);
  };
  return { ids, total: async () => (counted === undefined ? count(all) : Number(counted)) };
}

function totalOf(pages: Pages, { total = (count) => count() }: ListScope): Promise<number> {
  return total(pages.total);
}

async function count(rows: Rows): Promise<number> {
  const [row] = await rows.read<{ total: number | string }>({ columns: ['COUNT(*) AS total'] });
  return Number(row?.total);
}
