import { isPlainObject } from '../../validation/body-fields.js';
import { because } from '../messages.js';
import { type AnyEntry, type Format, isRefused, type LinkedName, type ReadOptions, RecordError } from '../record.js';
import { Unreachable } from '../sources/http-client.js';
import { parentIn, readEvent, readSeries, type TecContext, translationsIn } from './tec-event.js';
import { type Raw, textOf } from '../fields.js';
import { linkedSources, listOf } from './tec-fields.js';
import { nameOfSite, TecSite } from './tec-site.js';

/** The route of the REST API, also in a URL without permalinks: `?rest_route=/tribe/events/v1`. */
const ROUTE = /\/tribe\/events\/v1(?=\/|$)/;

/** Categories come first, parents before their children. */
const LISTS: readonly LinkedName[] = ['categories', 'tags', 'venues', 'organizers'];

/** Reads the REST API v1 of The Events Calendar for WordPress: its address, or saved pages of its list of events. */
export const theEventsCalendar: Format = {
  name: 'The Events Calendar',
  recognise: ({ json }) => {
    const pages = pagesIn(json);
    if (!pages) return undefined;
    const base = baseOf(pages);
    const isPart = pages.length < Number(pages[0]!.total_pages ?? 1);
    return {
      source: base.href,
      isPart,
      read: (options) => readPages(pages, { site: nameOfSite(base), options, isPart }),
    };
  },
  recogniseAddress: (url, client) => {
    const route = url.searchParams.get('rest_route') ?? url.pathname;
    if (!ROUTE.test(route)) return undefined;
    const site = new TecSite(url, client);
    return { source: site.base.href, read: (options) => readSite(site, options) };
  },
};

/** One saved page, a list of pages, or a list of events. */
function pagesIn(json: unknown): Raw[] | undefined {
  const pages = listOf(json);
  if (pages.length > 0 && pages.every(isPage)) return pages;
  const isEvent = (raw: Raw) => raw.start_date !== undefined && ROUTE.test(String(raw.rest_url));
  return pages.length > 0 && pages.every(isEvent) ? [{ events: pages, rest_url: pages[0]!.rest_url }] : undefined;
}

function isPage(page: Raw): boolean {
  return Array.isArray(page.events) && ROUTE.test(String(page.rest_url));
}

function baseOf(pages: readonly Raw[]): URL {
  const [base = ''] = /^.*?\/tribe\/events\/v1/.exec(String(pages[0]!.rest_url)) ?? [];
  return new URL(base);
}

async function* readPages(
  pages: readonly Raw[],
  given: Pick<EventsContext, 'site' | 'options' | 'isPart'>,
): AsyncGenerator<AnyEntry> {
  const events = pages.flatMap((page) => page.events as unknown[]);
  const isPublic = events.every((raw) => !isPlainObject(raw) || (raw.status ?? 'publish') === 'publish');
  if (isPublic) yield { isPublicOnly: true };
  yield* readEvents(events, { ...given, translations: new Map() }, (id) =>
    Promise.resolve(events.find((raw) => isPlainObject(raw) && textOf(raw, 'id') === id) as Raw | undefined),
  );
}

interface EventsContext extends TecContext {
  /** Whether these are only some of the events, so that other dates of their series may be on other pages. */
  readonly isPart?: boolean;
}

/** Single events in the order of the source, then the dates of series, as one record for each series. */
async function* readEvents(
  events: Iterable<unknown> | AsyncIterable<unknown>,
  context: EventsContext,
  find: (id: string) => Promise<Raw | undefined>,
): AsyncGenerator<AnyEntry> {
  const seen = new Set<string>();
  const series = new Map<string, Raw[]>();
  let place = 0;
  for await (const raw of events) {
    const entry = readEvent(raw, place++, context);
    // Pages may shift while they are read.
    if ('id' in entry && seen.has(entry.id)) continue;
    if ('id' in entry) seen.add(entry.id);
    const parent = isPlainObject(raw) && !isRefused(entry) ? parentIn(raw) : undefined;
    if (parent === undefined) yield entry;
    else series.set(parent, [...(series.get(parent) ?? []), raw as Raw]);
  }
  for (const [parent, dates] of series) {
    const first = await find(parent);
    const entry = readSeries(parent, first ? [first, ...dates] : dates, context);
    yield context.isPart ? { ...entry, reason: because((messages) => messages.partOfSeries) } : entry;
  }
}

async function* readSite(site: TecSite, options: ReadOptions): AsyncGenerator<AnyEntry> {
  const name = nameOfSite(site.base);
  const translations = new Map<string, readonly string[]>();
  // The event with the list of translations must be created before the translation.
  if (options.isPair) yield* readTranslations(site, translations);
  else yield* readLists(site, name);
  const context = { site: name, options, translations };
  const hasKey = options.hasKey === true || site.base.username !== '';
  yield* readEvents(site.events(hasKey), context, (id) => site.event(id));
  if (site.isWithoutDrafts) yield { note: because((messages) => messages.onlyPublished) };
  if (site.isWithoutDrafts || !hasKey) yield { isPublicOnly: true };
}

async function* readLists(site: TecSite, name: string): AsyncGenerator<AnyEntry> {
  for (const kind of LISTS)
    try {
      for await (const raw of site.list(kind, kind === 'categories' || kind === 'tags' ? { hide_empty: '0' } : {}))
        yield* linkedSources(kind, raw, name).map((linked) => ({ linked }));
    } catch (error) {
      yield notServed(kind, error);
    }
}

/** The translations that Polylang or WPML adds to the WordPress API. */
async function* readTranslations(
  site: TecSite,
  translations: Map<string, readonly string[]>,
): AsyncGenerator<AnyEntry> {
  try {
    for await (const raw of site.posts()) translations.set(textOf(raw, 'id')!, translationsIn(raw));
  } catch (error) {
    yield notServed('wp/v2/tribe_events', error);
  }
}

/** A list that a site does not have is skipped: events contain the records that they need. */
function notServed(list: string, error: unknown): AnyEntry {
  if (!(error instanceof RecordError) || error instanceof Unreachable) throw error;
  return { note: because((messages, language) => messages.notServed(list, error.reason(language))) };
}
