import { FieldError } from '../../errors/field-error.js';
import { parseTimeZone } from '../../datetime/zone.js';
import { isLanguage, LANGUAGES } from '../../i18n/language.js';
import { isPlainObject } from '../../validation/body-fields.js';
import { visibleText } from '../../text/texts.js';
import { because } from '../messages.js';
import {
  type AssumedZone,
  type Body,
  type Details,
  type Entry,
  type ImportRecord,
  type Occurrence,
  type ReadOptions,
  readOne,
  RecordError,
} from '../record.js';
import { webAddress } from '../texts/web.js';
import { type Raw, textOf } from '../fields.js';
import { flagOf, imageOf, linkedSources, nameOf, slugOf, websiteOf } from './tec-fields.js';

/** The context in which events of a site are read. */
export interface TecContext {
  /** What names the site in IDs. */
  readonly site: string;
  readonly options: ReadOptions;
  /** IDs of translations by the id of an event, if the site has them. */
  readonly translations: ReadonlyMap<string, readonly string[]>;
}

/** The permanent id of an event. */
export function eventId(site: string, id: string): string {
  return `tec:${site}:${id}`;
}

/** The id of the event that represents the series of an event; undefined if it belongs to none. */
export function parentIn(raw: Raw): string | undefined {
  const parent = textOf(raw, 'post_parent') ?? textOf(raw, 'parent');
  return parent !== undefined && /^[1-9]\d*$/.test(parent) ? parent : undefined;
}

/** Reads a single event. If it is the parent of a series, the dates of the series follow as another record. */
export function readEvent(raw: unknown, place: number, context: TecContext): Entry {
  if (!isPlainObject(raw))
    return { id: `tec:${context.site}:[${place}]`, title: '', reason: because((messages) => messages.noObject) };
  const number = textOf(raw, 'id');
  const id = eventId(context.site, number ?? `[${place}]`);
  return readOne({ id, title: nameOf(raw, 'title') ?? '' }, () => {
    if (number === undefined) throw new RecordError(because((messages) => messages.noUid));
    const { occurrence, assumedZone } = readOccurrence(raw, context);
    return { ...recordOf(id, raw, context), hasParts: true, assumedZone, occurrences: [occurrence] };
  });
}

/** Combines the dates with one parent to one series. */
export function readSeries(parent: string, dates: readonly Raw[], context: TecContext): Entry {
  const first = dates.find((raw) => textOf(raw, 'id') === parent) ?? dates[0]!;
  const id = eventId(context.site, parent);
  return readOne({ id, title: nameOf(first, 'title') ?? '' }, () => {
    const read = dates.map((raw) => readOccurrence(raw, context));
    const sorted = read.map(({ occurrence }) => occurrence).sort((one, other) => (one.start < other.start ? -1 : 1));
    const like = contentOf(readOccurrence(first, context).occurrence);
    const occurrences = sorted.map((one, place) => ({
      ...one,
      // Common fields of all dates are stored once, in the series.
      ...(place > 0 && contentOf(one) !== like && { isChanged: true }),
    }));
    return { ...recordOf(id, first, context), assumedZone: read[0]?.assumedZone, occurrences };
  });
}

/** The content of a date without the fields that differ on every date. */
function contentOf({ details: { slug: _slug, website: _website, more, ...details } }: Occurrence): string {
  return JSON.stringify([details, { ...more, date_utc: undefined }]);
}

function recordOf(id: string, raw: Raw, { site, translations }: TecContext): Omit<ImportRecord, 'occurrences'> {
  const language = textOf(raw, 'lang') ?? textOf(raw, 'language');
  return {
    id,
    title: nameOf(raw, 'title') ?? '',
    language: isLanguage(language) ? language : undefined,
    translations: (translations.get(textOf(raw, 'id')!) ?? translationsIn(raw)).flatMap((other) =>
      inAllLanguages(site).map((name) => eventId(name, other)),
    ),
  };
}

/** A site that is in several languages may have a directory for each, with the same numbers in all. */
function inAllLanguages(site: string): string[] {
  const whole = site.replace(/\/[a-z]{2}(?:-[a-z]{2})?$/, '');
  return [site, whole, ...LANGUAGES.map((language) => `${whole}/${language}`)];
}

/** Polylang: `{"en": 31, "fr": 99}`; WPML: `[{"locale": "fr_FR", "id": 99}]`. */
export function translationsIn(raw: Raw): string[] {
  const [polylang, wpml] = [raw.translations, raw.wpml_translations];
  const listed: unknown[] = Array.isArray(wpml) ? [...(wpml as unknown[]), raw] : [];
  const members: unknown[] = [...(isPlainObject(polylang) ? Object.values(polylang) : []), ...listed];
  return members.flatMap((member) => textOf(isPlainObject(member) ? member : { id: member }, 'id') ?? []);
}

function readOccurrence(raw: Raw, { site, options }: TecContext) {
  const title = nameOf(raw, 'title');
  if (title === undefined) throw new RecordError(because((messages) => messages.noTitle));
  const { times, assumedZone } = readTimes(raw, options);
  const key = times.start.replace(/[-:]/g, '').replace(' ', 'T').slice(0, 15);
  const occurrence: Occurrence = { ...times, key, isLeftOut: false, details: readDetails(raw, title, site) };
  return { occurrence, assumedZone };
}

type Times = Pick<Occurrence, 'start' | 'end' | 'timezone' | 'allDay'>;

/** Local times in the zone of the event. If its zone is unknown, UTC times, which are shown in another zone. */
function readTimes(raw: Raw, options: ReadOptions): { times: Times; assumedZone?: AssumedZone } {
  const [start, end] = [textOf(raw, 'start_date'), textOf(raw, 'end_date')];
  if (start === undefined) throw new RecordError(because((messages) => messages.noStart));
  const allDay = flagOf(raw, 'all_day') ?? false;
  const zone = parseTimeZone(textOf(raw, 'timezone') ?? '');
  const timezone = zone instanceof FieldError ? (options.timezone ?? options.siteTimezone) : String(zone);
  const assumed = zone instanceof FieldError && { assumedZone: { timezone } };
  if (allDay)
    return { times: { start: start.slice(0, 10), end: (end ?? start).slice(0, 10), timezone, allDay }, ...assumed };
  const [utcStart, utcEnd] = [textOf(raw, 'utc_start_date'), textOf(raw, 'utc_end_date')];
  if (!assumed || !utcStart || !utcEnd) return { times: { start, end: end ?? start, timezone, allDay }, ...assumed };
  const instant = (text: string) => `${text.replace(' ', 'T')}Z`;
  return { times: { start: instant(utcStart), end: instant(utcEnd), timezone, allDay }, ...assumed };
}

const FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'];
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

function readDetails(raw: Raw, title: string, site: string): Details {
  const flags = FLAGS.map((flag) => [flag, flagOf(raw, flag)] as const).filter(([, value]) => value !== undefined);
  const status = textOf(raw, 'status');
  const date = textOf(raw, 'date_utc');
  const more: Body = {
    ...Object.fromEntries(flags),
    ...(date && { date_utc: date }),
    ...(status && STATUSES.includes(status) && { status }),
  };
  return {
    title,
    description: textOf(raw, 'description'),
    excerpt: textOf(raw, 'excerpt'),
    website: websiteOf(raw),
    image: imageOf(raw.image),
    cost: visibleText(textOf(raw, 'cost') ?? '') || undefined,
    slug: slugOf(raw),
    ...stateOf(raw),
    links: {
      venues: linkedSources('venues', raw.venue, site),
      organizers: linkedSources('organizers', raw.organizer, site),
      categories: linkedSources('categories', raw.categories, site),
      tags: linkedSources('tags', raw.tags, site),
    },
    more,
  };
}

/** The status and the online meeting, which extensions of The Events Calendar add. */
function stateOf(raw: Raw): Partial<Details> {
  const status = textOf(raw, 'event_status')?.toLowerCase();
  const eventStatus = status === 'canceled' || status === 'cancelled' ? 'cancelled' : status;
  const isKnown = eventStatus === 'cancelled' || eventStatus === 'postponed';
  const isOnline = flagOf(raw, 'is_virtual') === true;
  return {
    ...(isKnown && { eventStatus, statusReason: nameOf(raw, 'event_status_reason') }),
    ...(isOnline && { isOnline, onlineUrl: webAddress(raw.virtual_url) }),
  };
}
