import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { PageNotFound } from '../errors/api-error.js';
import { parseSearch } from '../text/search-terms.js';
import { type ListQuery } from './list.query.js';
import { type Listing, type ListScope } from './listing.js';

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
  const sorted = sort(listing, query.clone(), parameters, scope);
  const found = await pageOf(sorted, query, (page - 1) * perPage, perPage);
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

function sort<E extends ObjectLiteral, Q extends ListQuery>(
  listing: Listing<E, Q>,
  query: SelectQueryBuilder<E>,
  { orderby, order, include }: Q & { orderby?: string },
  scope: ListScope,
): SelectQueryBuilder<E> {
  const [defaultColumn, defaultDirection, ...ties] = listing.defaultSort;
  const column = orderby === undefined ? defaultColumn : (listing.sorts[orderby] ?? defaultColumn);
  const isByInclude = orderby === 'include' && include !== undefined;
  const usual = column === defaultColumn && !isByInclude ? defaultDirection : 'ASC';
  const direction = order === undefined ? usual : order === 'asc' ? 'ASC' : 'DESC';
  const isByText = !isByInclude && column.startsWith('shown.');
  if (isByText) joinShown(listing, query, scope);
  if (isByInclude) {
    const places = include.map((id, place) => `WHEN ${id} THEN ${place}`).join(' ');
    query.addSelect(`CASE ${query.alias}.id ${places} END`, 'place').orderBy('place', direction);
  } else {
    query.orderBy(column, direction);
    if (column === defaultColumn) for (const tie of ties) query.addOrderBy(tie, direction);
  }
  // The same number, but in the table that is read in this order.
  return query.addOrderBy(isByText ? 'shown.recordId' : `${query.alias}.id`, direction);
}

async function pageOf<E extends ObjectLiteral>(
  sorted: SelectQueryBuilder<E>,
  query: SelectQueryBuilder<E>,
  offset: number,
  limit: number,
): Promise<IdPage> {
  const rows = await sorted.offset(offset).limit(limit).getRawMany<{ id: number; total?: number | string }>();
  const ids = rows.map(({ id }) => id);
  const counted = rows[0]?.total;
  if (counted !== undefined) return { ids, total: Number(counted) };
  const isLast = ids.length > 0 ? ids.length < limit : offset === 0;
  return { ids, total: isLast ? offset + ids.length : await count(query) };
}

async function count<E extends ObjectLiteral>(query: SelectQueryBuilder<E>): Promise<number> {
  const row = await query.clone().select('COUNT(*)', 'total').getRawOne<{ total: number | string }>();
  return Number(row?.total);
}
