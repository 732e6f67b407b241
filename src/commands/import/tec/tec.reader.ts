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
  type LinkedName,
  type LinkedSource,
  type Occurrence,
  type Raw,
  type ReadOptions,
  readOrRefuse,
  textOf,
  zoneOf,
} from '../record.js';
import { Unreachable } from '../http-client.js';
import { readCoordinates } from '../texts/place.js';
import { webAddress } from '../texts/web.js';
import { nameOfSite, TecSite } from './tec-site.js';

/** The route of the REST API, also in a URL without permalinks: `?rest_route=/tribe/events/v1`. */
const ROUTE = /\/tribe\/events\/v1(?=\/|$)/;

const LISTS: readonly LinkedName[] = ['categories', 'tags', 'venues', 'organizers'];

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
  if (pages.every((page) => Array.isArray(page.events))) return pages;
  const areEvents = pages.every((raw) => raw.start_date !== undefined);
  return areEvents ? [{ events: pages, rest_url: pages[0]!.rest_url }] : undefined;
}

async function* readPages(pages: readonly Raw[], context: Context): AsyncGenerator<AnyEntry> {
  const events = pages.flatMap((page) => page.events as unknown[]);
  const objects = events.filter((raw) => isPlainObject(raw));
  if (objects.every((raw) => (raw.status ?? 'publish') === 'publish')) yield { isPublicOnly: true };
  const find = (id: string) => Promise.resolve(objects.find((raw) => textOf(raw, 'id') === id));
  yield* readEvents(events, context, find);
}

async function* readSite(site: TecSite, options: ReadOptions): AsyncGenerator<AnyEntry> {
  const name = nameOfSite(site.base);
  const translations = new Map<string, readonly string[]>();
  // With `--pair`, linked records get their texts through the events. Reading the lists would create them again.
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
        for (const linked of linkedSources(kind, raw, name)) yield { id: linked.id, title: '', linked };
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
    const sorted = read.sort((one, other) => (one.start < other.start ? -1 : 1));
    const like = contentOf(readOccurrence(first, context));
    const occurrences = sorted.map((one, place) => ({
      ...one,
      ...(place > 0 && contentOf(one) !== like && { isOverride: true }),
    }));
    return { ...recordOf(first, context), occurrences };
  });
}

/** The content of a date without the fields that differ on every date. */
function contentOf({ details: { slug: _slug, website: _website, date_utc: _date, ...details }, links }: Occurrence) {
  return JSON.stringify([details, links]);
}

function recordOf(raw: Raw, { site, options, translations }: Context) {
  const others = translations.get(textOf(raw, 'id')!) ?? translationsIn(raw);
  const { timezone, isAssumed } = zoneIn(raw, options);
  return {
    language: languageOf(textOf(raw, 'lang') ?? textOf(raw, 'language')),
    zoneNote: isAssumed ? (events: number) => because('assumedZone', events, timezone) : undefined,
    translations: others.flatMap((other) => inAllLanguages(site).map((name) => `tec:${name}:${other}`)),
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
  const listed: unknown[] = Array.isArray(wpml) ? [...(wpml as unknown[]), raw] : [];
  const members: unknown[] = [...(isPlainObject(polylang) ? Object.values(polylang) : []), ...listed];
  return members.flatMap((member) => textOf(isPlainObject(member) ? member : { id: member }, 'id') ?? []);
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

function readOccurrence(raw: Raw, { site, options }: Context): Occurrence {
  const title = nameOf(raw, 'title');
  if (title === undefined) throw recordError('noTitle');
  const times = readTimes(raw, options);
  const venues = linkedSources('venues', raw.venue, site);
  const status = textOf(raw, 'status') ?? '';
  return {
    ...times,
    key: compact(times.start).slice(0, 15),
    isExcluded: false,
    details: {
      ...common(raw),
      ...fieldsOf(raw, textOf, 'excerpt', 'date_utc'),
      ...fieldsOf(raw, flagOf, 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'),
      ...stateOf(raw, venues.length > 0),
      cost: visibleText(textOf(raw, 'cost') ?? '') || undefined,
      status: STATUSES.includes(status) ? status : undefined,
      title,
    },
    links: {
      venues,
      organizers: linkedSources('organizers', raw.organizer, site),
      categories: linkedSources('categories', raw.categories, site),
      tags: linkedSources('tags', raw.tags, site),
    },
  };
}

function zoneIn(raw: Raw, { timezone, siteTimezone }: ReadOptions) {
  const zone = zoneOf(textOf(raw, 'timezone'));
  return { isAssumed: zone === undefined, timezone: zone ?? timezone ?? siteTimezone };
}

/** Local times in the zone of the event. If its zone is unknown, UTC times, which are shown in another zone. */
function readTimes(raw: Raw, options: ReadOptions): Pick<Occurrence, 'start' | 'end' | 'timezone' | 'allDay'> {
  const start = textOf(raw, 'start_date');
  if (start === undefined) throw recordError('noStart');
  const end = textOf(raw, 'end_date') ?? start;
  const { timezone, isAssumed } = zoneIn(raw, options);
  if (flagOf(raw, 'all_day')) return { start: start.slice(0, 10), end: end.slice(0, 10), timezone, allDay: true };
  const [utcStart, utcEnd] = [textOf(raw, 'utc_start_date'), textOf(raw, 'utc_end_date')];
  if (!isAssumed || !utcStart || !utcEnd) return { start, end, timezone, allDay: false };
  const instant = (text: string) => `${text.replace(' ', 'T')}Z`;
  return { start: instant(utcStart), end: instant(utcEnd), timezone, allDay: false };
}

/** The status and the online meeting, which extensions of The Events Calendar add. */
function stateOf(raw: Raw, hasPlace: boolean): Body {
  const said = textOf(raw, 'event_status')?.toLowerCase();
  const event_status = said === 'canceled' ? 'cancelled' : said;
  const isKnown = event_status === 'cancelled' || event_status === 'postponed';
  return {
    ...(isKnown && { event_status, event_status_reason: nameOf(raw, 'event_status_reason') }),
    ...(flagOf(raw, 'is_virtual') && {
      attendance: hasPlace ? 'mixed' : 'online',
      online_url: webAddress(raw.virtual_url),
    }),
  };
}

function nameOf(record: Raw, field: string): string | undefined {
  return visibleText(textOf(record, field) ?? '') || undefined;
}

/** A value that may be an object, a list of objects, an object with numeric keys, or absent. */
function listOf(value: unknown): Raw[] {
  if (Array.isArray(value)) return value.filter((member) => isPlainObject(member));
  if (!isPlainObject(value)) return [];
  const isByNumber = Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));
  return isByNumber ? listOf(Object.values(value)) : [value];
}

/** A slug, which is percent-encoded in the JSON if it is not ASCII. */
function slugOf(record: Raw): string | undefined {
  const slug = textOf(record, 'slug')?.replace(/__trashed$/, '');
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

function flagOf(record: Raw, field: string): boolean | undefined {
  const value = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  return value === true || value === 1 || (typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value));
}

/** An image is `false`, a URL, an object, or a list of these. A website may be the record's own page. */
function common(record: Raw): Body {
  const image: unknown = Array.isArray(record.image) ? record.image[0] : record.image;
  return {
    description: textOf(record, 'description'),
    slug: slugOf(record),
    website: record.website === record.url ? undefined : webAddress(record.website),
    image: webAddress(isPlainObject(image) ? image.url : image),
  };
}

function fieldsOf(record: Raw, read: (record: Raw, field: string) => unknown, ...fields: string[]): Body {
  return Object.fromEntries(fields.map((field) => [field, read(record, field)]));
}

function termBody(record: Raw): Body {
  return { name: nameOf(record, 'name'), description: textOf(record, 'description'), slug: slugOf(record) };
}

const BODIES: Readonly<Record<LinkedName, { singular: string; name: string; body: (record: Raw) => Body }>> = {
  venues: {
    singular: 'venue',
    name: 'venue',
    body: (record) => ({
      ...common(record),
      ...fieldsOf(record, nameOf, 'venue', 'phone', 'address', 'city', 'country', 'province', 'state', 'zip'),
      ...fieldsOf(record, flagOf, 'show_map', 'show_map_link'),
      ...readCoordinates(Number(textOf(record, 'geo_lat')), Number(textOf(record, 'geo_lng'))),
    }),
  },
  organizers: {
    singular: 'organizer',
    name: 'organizer',
    // E-mail addresses of organizers are public in The Events Calendar.
    body: (record) => ({ ...common(record), ...fieldsOf(record, nameOf, 'organizer', 'phone', 'email') }),
  },
  categories: { singular: 'category', name: 'name', body: termBody },
  tags: { singular: 'tag', name: 'name', body: termBody },
};

function linkedSources(kind: LinkedName, value: unknown, site: string): LinkedSource[] {
  const { singular, name, body } = BODIES[kind];
  return listOf(value).flatMap((record): LinkedSource[] => {
    const [id, fields] = [textOf(record, 'id'), body(record)];
    if (id === undefined || fields[name] === undefined) return [];
    const isChild = kind === 'categories' && Number(record.parent) > 0;
    const parent = isChild ? `tec:${site}:${singular}:${String(record.parent)}` : undefined;
    return [{ kind, id: `tec:${site}:${singular}:${id}`, body: fields, parent }];
  });
}
