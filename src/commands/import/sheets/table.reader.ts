import { type Options, parse } from 'csv-parse/sync';
import { type Language, otherLanguage } from '../../../lib/i18n/language.js';
import { digest } from '../imported-records.js';
import { because, recordError } from '../messages.js';
import {
  type AnyEntry,
  type Body,
  type Format,
  languageOf,
  type LinkedSource,
  type Mapping,
  momentOf,
  type Occurrence,
  type ReadOptions,
  readOrRefuse,
  type RecognisedSource,
  zoneOf,
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

const DELIMITERS = [',', ';', '\t'];

export const spreadsheet: Format = {
  name: 'CSV',
  recognise: ({ text, mapping }) => {
    const headers = DELIMITERS.map((delimiter) => ({ delimiter, row: rowsOf(text, { delimiter, to: 1 })[0] ?? [] }));
    const [best] = headers.sort((one, other) => other.row.length - one.row.length);
    if (!best || !isHeader(best.row, mapping)) return undefined;
    let isClosed = true;
    const rows = rowsOf(text, {
      delimiter: best.delimiter,
      on_skip: (error) => void (isClosed = error?.code !== 'CSV_QUOTE_NOT_CLOSED'),
    });
    return tableSource(rows, mapping, isClosed ? undefined : rows.length + 1);
  },
};

/** Empty rows are kept, so that rows have the same numbers as in a spreadsheet. */
function rowsOf(text: string, options: Options): string[][] {
  const relaxed = { relax_quotes: true, relax_column_count: true, skip_records_with_error: true, bom: true };
  return parse(text, { ...relaxed, ...options } as object);
}

function isHeader(row: readonly string[], mapping: Mapping | undefined): boolean {
  const columns = columnsOf(row, mapping);
  const known = columns.fields.filter(Boolean).length;
  return isComplete(columns) || (mapping !== undefined && known > 0) || (known >= 3 && row.length >= 3);
}

/**
 * @param unclosed the number of the row with an unclosed quote; rows from there on cannot be separated
 * @throws {CommandError} if there is no column for the title or the start
 */
export function tableSource(
  [header = [], ...body]: readonly (readonly string[])[],
  mapping: Mapping | undefined,
  unclosed?: number,
): Omit<RecognisedSource, 'format'> {
  const columns = columnsOf(header, mapping);
  if (!isComplete(columns)) throw recordError('noColumn', header.join(', '));
  return { read: (options) => readTable(columns, body, unclosed, options) };
}

function* readTable(
  columns: Columns,
  body: readonly (readonly string[])[],
  unclosed: number | undefined,
  options: ReadOptions,
): Generator<AnyEntry> {
  if (columns.unknown.length > 0) yield { note: because('unknownColumns', columns.unknown.join(', ')) };
  const all = body.map((row) => cellsOf(row, columns));
  const dates = all.flatMap((cells) => [cells.get('start_date') ?? '', cells.get('end_date') ?? '']);
  const language = options.language ?? 'en';
  const titles = ['title', `title@${language}`, `title@${otherLanguage(language)}`];
  const table = { columns, order: orderOf(dates, language), options };
  const seen = new Set<string>();
  for (const [place, cells] of all.entries()) {
    if (cells.size === 0) continue;
    const line = place + 2;
    const title = titles.map((name) => cells.get(name)).find(Boolean) ?? '';
    const times = timesOf(cells, table);
    const id = idOf(cells, title, times, options);
    const row = { id, title, line, isRow: true };
    if (seen.has(id)) yield { ...row, reason: because('duplicate') };
    else yield readOrRefuse(row, () => readRow(title, times, cells, body[place]!, table));
    seen.add(id);
  }
  if (unclosed !== undefined)
    yield { id: 'table', title: '', line: unclosed, isRow: true, reason: because('unclosed') };
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

type Times = Pick<Occurrence, 'start' | 'end' | 'allDay' | 'timezone'>;

function timesOf(cells: Cells, { order, options }: Table): Times {
  const text = (field: string) => cells.get(field) ?? '';
  const said = cells.get('timezone');
  // Validation refuses an unknown zone.
  const timezone = said === undefined ? (options.timezone ?? options.siteTimezone) : (zoneOf(said) ?? said);
  const when = {
    start: text('start_date'),
    startTime: text('start_time'),
    end: text('end_date'),
    endTime: text('end_time'),
    allDay: flagIn(cells.get('all_day')),
  };
  return { ...readTimes(when, { order, timezone, now: options.now }), timezone };
}

/** A row without an ID is found again by its title, start and venue, however the start is written. */
function idOf(cells: Cells, title: string, times: Times, { source = '' }: ReadOptions): string {
  const id = cells.get('id');
  if (id !== undefined) return `table:${digest(source)}:${id}`;
  const start = momentOf(times.start, times)?.local ?? times.start;
  return `table:${digest([title, start, cells.get('venue')])}`;
}

function readRow(title: string, times: Times, cells: Cells, texts: readonly string[], { columns, options }: Table) {
  if (title === '') throw recordError('noTitle');
  if (!cells.has('start_date')) throw recordError('noStart');
  const language = languageOf(cells.get('language'));
  const read = readDetails(title, cells, language ?? options.language ?? 'en');
  const id = cells.get('id') ?? '';
  const named = columns.header.map((name, place) => [name.trim().toLowerCase(), texts[place] ?? ''] as const);
  const isOwn = columns.isOwn && /^[1-9]\d{0,9}$/.test(id);
  const own = isOwn && { own: { id: Number(id), cells: Object.fromEntries(named) } };
  const occurrences = [{ ...times, key: '', isExcluded: false, ...read }];
  const isNumbered = id !== '' && !columns.isOwn;
  return { language, isNumbered, columns: byField(columns), occurrences, ...own };
}

function flagIn(text: string | undefined): boolean | undefined {
  if (/^(?:true|vrai|yes|oui|1|on|x)$/i.test(text ?? '')) return true;
  return /^(?:false|faux|no|non|0|off)$/i.test(text ?? '') ? false : undefined;
}

function byField({ header, fields }: Columns): Record<string, string> {
  const names = fields.map((column, place) => {
    const { field = '', language } = column ?? {};
    return [language ? `translations.${language}.${field}` : field, header[place]!] as const;
  });
  return Object.fromEntries(names.reverse());
}

const PLAIN = ['website', 'image', 'cost', 'event_status', 'event_status_reason', 'attendance', 'online_url', 'status'];
const FLAGS = ['featured', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'ticketed'];
const TEXTS = ['title', 'description', 'excerpt', 'event_status_reason', 'website', 'online_url', 'image'];

function readDetails(title: string, cells: Cells, language: Language): Pick<Occurrence, 'details' | 'links'> {
  const own = (field: string) => cells.get(field) ?? cells.get(`${field}@${language}`);
  const other = otherLanguage(language);
  const texts = TEXTS.flatMap((field) => {
    const text = cells.get(`${field}@${other}`);
    const isHtml = field === 'description' || field === 'excerpt';
    return text === undefined ? [] : [[field, isHtml ? htmlOf(text) : text] as const];
  });
  const organizers = valuesIn(own('organizer'));
  const categories = terms('categories', cells, other);
  const tags = terms('tags', cells, other);
  const details = {
    ...Object.fromEntries(PLAIN.map((field) => [field, own(field)])),
    ...Object.fromEntries(FLAGS.map((field) => [field, flagIn(own(field)) ?? own(field)])),
    title: own('title') ?? title,
    description: htmlOf(own('description')),
    excerpt: htmlOf(own('excerpt')),
    translations: texts.length > 0 ? { [other]: Object.fromEntries(texts) } : undefined,
    venue: venuesIn(cells, other),
    organizer: organizers && inBoth('organizer', organizers, valuesIn(cells.get(`organizer@${other}`)), other),
    categories: categories.names,
    tags: tags.names,
  };
  return { details, links: { ...categories.links, ...tags.links } };
}

function htmlOf(text: string | undefined): string | undefined {
  return text === undefined || /<[a-z][^>]*>/i.test(text) ? text : textToHtml(text);
}

/** Values are separated by semicolons, or by commas if there are no semicolons. */
function valuesIn(text: string | undefined, divider = text?.includes(';') ? ';' : ','): string[] | undefined {
  return text
    ?.split(divider)
    .map((value) => value.trim())
    .filter(Boolean);
}

function inBoth(field: string, names: readonly string[], others: readonly string[] = [], other: Language): Body[] {
  const translated = (name: string | undefined) => name && { translations: { [other]: { [field]: name } } };
  return names.map((name, place) => ({ [field]: name, ...translated(others[place]) }));
}

function terms(kind: 'categories' | 'tags', cells: Cells, other: Language) {
  const [names, others] = [valuesIn(cells.get(kind)), valuesIn(cells.get(`${kind}@${other}`))];
  if (!names || !others) return { names };
  const bodies = inBoth('name', names, others, other);
  const linked = bodies.map((body, place): LinkedSource => ({ kind, id: `table:${kind}:${names[place]}`, body }));
  return { links: { [kind]: linked } };
}

/** Venues, which are only separated by semicolons, since names and addresses contain commas. */
function venuesIn(cells: Cells, other: Language): Body[] | undefined {
  const list = (field: string) => valuesIn(cells.get(field), ';');
  const names = list('venue');
  if (!names?.length) return undefined;
  const shared = Object.fromEntries(['province', 'state', 'country'].map((field) => [field, cells.get(field)]));
  return inBoth('venue', names, list(`venue@${other}`), other).map((venue, place) => {
    // If not every venue has a street, it is not known which one a street belongs to.
    const own = ['address', 'zip', 'city'].flatMap((field) => {
      const values = list(field);
      return values?.length === names.length ? [[field, values[place]] as const] : [];
    });
    return { ...venue, ...Object.fromEntries(own), ...shared };
  });
}
