import { FieldError } from '../../errors/field-error.js';
import { parseTimeZone } from '../../datetime/zone.js';
import { isLanguage, type Language, otherLanguage } from '../../i18n/language.js';
import { digest } from '../imported-records.js';
import { because } from '../messages.js';
import {
  type AnyEntry,
  type Body,
  type Details,
  type ImportRecord,
  type LinkedSource,
  type Place,
  readOne,
  type ReadOptions,
  RecordError,
} from '../record.js';
import { textToHtml } from '../texts/html.js';
import { type Columns, columnsOf, isComplete } from './columns.js';
import { type DateOrder, orderOf, readTimes } from './dates.js';

/** The cells of a row by field, or by `title@fr` if the column has a language. */
type Cells = ReadonlyMap<string, string>;

interface Table {
  readonly columns: Columns;
  readonly order: DateOrder;
  readonly options: ReadOptions;
}

/** Whether the first row of a table has names of columns of events. */
export function isHeader(row: readonly string[], mapping: Readonly<Record<string, string>> | undefined): boolean {
  const columns = columnsOf(row, mapping);
  const known = columns.fields.filter(Boolean).length;
  return isComplete(columns) || (mapping !== undefined && known > 0) || (known >= 3 && row.length >= 3);
}

/**
 * Reads a table whose first row has the names of columns: one event for each row.
 * @throws {RecordError} if it has no column for the title or the start
 */
export function* readTable(
  rows: readonly (readonly string[])[],
  mapping: Readonly<Record<string, string>> | undefined,
  options: ReadOptions,
): Generator<AnyEntry> {
  const [header = [], ...body] = rows;
  const columns = columnsOf(header, mapping);
  if (!isComplete(columns)) throw new RecordError(because((messages) => messages.noColumn(header.join(', '))));
  if (columns.unknown.length > 0)
    yield { note: because((messages) => messages.unknownColumns(columns.unknown.join(', '))) };
  const all = body.map((row) => cellsOf(row, columns));
  const dates = all.flatMap((cells) => [cells.get('start_date') ?? '', cells.get('end_date') ?? '']);
  const table = { columns, order: orderOf(dates, options.language ?? 'en'), options };
  const seen = new Set<string>();
  for (const [place, cells] of all.entries()) {
    if (cells.size === 0) continue;
    const line = place + 2;
    const title = titleOf(cells, options.language ?? 'en') ?? '';
    const id = idOf(cells, title, options);
    const entry = readOne({ id, title, line, isRow: true }, () => readRow(id, title, line, cells, body[place]!, table));
    yield seen.has(id) ? { id, title, line, isRow: true, reason: because((messages) => messages.duplicate) } : entry;
    seen.add(id);
  }
}

/** Removes empty cells, and the apostrophe that prevents a spreadsheet from evaluating a cell. */
function cellsOf(row: readonly string[], { fields }: Columns): Cells {
  const cells = new Map<string, string>();
  for (const [place, column] of fields.entries()) {
    const text = (row[place] ?? '').replace(/^'(?=[=+\-@\t\r])/, '').trim();
    if (!column || text === '') continue;
    const name = column.language ? `${column.field}@${column.language}` : column.field;
    if (!cells.has(name)) cells.set(name, text);
  }
  return cells;
}

function titleOf(cells: Cells, language: Language): string | undefined {
  return cells.get('title') ?? cells.get(`title@${language}`) ?? cells.get(`title@${otherLanguage(language)}`);
}

/** A row without an ID is matched by its title, start and venue. */
function idOf(cells: Cells, title: string, { source = '' }: ReadOptions): string {
  const id = cells.get('id');
  if (id !== undefined) return `table:${digest(source)}:${id}`;
  return `table:${digest([title, cells.get('start_date'), cells.get('start_time'), cells.get('venue')])}`;
}

function readRow(
  id: string,
  title: string,
  line: number,
  cells: Cells,
  row: readonly string[],
  { columns, order, options }: Table,
): ImportRecord {
  if (title === '') throw new RecordError(because((messages) => messages.noTitle));
  const text = (field: string) => cells.get(field) ?? '';
  if (text('start_date') === '') throw new RecordError(because((messages) => messages.noStart));
  const said = cells.get('language');
  const language = isLanguage(said) ? said : undefined;
  const timezone = zoneOf(cells, options);
  const when = {
    ...{ start: text('start_date'), startTime: text('start_time'), end: text('end_date'), endTime: text('end_time') },
    allDay: flagIn(cells.get('all_day')),
  };
  const times = readTimes(when, { order, timezone, now: options.now });
  const details = readDetails(title, cells, language ?? options.language ?? 'en');
  const own = columns.isOwn &&
    /^[1-9]\d{0,9}$/.test(text('id')) && { own: { id: Number(text('id')), cells: named(row, columns) } };
  const occurrences = [{ ...times, key: '', timezone, isLeftOut: false, details }];
  return { id, title, language, line, isRow: true, columns: byField(columns), occurrences, ...own };
}

/** Spreadsheets write true and false in the language of their user. */
function flagIn(text: string | undefined): boolean | undefined {
  if (/^(?:true|vrai|yes|oui|1|on|x)$/i.test(text ?? '')) return true;
  return /^(?:false|faux|no|non|0|off)$/i.test(text ?? '') ? false : undefined;
}

function zoneOf(cells: Cells, { timezone, siteTimezone }: ReadOptions): string {
  const said = cells.get('timezone');
  if (said === undefined) return timezone ?? siteTimezone;
  const zone = parseTimeZone(said);
  return zone instanceof FieldError ? said : String(zone);
}

/** The cells of a row by the names of their columns, unchanged. */
function named(row: readonly string[], { header }: Columns): Readonly<Record<string, string>> {
  return Object.fromEntries(header.map((name, place) => [name.trim().toLowerCase(), row[place] ?? '']));
}

/** The column names of the fields, for errors. */
function byField({ header, fields }: Columns): Record<string, string> {
  const names = fields.flatMap((column, place) => {
    if (!column) return [];
    const { field, language } = column;
    return [[language ? `translations.${language}.${field}` : field, header[place]!] as const];
  });
  return Object.fromEntries(names.reverse());
}

const PLAIN = ['event_status', 'attendance', 'online_url', 'status'];
const FLAGS = ['featured', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'ticketed'];
const TEXTS = ['title', 'description', 'excerpt', 'event_status_reason', 'website', 'online_url', 'image'];

function readDetails(title: string, cells: Cells, language: Language): Details {
  const own = (field: string) => cells.get(field) ?? cells.get(`${field}@${language}`);
  const other = otherLanguage(language);
  const html = (field: string) => htmlOf(own(field));
  const texts = TEXTS.flatMap((field) => {
    const text = cells.get(`${field}@${other}`);
    return text === undefined ? [] : [[field, isHtml(field) ? htmlOf(text) : text] as const];
  });
  const said = (field: string) => (own(field) === undefined ? [] : [[field, own(field)] as const]);
  const flags = FLAGS.flatMap((field) => said(field).map(([, text]) => [field, flagIn(text) ?? text] as const));
  const plain = [...PLAIN.flatMap(said), ...flags];
  const more: Body = {
    ...Object.fromEntries(plain),
    ...(texts.length > 0 && { translations: { [other]: Object.fromEntries(texts) } }),
    ...translatedLinks(cells, other),
  };
  const categories = terms('categories', cells, other);
  const tags = terms('tags', cells, other);
  return {
    title: own('title') ?? title,
    description: html('description'),
    excerpt: html('excerpt'),
    website: own('website'),
    image: own('image'),
    cost: own('cost'),
    statusReason: own('event_status_reason'),
    categories: categories.names,
    tags: tags.names,
    organizers: own('organizer') === undefined ? undefined : valuesIn(own('organizer')!),
    places: placesIn(cells),
    links: { ...categories.links, ...tags.links },
    more,
  };
}

function isHtml(field: string): boolean {
  return field === 'description' || field === 'excerpt';
}

/** A text of a cell, whose line breaks count; HTML stays as it is. */
function htmlOf(text: string | undefined): string | undefined {
  return text === undefined || /<[a-z][^>]*>/i.test(text) ? text : textToHtml(text);
}

/** Values are separated by semicolons, or by commas if there are no semicolons. */
function valuesIn(text: string): string[] {
  const values = text.split(text.includes(';') ? ';' : ',').map((value) => value.trim());
  return values.filter(Boolean);
}

/** Categories or tags by their names, or with their names in both languages. */
function terms(kind: 'categories' | 'tags', cells: Cells, other: Language) {
  const [names, translated] = [cells.get(kind), cells.get(`${kind}@${other}`)];
  if (names === undefined) return {};
  const values = valuesIn(names);
  if (translated === undefined) return { names: values };
  const inOther = valuesIn(translated);
  const linked = values.map((name, place): LinkedSource => {
    const texts = inOther[place] === undefined ? {} : { translations: { [other]: { name: inOther[place] } } };
    return { kind, id: `table:${kind}:${name}`, body: { name, ...texts } };
  });
  return { links: { [kind]: linked } };
}

const PARTS = { street: 'address', zip: 'zip', city: 'city' } as const;

/** Venues, which are only separated by semicolons, since names and addresses contain commas. */
function placesIn(cells: Cells): Place[] | undefined {
  const names = listIn(cells.get('venue'));
  if (names.length === 0) return undefined;
  const parts = Object.entries(PARTS).map(([part, field]) => [part, listIn(cells.get(field))] as const);
  const [province, state, country] = ['province', 'state', 'country'].map((field) => cells.get(field));
  return names.map((name, place) => {
    // If not every venue has a street, it is not known which one a street belongs to.
    const own = parts.map(([part, list]) => [part, list.length === names.length ? list[place] : undefined] as const);
    return { name, ...(Object.fromEntries(own) as Partial<Place>), province, state, country };
  });
}

function listIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean);
}

/** A venue and an organizer with their names in both languages. */
function translatedLinks(cells: Cells, other: Language): Body {
  const venue = withOther('venue', cells, other);
  const organizer = withOther('organizer', cells, other);
  const [place] = placesIn(cells) ?? [];
  const { street: address, zip, city } = place ?? {};
  const parts = Object.entries({ address, zip, city }).filter(([, value]) => value !== undefined);
  return {
    ...(venue && { venue: [{ ...venue, ...Object.fromEntries(parts) }] }),
    ...(organizer && { organizer: [organizer] }),
  };
}

function withOther(field: string, cells: Cells, other: Language): Body | undefined {
  const [name, translated] = [cells.get(field), cells.get(`${field}@${other}`)];
  return name && translated ? { [field]: name, translations: { [other]: { [field]: translated } } } : undefined;
}
