import { CommandError } from '../../../lib/errors/command-error.js';
import { otherLanguage } from '../../../lib/i18n/language.js';
import { digest } from '../imported-records.js';
import { because, importMessages, recordError } from '../messages.js';
import {
  type AnyEntry,
  type Mapping,
  momentOf,
  type Occurrence,
  type ReadOptions,
  readOrRefuse,
  type RecognisedSource,
  type RecordHeader,
  type TableOptions,
} from '../record.js';
import { type Cell, type Cells, cellsOf, flagIn, timezoneIn } from './cells.js';
import { type Epoch } from './clock.js';
import { type Columns, columnsOf, isComplete, withoutRepeats } from './columns.js';
import { CellError, type DateOrder, orderOf, readTimes } from './dates.js';
import { readRow } from './row.js';

/** The header is one of these rows, below a title or blank rows. */
export const HEADER_ROWS = 10;

interface TableHead {
  readonly columns: Columns;
  /** The row of the header, from 0. */
  readonly place: number;
  /** The number of columns whose names are known. */
  readonly known: number;
  /** Whether it has columns for the title and the start. */
  readonly isWhole: boolean;
}

/** Finds the header of a table, or a row that resembles one; undefined if there is none. */
export function findTable(
  rows: readonly (readonly Cell[])[],
  { mapping, headerRow }: TableOptions,
): TableHead | undefined {
  const headAt = (place: number): TableHead => {
    const columns = columnsOf((rows[place] ?? []).map(String), mapping);
    return { columns, place, known: columns.fields.filter(Boolean).length, isWhole: isComplete(columns) };
  };
  if (headerRow !== undefined) return headAt(headerRow - 1);
  const heads = rows.slice(0, HEADER_ROWS).map((_row, place) => headAt(place));
  return heads.find(({ isWhole }) => isWhole) ?? heads.find((head) => isSimilar(head, mapping));
}

function isSimilar({ columns, known }: TableHead, mapping: Mapping | undefined): boolean {
  return (mapping !== undefined && known > 0) || (known >= 3 && columns.header.length >= 3);
}

interface TableParts extends TableOptions {
  readonly epoch?: Epoch;
  /** The name of the sheet, if there are others. */
  readonly sheet?: string | undefined;
  /** The delimiter of the cells of a text. A row in which a text has it without quotes has too many cells. */
  readonly delimiter?: string;
  /** The number of the row with an unclosed quote; rows from there on cannot be separated. */
  readonly unclosed?: number | undefined;
}

/**
 * The source of a table whose header is at a place.
 * @throws {CommandError} if there is no column for the title or the start
 */
export function tableSource(
  rows: readonly (readonly Cell[])[],
  place: number,
  parts: TableParts,
): Omit<RecognisedSource, 'format'> {
  const columns = columnsOf((rows[place] ?? []).map(String), parts.mapping);
  if (!isComplete(columns)) throw recordError('noColumn', columns.header.filter(Boolean).join(', '));
  const body = rows.slice(place + 1);
  const texts = body.map((row) => row.map(String));
  const table = { ...parts, body, first: place + 2, columns: withoutRepeats(columns, texts) };
  return { read: (options) => readTable(table, options) };
}

interface Table extends TableParts {
  readonly columns: Columns;
  readonly body: readonly (readonly Cell[])[];
  /** The number of the first row of the body, from 1. */
  readonly first: number;
}

/** The id of a row that may be any, with or without an ID of its own: with it, `--prune` takes no row as missing. */
const UNIDENTIFIED = 'table';

function* readTable(table: Table, options: ReadOptions) {
  const { columns, body, first, epoch, sheet, delimiter, unclosed } = table;
  yield* notesOn(columns, sheet);
  const all = body.map((row) => cellsOf(row, columns, epoch));
  const dates = all.flatMap((cells) => [cells.get('start_date') ?? '', cells.get('end_date') ?? '']);
  const language = options.language ?? 'en';
  const titles = ['title', `title@${language}`, `title@${otherLanguage(language)}`];
  const order = orderOf(dates, language);
  const seen = new Set<string>();
  for (const [place, cells] of all.entries()) {
    if (cells.size === 0) continue;
    const title = titles.map((name) => cells.get(name)).find(Boolean) ?? '';
    const texts = body[place]!.map(String);
    const at = { title, line: first + place, isRow: true };
    if (delimiter !== undefined && texts.slice(columns.header.length).some((text) => text.trim() !== '')) {
      yield { ...at, id: UNIDENTIFIED, reason: because('tooManyCells', delimiter) };
      continue;
    }
    const times = timesOf(cells, order, options);
    const row = { ...at, id: idOf(cells, title, times, options) };
    if (seen.has(row.id)) yield { ...row, reason: because('duplicate') };
    else yield entryOf(row, times, { cells, texts, columns }, options);
    if (row.id !== UNIDENTIFIED) seen.add(row.id);
  }
  if (unclosed !== undefined)
    yield { id: UNIDENTIFIED, title: '', line: unclosed, isRow: true, reason: because('unclosed') };
}

function* notesOn({ unknown, repeated }: Columns, sheet: string | undefined): Generator<AnyEntry> {
  if (sheet !== undefined) yield { note: because('sheetRead', sheet) };
  if (unknown.length > 0) yield { note: because('unknownColumns', unknown.join(', ')) };
  if (repeated.length > 0) yield { note: because('repeatedColumns', repeated.join(', ')) };
}

type Times = Pick<Occurrence, 'start' | 'end' | 'allDay' | 'timezone'>;

/** @returns the error of a cell that is not understood */
function timesOf(cells: Cells, order: DateOrder, options: ReadOptions): Times | CellError {
  const text = (field: string) => cells.get(field) ?? '';
  const timeCells = {
    start: text('start_date'),
    startTime: text('start_time'),
    end: text('end_date'),
    endTime: text('end_time'),
    allDay: flagIn(cells.get('all_day')),
  };
  try {
    const timezone = timezoneIn(cells.get('timezone')) ?? options.timezone ?? options.siteTimezone;
    return { ...readTimes(timeCells, { order, timezone, now: options.now }), timezone };
  } catch (error) {
    if (error instanceof CellError) return error;
    throw error;
  }
}

/**
 * A row without an ID is found again by its title, start and venue, however the start is written. If one of title and start
 * is missing or cannot be read, it may be any row; a row with neither, or with a title alone, is no event.
 */
function idOf(cells: Cells, title: string, times: Times | CellError, { source = '' }: ReadOptions): string {
  const id = cells.get('id');
  if (id !== undefined) return `table:${digest(source)}:${id}`;
  const start = times instanceof CellError ? undefined : momentOf(times.start, times)?.local;
  const isWhole = title !== '' && start !== undefined;
  const isEvent = cells.has('start_date') || (title !== '' && cells.size > 1);
  if (!isWhole && isEvent) return UNIDENTIFIED;
  return `table:${digest([title, start, cells.get('venue')])}`;
}

function entryOf(
  row: RecordHeader,
  times: Times | CellError,
  given: Parameters<typeof readRow>[2],
  options: ReadOptions,
) {
  return readOrRefuse(row, () => {
    try {
      if (times instanceof CellError) throw times;
      return readRow(row.title, times, given, options);
    } catch (error) {
      throw error instanceof CellError ? withColumn(error, given.columns) : error;
    }
  });
}

/** The error with the name of its column. */
function withColumn({ field, reason }: CellError, { fields, header }: Columns): CommandError {
  const name = header[fields.findIndex((column) => column?.field === field)] ?? field;
  return new CommandError((language) => importMessages[language].withLabel(name, reason(language)));
}
