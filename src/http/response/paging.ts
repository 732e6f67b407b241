import { fieldNamesOf } from '../validation/class-validator-errors.js';
import { type RequestContext } from '../request-context.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Site } from '../urls/site.js';
import { type PagingDto } from './paging.dto.js';

/** Maximum characters of a Link header. Clients and proxies reject responses with headers of more than 8 or 16 KiB. */
const MAX_LINK_HEADER = 6000;

/**
 * The links and totals of a page for the body. Also sets them as headers (Link: RFC 8288).
 * @param suffix of the path of a feed, such as `.ics`
 */
export function paging(
  site: Site,
  resource: ResourceNames,
  query: { readonly page?: number; readonly per_page?: number },
  total: number,
  context: RequestContext,
  suffix = '',
): PagingDto {
  const { page = 1, per_page: perPage = 10 } = query;
  const pages = Math.ceil(total / perPage);
  const collection = `${site.urls.collection(context.root, resource)}${suffix}`;
  const urlOf = listPageUrls(collection, query, context, 'page');
  const pageUrl = (target: number) => urlOf(target > 1 || context.rawQuery.page !== undefined ? target : undefined);
  const next = page < pages ? pageUrl(page + 1) : undefined;
  const previous = page > 1 ? pageUrl(page - 1) : undefined;
  context.response.headers.set('X-Cal-Total', String(total)).set('X-Cal-TotalPages', String(pages));
  const header = linkHeader({ first: pageUrl(1), prev: previous, next, last: pageUrl(Math.max(pages, 1)) });
  if (header) context.response.headers.set('Link', header);
  return {
    rest_url: pageUrl(page),
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
    total,
    total_pages: pages,
  };
}

/**
 * Returns a function that makes the address of a page, with the known parameters of the request.
 * @param parameter selects the page; it is left out if its value is undefined
 */
export function listPageUrls(list: string, query: object, { rawQuery }: RequestContext, parameter: string) {
  const kept = new URLSearchParams();
  for (const name of fieldNamesOf(query.constructor)) {
    if (name === parameter || rawQuery[name] === undefined) continue;
    for (const value of [rawQuery[name]].flat() as string[]) kept.append(name, value);
  }
  // URLSearchParams writes blanks as plus signs, which mean blanks only in form encoding.
  const given = kept.size === 0 ? [] : [kept.toString().replaceAll('+', '%20')];
  return (value: string | number | undefined): string => {
    const parameters = value === undefined ? given : [...given, `${parameter}=${value}`];
    return parameters.length === 0 ? list : `${list}?${parameters.join('&')}`;
  };
}

type LinkTargets = Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', string>>>;

/**
 * The Link header. If it is too long, `first` and `last` are omitted, then `prev`: feeds have their links only here.
 * @returns '' if even `next` alone is too long
 */
function linkHeader({ first, prev, next, last }: LinkTargets): string {
  for (const links of [{ first, prev, next, last }, { prev, next }, { next }]) {
    const header = Object.entries(links)
      .filter(([, url]) => url !== undefined)
      .map(([rel, url]) => `<${url}>; rel="${rel}"`)
      .join(', ');
    if (header.length <= MAX_LINK_HEADER) return header;
  }
  return '';
}
