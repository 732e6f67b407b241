import { isPlainObject } from '../../../http/validation/body-fields.js';
import { because } from '../messages.js';
import { type Raw, textOf } from '../record.js';
import { phpList } from './php-list.js';
import { type Download, DownloadFailed, HttpClient } from '../http-client.js';

const PER_PAGE = '50';

/** Dates before and after all events, because the list begins today and ends in two years by default. */
const ALL_TIME = { start_date: '1900-01-01 00:00:00', end_date: '2999-12-31 23:59:59' };

const ALL_STATUSES = 'publish,future,draft,pending,private';

type Query = Readonly<Record<string, string>>;

export class TecSite {
  readonly base: URL;
  isWithoutDrafts = false;

  constructor(
    url: URL,
    private readonly client: HttpClient,
  ) {
    this.base = withRoute(url, (route) => route.replace(/(\/tribe\/events\/v1).*$/, '$1'));
    this.base.hash = '';
  }

  /** All events, including past ones, and unpublished ones if the key may read them. */
  async *events(withDrafts: boolean): AsyncGenerator<unknown> {
    let hasBegun = false;
    try {
      for await (const raw of this.list('events', { ...ALL_TIME, ...(withDrafts && { status: ALL_STATUSES }) })) {
        hasBegun = true;
        yield raw;
      }
    } catch (error) {
      if (!withDrafts || hasBegun || !(error instanceof NotServed)) throw error;
      this.isWithoutDrafts = true;
      yield* this.list('events', ALL_TIME);
    }
  }

  /** @throws {DownloadFailed} if pages are missing, because their records would seem to be removed */
  async *list(name: string, query: Query): AsyncGenerator<unknown> {
    const url = this.address(`/${name}`, { ...query, per_page: PER_PAGE });
    yield* this.pages(url, false, (answer, page) => {
      const records = isPlainObject(answer) ? phpList(answer[name]) : undefined;
      if (!records) throw new DownloadFailed(because('lacks', url.host, `${name}, page ${page}`));
      return { records, isLast: page >= Number((answer as Raw).total_pages ?? 1) };
    });
  }

  async event(id: string): Promise<Raw | undefined> {
    const answer = await this.get(this.address(`/events/${id}`, {}), true);
    return isPlainObject(answer) ? answer : undefined;
  }

  /** The same events from the API of WordPress, with the data of plug-ins for several languages. */
  async *posts(): AsyncGenerator<Raw> {
    const address = this.address('', { _fields: 'id,lang,translations,wpml_translations', per_page: '100' });
    const url = withRoute(address, (route) => route.replace('/tribe/events/v1', '/wp/v2/tribe_events'));
    yield* this.pages(url, true, (answer) => {
      const records = (phpList(answer) ?? []).filter((post) => isPlainObject(post));
      return { records, isLast: records.length < 100 };
    });
  }

  /** All records of all pages, even those that were on an earlier page: pages shift while they are read. */
  private async *pages<T>(
    url: URL,
    mayEnd: boolean,
    read: (answer: unknown, page: number) => { readonly records: readonly T[]; readonly isLast: boolean },
  ): AsyncGenerator<T> {
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      url.searchParams.set('page', String(page));
      const { records, isLast } = read(await this.get(url, mayEnd && page > 1), page);
      const ids = records.flatMap((record) => (isPlainObject(record) ? (textOf(record, 'id') ?? []) : []));
      // Then the site ignores the parameter `page`.
      const isSamePage = ids.length > 0 && ids.every((id) => seen.has(id));
      if (isSamePage) throw new DownloadFailed(because('samePage', url.host, page));
      for (const id of ids) seen.add(id);
      yield* records;
      if (isLast) return;
    }
  }

  private address(path: string, query: Query): URL {
    const url = withRoute(this.base, (route) => route + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  private get(url: URL, mayEnd: boolean): Promise<unknown> {
    return this.client.get(url, (download) => {
      if (mayEnd && [400, 401, 403, 404, 410].includes(download.status)) return null;
      if (download.status !== 200) throw new NotServed(because('refusedBy', url.host, download.status));
      return jsonOf(download);
    });
  }
}

class NotServed extends DownloadFailed {}

/** The name of a site in IDs. It has the path, because a host may have several sites: `old.example/club`. */
export function nameOfSite({ host, pathname }: URL): string {
  return host + pathname.replace(/\/wp-json(?=\/).*|\/(?:index\.php)?$/, '');
}

/** An address with another route, which is in its path, or without permalinks in its query: `?rest_route=…`. */
function withRoute(url: URL, change: (route: string) => string): URL {
  const changed = new URL(url);
  const route = url.searchParams.get('rest_route');
  if (route === null) changed.pathname = change(url.pathname);
  else changed.searchParams.set('rest_route', change(route));
  return changed;
}

/** @throws {SyntaxError} if the response is an error page, so that the request is retried */
function jsonOf({ bytes }: Download): unknown {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SyntaxError(`no JSON: ${text.slice(0, 60).replace(/\s+/g, ' ')}`);
  }
}
