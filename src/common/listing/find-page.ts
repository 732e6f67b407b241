import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { PageNotFound } from '../errors/api-error.js';
import { parseSearch } from '../text/search-terms.js';
import { type ListQuery } from './list.query.js';
import { type Listing, type ListScope } from './listing.js';
import { type Order, type Pages } from './pages.js';

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
export async function findPage<E extends ObjectLiteral, Q extends ListQuery>(
  listing: Listing<E, Q>,
  query: SelectQueryBuilder<E>,
  parameters: Q,
  scope: ListScope,
): Promise<IdPage> {
  checkPaging(parameters, scope);
  narrowByText(listing, query, parameters, scope);
  narrowByIds(query, parameters);
  for (const [name, filter] of Object.entries(listing.filters) as [keyof Q, (...step: unknown[]) => unknown][]) {
    if (parameters[name] !== undefined) await filter(query, parameters[name], scope);
  }
  scope.faults.throwIfAny();
  const { page = 1, per_page: perPage = 10 } = parameters;
  const order = orderOf(listing, parameters);
  const usual = pagesOf(query, () => sort(listing, query.clone(), order, parameters, scope));
  const found = await pageOf(listing.pages?.(usual, order) ?? usual, (page - 1) * perPage, perPage, scope);
  if (page > 1 && found.ids.length === 0) throw new PageNotFound(listing.kind);
  return found;
}

function checkPaging(parameters: ListQuery, { faults, site: { maxPerPage } }: ListScope): void {
  if ((parameters.per_page ?? 0) > maxPerPage) faults.add('per_page', (messages) => messages.perPage(maxPerPage));
  if (parameters.untranslated === 'only' && parameters.fallback === 'none')
    faults.add('untranslated', (messages) => messages.untranslatedWithoutFallback);
}

function narrowByText<E extends ObjectLiteral, Q extends ListQuery>(
  listing: Listing<E, Q>,
  query: SelectQueryBuilder<E>,
  parameters: Q,
  scope: ListScope,
): void {
  const { search, untranslated, fallback } = parameters;
  const onlyTranslated = fallback === 'none' || untranslated === 'exclude';
  if (onlyTranslated || untranslated === 'only') joinShown(listing, query, scope);
  if (onlyTranslated) query.andWhere('shown.borrowed = FALSE');
  if (untranslated === 'only') query.andWhere('shown.borrowed = TRUE');
  const terms = search === undefined ? [] : parseSearch(search);
  if (terms.length === 0) return;
  // Looking through texts is what costs: the page and the number of all come from one statement.
  query.addSelect('COUNT(*) OVER ()', 'total');
  if (listing.search) return listing.search(query, terms, parameters, scope);
  joinShown(listing, query, scope);
  terms.forEach(({ word, exclude }, index) =>
    query.andWhere(`INSTR(shown.searchText, :word${index}) ${exclude ? '=' : '>'} 0`, { [`word${index}`]: word }),
  );
}

/** `shown` is the row of text in the language of the request: its own, or borrowed from the other language. */
function joinShown<E extends ObjectLiteral, Q extends ListQuery>(
  { translation }: Listing<E, Q>,
  query: SelectQueryBuilder<E>,
  { context: { language } }: ListScope,
): void {
  if (query.expressionMap.joinAttributes.some(({ alias }) => alias.name === 'shown')) return;
  const isShown = `shown.recordId = ${query.alias}.id AND shown.language = :language`;
  query.innerJoin(translation, 'shown', isShown, { language });
}

function narrowByIds<E extends ObjectLiteral>(query: SelectQueryBuilder<E>, { include, exclude }: ListQuery): void {
  if (include) query.andWhere(`${query.alias}.id IN (:...include)`, { include });
  if (exclude) query.andWhere(`${query.alias}.id NOT IN (:...exclude)`, { exclude });
}

function orderOf<E extends ObjectLiteral, Q extends ListQuery>(
  listing: Listing<E, Q>,
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

function sort<E extends ObjectLiteral, Q extends ListQuery>(
  listing: Listing<E, Q>,
  query: SelectQueryBuilder<E>,
  { column, direction, ties }: Order,
  { include = [] }: Q,
  scope: ListScope,
): SelectQueryBuilder<E> {
  const isByText = column?.startsWith('shown.') ?? false;
  if (isByText) joinShown(listing, query, scope);
  if (column === undefined) {
    const places = include.map((id, place) => `WHEN ${id} THEN ${place}`).join(' ');
    query.addSelect(`CASE ${query.alias}.id ${places} END`, 'place').orderBy('place', direction);
  } else {
    query.orderBy(column, direction);
    for (const tie of ties) query.addOrderBy(tie, direction);
  }
  // The same number, but in the table that is read in this order.
  return query.addOrderBy(isByText ? 'shown.recordId' : `${query.alias}.id`, direction);
}

/** One statement for the ids, and one for the number of all where the first does not tell it already. */
function pagesOf<E extends ObjectLiteral>(query: SelectQueryBuilder<E>, sorted: () => SelectQueryBuilder<E>): Pages {
  let counted: number | string | undefined;
  const ids: Pages['ids'] = async (offset, limit) => {
    const rows = await sorted().offset(offset).limit(limit).getRawMany<{ id: number; total?: number | string }>();
    counted = rows[0]?.total;
    return rows.map(({ id }) => id);
  };
  return { ids, total: async () => (counted === undefined ? count(query) : Number(counted)) };
}

async function pageOf(pages: Pages, offset: number, limit: number, scope: ListScope): Promise<IdPage> {
  const ids = await pages.ids(offset, limit);
  const isLast = ids.length > 0 ? ids.length < limit : offset === 0;
  const { total = (count) => count() } = scope;
  return { ids, total: isLast ? offset + ids.length : await total(pages.total) };
}

async function count<E extends ObjectLiteral>(query: SelectQueryBuilder<E>): Promise<number> {
  const row = await query.clone().select('COUNT(*)', 'total').getRawOne<{ total: number | string }>();
  return Number(row?.total);
}
