import { CommandError } from '../../../lib/errors/command-error.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { isPlainObject } from '../../../http/validation/body-fields.js';
import { because, importMessages, recordError } from '../messages.js';
import {
  type AnyEntry,
  type Body,
  compact,
  type Entry,
  type Format,
  isRefused,
  languageOf,
  type RelatedKind,
  type Occurrence,
  type Raw,
  type ReadOptions,
  readOrRefuse,
  textOf,
} from '../record.js';
import { Unreachable } from '../http-client.js';
import { costWithCurrency } from '../texts/cost.js';
import { webAddress } from '../texts/web.js';
import { phpList } from './php-list.js';
import { common, fieldsOf, flagOf, relatedSources, listOf, nameOf } from './tec-records.js';
import { dateIn, readTimes, zoneIn } from './tec-times.js';
import { nameOfSite, TecSite } from './tec-site.js';

/** The route of the REST API, also in a URL without permalinks: `?rest_route=/tribe/events/v1`. */
const ROUTE = /\/tribe\/events\/v1(?=\/|$)/;

const LISTS: readonly RelatedKind[] = ['categories', 'tags', 'venues', 'organizers'];

interface Context {
  readonly site: string;
  readonly options: ReadOptions;
  readonly translations: ReadonlyMap<string, readonly string[]>;
  /** Whether these are only some of the events, so that other dates of their series may be on other pages. */
  readonly isPart?: boolean;
}

/** Reads the REST API v1 of The Events Calendar for WordPress: its address, or saved pages of its list of events. */
export const theEventsCalendar: Format = {
  name: 'The Events Calendar',
  recognise: ({ json }) => {
    const pages = pagesIn(json);
    if (!pages) return undefined;
    const base = new URL(/^.*?\/tribe\/events\/v1/.exec(String(pages[0]!.rest_url))![0]);
    const isPart = pages.length < Number(pages[0]!.total_pages ?? 1);
    const context = { site: nameOfSite(base), isPart, translations: new Map() };
    return { source: base.href, isPart, read: (options) => readPages(pages, { ...context, options }) };
  },
  recogniseAddress: (url, client) => {
    if (!ROUTE.test(url.searchParams.get('rest_route') ?? url.pathname)) return undefined;
    const site = new TecSite(url, client);
    return { source: site.base.href, read: (options) => readSite(site, options) };
  },
};

function pagesIn(json: unknown): Raw[] | undefined {
  const pages = listOf(json);
  const isOfRoute = (raw: Raw) => ROUTE.test(String(raw.rest_url));
  if (pages.length === 0 || !pages.every(isOfRoute)) return undefined;
  if (pages.every((page) => phpList(page.events) !== undefined)) return pages;
  const areEvents = pages.every((raw) => raw.start_date !== undefined);
  return areEvents ? [{ events: pages, rest_url: pages[0]!.rest_url }] : undefined;
}

async function* readPages(pages: readonly Raw[], context: Context): AsyncGenerator<AnyEntry> {
  const events = pages.flatMap((page) => phpList(page.events) ?? []);
  const objects = events.filter((raw) => isPlainObject(raw));
  if (objects.every((raw) => (raw.status ?? 'publish') === 'publish')) yield { isPublicOnly: true };
  const find = (id: string) => Promise.resolve(objects.find((raw) => textOf(raw, 'id') === id));
  yield* readEvents(events, context, find);
}

async function* readSite(site: TecSite, options: ReadOptions): AsyncGenerator<AnyEntry> {
  const name = nameOfSite(site.base);
  const translations = new Map<string, readonly string[]>();
  // With `--pair`, related records get their texts through the events. Reading the lists would create them again.
  if (!options.isPair) yield* readLists(site, name);
  else
    try {
      for await (const raw of site.posts()) translations.set(textOf(raw, 'id')!, translationsIn(raw));
    } catch (error) {
      yield notServed('wp/v2/tribe_events', error);
    }
  const hasKey = options.hasKey === true || site.base.username !== '';
  yield* readEvents(site.events(hasKey), { site: name, options, translations }, (id) => site.event(id));
  if (site.isWithoutDrafts) yield { note: because('onlyPublished') };
  if (site.isWithoutDrafts || !hasKey) yield { isPublicOnly: true };
}

async function* readLists(site: TecSite, name: string): AsyncGenerator<AnyEntry> {
  for (const kind of LISTS)
    try {
      for await (const raw of site.list(kind, kind === 'categories' || kind === 'tags' ? { hide_empty: '0' } : {}))
        for (const related of relatedSources(kind, raw, name)) yield { id: related.id, title: '', related };
    } catch (error) {
      yield notServed(kind, error);
    }
}

/** A list that a site does not have is skipped: events contain the records that they need. */
function notServed(list: string, error: unknown): AnyEntry {
  if (!(error instanceof CommandError) || error instanceof Unreachable) throw error;
  return { note: (language) => importMessages[language].notServed(list, error.reason(language)) };
}

/** The events in the order of the source, then the dates of each series as one record. */
async function* readEvents(
  events: Iterable<unknown> | AsyncIterable<unknown>,
  context: Context,
  find: (id: string) => Promise<Raw | undefined>,
): AsyncGenerator<AnyEntry> {
  const seen = new Set<string>();
  const series = new Map<string, Raw[]>();
  let place = 0;
  for await (const raw of events) {
    const entry = readEvent(raw, place++, context);
    // Pages may shift while they are read.
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    const parent = isPlainObject(raw) && !isRefused(entry) ? parentIn(raw) : undefined;
    if (parent === undefined) yield entry;
    else series.set(parent, [...(series.get(parent) ?? []), raw as Raw]);
  }
  for (const [parent, dates] of series) {
    const first = await find(parent);
    const entry = readSeries(parent, first ? [first, ...dates] : dates, context);
    yield context.isPart ? { ...entry, reason: because('partOfSeries') } : entry;
  }
}

function parentIn(raw: Raw): string | undefined {
  const parent = textOf(raw, 'post_parent') ?? textOf(raw, 'parent');
  return parent !== undefined && /^[1-9]\d*$/.test(parent) ? parent : undefined;
}

function readEvent(raw: unknown, place: number, context: Context): Entry {
  if (!isPlainObject(raw)) return { id: `tec:${context.site}:[${place}]`, title: '', reason: because('noObject') };
  const number = textOf(raw, 'id');
  const id = `tec:${context.site}:${number ?? `[${place}]`}`;
  return readOrRefuse({ id, title: nameOf(raw, 'title') ?? '' }, () => {
    if (number === undefined) throw recordError('noUid');
    // It may be the parent of a series, whose dates follow as another record with the same ID.
    return { ...recordOf(raw, context), hasParts: true, occurrences: [readOccurrence(raw, context)] };
  });
}

function readSeries(parent: string, dates: readonly Raw[], context: Context): Entry {
  const first = dates.find((raw) => textOf(raw, 'id') === parent) ?? dates[0]!;
  const id = `tec:${context.site}:${parent}`;
  return readOrRefuse({ id, title: nameOf(first, 'title') ?? '' }, () => {
    const read = dates.map((raw) => readOccurrence(raw, context));
    const sorted = read.sort((left, right) => (left.start < right.start ? -1 : 1));
    const contentOfFirst = contentOf(readOccurrence(first, context));
    const occurrences = sorted.map((date, place) => ({
      ...date,
      ...(place > 0 && contentOf(date) !== contentOfFirst && { isOverride: true }),
    }));
    return { ...recordOf(first, context), occurrences };
  });
}

/** The content of a date without the fields that differ on every date. */
function contentOf({
  details: { slug: _slug, website: _website, date_utc: _date, ...details },
  relations,
}: Occurrence) {
  return JSON.stringify([details, relations]);
}

function recordOf(raw: Raw, { site, options, translations }: Context) {
  const ids = translations.get(textOf(raw, 'id')!) ?? translationsIn(raw);
  const { timezone, isAssumed } = zoneIn(raw, options);
  return {
    language: languageOf(textOf(raw, 'lang') ?? textOf(raw, 'language')),
    zoneNote: isAssumed ? (events: number) => because('assumedZone', events, timezone) : undefined,
    translations: ids.flatMap((id) => inAllLanguages(site).map((name) => `tec:${name}:${id}`)),
  };
}

/** A site that is in several languages may have a directory for each, with the same numbers in all. */
function inAllLanguages(site: string): string[] {
  const whole = site.replace(/\/[a-z]{2}(?:-[a-z]{2})?$/, '');
  return [site, whole, ...LANGUAGES.map((language) => `${whole}/${language}`)];
}

/** Polylang: `{"en": 31, "fr": 99}`; WPML: `[{"locale": "fr_FR", "id": 99}]`. */
function translationsIn(raw: Raw): string[] {
  const [polylang, wpml] = [raw.translations, raw.wpml_translations];
  const members = phpList(wpml);
  const listed: unknown[] = members ? [...members, raw] : [];
  const all: unknown[] = [...(isPlainObject(polylang) ? Object.values(polylang) : []), ...listed];
  return all.flatMap((member) => textOf(isPlainObject(member) ? member : { id: member }, 'id') ?? []);
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

function readOccurrence(raw: Raw, { site, options }: Context): Occurrence {
  const title = nameOf(raw, 'title');
  if (title === undefined) throw recordError('noTitle');
  const times = readTimes(raw, options);
  const venues = relatedSources('venues', raw.venue, site);
  const status = textOf(raw, 'status') ?? '';
  return {
    ...times,
    key: compact(times.start).slice(0, 15),
    isExcluded: false,
    details: {
      ...common(raw),
      ...fieldsOf(raw, textOf, 'excerpt'),
      ...fieldsOf(raw, dateIn, 'date_utc'),
      ...fieldsOf(raw, flagOf, 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'),
      ...stateOf(raw, venues.length > 0),
      cost: costOf(raw),
      status: STATUSES.includes(status) ? status : undefined,
      title,
    },
    relations: {
      venues,
      organizers: relatedSources('organizers', raw.organizer, site),
      categories: relatedSources('categories', raw.categories, site),
      tags: relatedSources('tags', raw.tags, site),
    },
  };
}

/** The cost with its currency, which the text does not tell where several currencies share a symbol. */
function costOf(raw: Raw): string | undefined {
  const cost = visibleText(textOf(raw, 'cost') ?? '') || undefined;
  const { cost_details: details } = raw;
  if (!isPlainObject(details)) return cost;
  return costWithCurrency(cost, {
    code: textOf(details, 'currency_code'),
    symbol: visibleText(textOf(details, 'currency_symbol') ?? '') || undefined,
  });
}

/** The status and the online meeting, which extensions of The Events Calendar add. */
function stateOf(raw: Raw, hasPlace: boolean): Body {
  const status = textOf(raw, 'event_status')?.toLowerCase();
  const event_status = status === 'canceled' ? 'cancelled' : status;
  const isKnown = event_status === 'cancelled' || event_status === 'postponed';
  return {
    ...(isKnown && { event_status, event_status_reason: nameOf(raw, 'event_status_reason') }),
    ...(flagOf(raw, 'is_virtual') && {
      attendance: hasPlace ? 'mixed' : 'online',
      online_url: webAddress(raw.virtual_url),
    }),
  };
}
