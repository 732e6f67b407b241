import { addMilliseconds, DAY, parseAsUtc, utcText } from '../../lib/datetime/moment.js';
import { visibleText } from '../../lib/text/sanitize.js';
import { isPlainObject } from '../../http/validation/body-fields.js';
import { because, recordError } from './messages.js';
import {
  type Body,
  compact,
  type Entry,
  type Format,
  languageOf,
  type Occurrence,
  type Raw,
  readOrRefuse,
  textOf,
  withoutUndefined,
} from './record.js';
import { markdownToHtml, textToHtml } from './texts/html.js';
import { cityName, readAddress, readCoordinates, sameName } from './texts/place.js';
import { descriptionFrom, hasContent, notesOf, repeats, tidied, withoutMarkdownLinks } from './texts/tidy.js';
import { webAddress } from './texts/web.js';

const TIMEZONE = 'Europe/Paris';

const MAX_COST = 255;

export const paris: Format = {
  name: 'JSON (evenements-a-paris)',
  recognise: ({ json }) => {
    const records = parisRecords(json);
    return records && { read: () => readParis(records) };
  },
};

function parisRecords(json: unknown): unknown[] | undefined {
  const list = isPlainObject(json) ? (json.records ?? json.results) : json;
  if (!Array.isArray(list)) return undefined;
  const records = list.map((record: unknown) =>
    isPlainObject(record) && isPlainObject(record.fields) ? record.fields : record,
  );
  const isKnown = (record: unknown) =>
    isPlainObject(record) && 'uid' in record && ('timetable' in record || 'placename' in record || 'title' in record);
  return records.length === 0 || records.some(isKnown) ? records : undefined;
}

export function readParis(records: readonly unknown[]): Entry[] {
  const seen = new Set<string>();
  return records.map((record, place) => {
    if (!isPlainObject(record)) return { id: `openagenda:[${place}]`, title: '', reason: because('noObject') };
    const uid = textOf(record, 'uid');
    const id = `openagenda:${uid ?? `[${place}]`}`;
    const title = withoutMarkdownLinks(visibleText(textOf(record, 'title') ?? ''));
    if (seen.has(id)) return { id, title, reason: because('duplicate') };
    seen.add(id);
    return readOrRefuse({ id, title }, () => readRecord(uid, title, record));
  });
}

function readRecord(uid: string | undefined, title: string, record: Raw) {
  if (uid === undefined) throw recordError('noUid');
  if (title === '') throw recordError('noTitle');
  const read = { timezone: TIMEZONE, isExcluded: false, ...readDetails(record, title) };
  const occurrences = timesOf(record).map((times): Occurrence => ({ ...times, ...read }));
  return { language: languageOf(record.lang), occurrences };
}

function timesOf(record: Raw): Times[] {
  const timetable = textOf(record, 'timetable');
  if (timetable !== undefined) return readTimetable(timetable);
  const start = textOf(record, 'date_start');
  if (start === undefined) throw recordError('noStart');
  return [readDays(start, textOf(record, 'date_end') ?? start)];
}

function readDetails(record: Raw, title: string): Pick<Occurrence, 'details' | 'notes'> {
  const teaser = textToHtml(textOf(record, 'description') ?? '');
  const text = textOf(record, 'free_text');
  const price = textOf(record, 'pricing_info');
  const isLong = price !== undefined && [...price].length > MAX_COST;
  const body = text === undefined ? teaser : markdownToHtml(text);
  const description = descriptionFrom([body, isLong ? textToHtml(price) : ''].join('\n'), title);
  const isExcerpt = hasContent(teaser) && ![title, description ?? ''].some((other) => repeats(teaser, other));
  const keywords = keywordsOf(record);
  const place = readPlace(record);
  const details = {
    title,
    description,
    excerpt: isExcerpt ? tidied(teaser) : undefined,
    website: webAddress(record.link),
    image: webAddress(record.image),
    cost: isLong || price === undefined ? undefined : readCost(price),
    categories: keywords,
    tags: keywords,
    venue: place && [place],
  };
  return { details, notes: notesOf(description, { website: [record.link], image: [record.image] }) };
}

function keywordsOf(record: Raw): string[] | undefined {
  const keywords = textOf(record, 'tags')
    ?.split(/[,;]|\s{2,}/)
    .map((keyword) => visibleText(keyword))
    .filter(Boolean);
  return keywords?.length ? keywords : undefined;
}

/** A text that only means “free” is stored as such, and shown in both languages. */
function readCost(price: string): string {
  const text = visibleText(price);
  return /^(?:gratuit|(?:entrée|accès) (?:libre|gratuite?)(?: et gratuite?)?)\.?$/i.test(text) ? '0' : text;
}

function readPlace(record: Raw): Body | undefined {
  const name = visibleText(textOf(record, 'placename') ?? '');
  if (name === '') return undefined;
  const [latitude, longitude] = Array.isArray(record.latlon) ? (record.latlon as unknown[]) : [];
  const said = textOf(record, 'city');
  const city = said === undefined ? undefined : cityName(said);
  return withoutUndefined({
    venue: sameName(name, city) ? city : name,
    country: 'France',
    province: textOf(record, 'region')?.replace(/^IdF$/i, 'Île-de-France'),
    ...withoutUndefined(readAddress(textOf(record, 'address') ?? '', city)),
    ...readCoordinates(latitude, longitude),
  });
}

type Times = Pick<Occurrence, 'key' | 'start' | 'end' | 'allDay'>;

/** The dates of a timetable (`start end;start end`), sorted. An end before its start is after midnight. */
function readTimetable(timetable: string): Times[] {
  const spans = timetable
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readSpan);
  const unique = new Map(spans.map((span) => [`${span.start} ${span.end}`, span]));
  const sorted = [...unique.keys()].sort().map((name) => unique.get(name)!);
  const keys = new Set<string>();
  return sorted.map(({ start, end }) => {
    const key = keys.has(compact(start)) ? `${compact(start)}-${compact(end)}` : compact(start);
    keys.add(key);
    return { key, start, end, allDay: false };
  });
}

function readDays(first: string, last: string): Times {
  const day = (text: string) => localOf(`${text}T00:00:00`).slice(0, 10);
  return { key: compact(day(first)), start: day(first), end: day(last), allDay: true };
}

function readSpan(part: string): { start: string; end: string } {
  const [first = '', last = first] = part.split(/\s+/);
  const [start, end] = [localOf(first), localOf(last)];
  if (end >= start) return { start, end };
  if (end.slice(0, 10) === start.slice(0, 10)) return { start, end: addMilliseconds(end, DAY) };
  throw recordError('endBeforeStart', part);
}

function localOf(text: string): string {
  const local = text.replace('T', ' ').replace(/^(\S+ \d\d:\d\d)$/, '$1:00');
  const date = new Date(parseAsUtc(local));
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(local) || Number.isNaN(date.getTime()) || utcText(date) !== local) {
    throw recordError('badDate', text);
  }
  return local;
}
