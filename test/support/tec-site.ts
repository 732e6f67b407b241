import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Fields = Readonly<Record<string, unknown>>;

/** Injects a faulty response. Returns whether it has responded to the request. */
export type FaultInjector = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** A WordPress site with The Events Calendar 6, as far as an import reads it. */
export class TecSite {
  readonly requests: URL[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** Maximum number of concurrent requests. */
  maxConcurrent = 0;
  events: Fields[] = [];
  /** By the names of the routes: `venues`. A list that is missing is not served. */
  lists: Record<string, Fields[]> = { venues: [], organizers: [], categories: [], tags: [] };
  /** The response of `wp/v2/tribe_events`, which names the translations. */
  posts: Fields[] | undefined;
  injectFault: FaultInjector = () => false;
  private concurrent = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.maxConcurrent = Math.max(this.maxConcurrent, ++this.concurrent);
      response.on('close', () => this.concurrent--);
      this.answer(request, response);
    });
  }

  static async start(): Promise<TecSite> {
    const site = new TecSite();
    await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/wp-json/tribe/events/v1`;
  }

  /** A page of a list, as the site serves it. */
  page(name: string, records: readonly unknown[], url: URL): object {
    const [page, size] = [
      Number(url.searchParams.get('page') ?? 1),
      Math.min(50, Number(url.searchParams.get('per_page') ?? 10)),
    ];
    const total_pages = Math.ceil(records.length / size);
    const some = records.slice((page - 1) * size, page * size);
    return { [name]: some, rest_url: `${this.url}/${name}/?page=${page}`, total: records.length, total_pages };
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, this.origin);
    this.requests.push(url);
    this.headers.push(request.headers);
    if (this.injectFault(request, response, url)) return;
    const [, name = '', id] = /\/tribe\/events\/v1\/(\w+)(?:\/(\d+))?$/.exec(url.pathname) ?? [];
    if (url.pathname.endsWith('/wp/v2/tribe_events'))
      return this.posts ? send(response, 200, this.posts) : send(response, 404, { code: 'rest_no_route' });
    if (id !== undefined) {
      const event = this.events.find((one) => String(one.id) === id);
      return event ? send(response, 200, event) : send(response, 404, { code: 'rest-event-not-found' });
    }
    const records = name === 'events' ? this.eventsFor(url) : this.lists[name];
    if (!records) return send(response, 404, { code: 'rest_no_route', data: { status: 404 } });
    const page = this.page(name, records, url);
    const isPastEnd =
      Number(url.searchParams.get('page') ?? 1) > 1 && (page as Record<string, unknown[]>)[name]!.length === 0;
    if (isPastEnd) return send(response, 404, { code: 'event-archive-page-not-found', data: { status: 404 } });
    send(response, 200, page);
  }

  /** Without a start, only what is to come; by default, only what is published. */
  private eventsFor(url: URL): Fields[] {
    const from = url.searchParams.get('start_date') ?? new Date().toISOString();
    const statuses = (url.searchParams.get('status') ?? 'publish').split(',');
    return this.events.filter(
      ({ start_date, status }) => String(start_date) >= from.slice(0, 10) && statuses.includes(String(status)),
    );
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  const text = gzipSync(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Encoding': 'gzip' });
  response.end(text);
}

/** An event in the shapes of The Events Calendar. */
export function tecEvent(id: number, fields: Fields = {}): Fields {
  return {
    id,
    global_id: `old.example?id=${id}`,
    author: '1',
    status: 'publish',
    date: '2026-10-01 09:00:00',
    date_utc: '2026-10-01 13:00:00',
    url: `https://old.example/event/event-${id}/`,
    rest_url: `https://old.example/wp-json/tribe/events/v1/events/${id}`,
    title: `Event ${id}`,
    description: '',
    excerpt: '',
    slug: `event-${id}`,
    image: false,
    all_day: false,
    start_date: '2027-06-05 20:00:00',
    end_date: '2027-06-05 23:30:00',
    utc_start_date: '2027-06-06 00:00:00',
    utc_end_date: '2027-06-06 03:30:00',
    timezone: 'America/Toronto',
    cost: '',
    website: `https://old.example/event/event-${id}/`,
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
    ...fields,
  };
}

export function tecVenue(id: number, venue: string, fields: Fields = {}): Fields {
  const slug = venue.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    ...{ id, author: '1', status: 'publish', venue, slug, url: `https://old.example/venue/${slug}/` },
    ...{ address: '1 Main St', city: 'Windsor', country: 'Canada', province: 'ON', zip: 'N9A 1A1' },
    ...fields,
  };
}

export function tecTerm(id: number, name: string, fields: Fields = {}): Fields {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { id, name, slug, description: '', parent: 0, taxonomy: 'tribe_events_cat', ...fields };
}
