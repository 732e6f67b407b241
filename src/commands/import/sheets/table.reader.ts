import { type Options, parse } from 'csv-parse/sync';
import { type Format } from '../record.js';
import { findTable, HEADER_ROWS, tableSource } from './table.js';

const DELIMITERS = [',', ';', '\t'];

/** The first line of a file for Excel that names its delimiter, which Excel does not show as a row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([^\r\n])"?[ \t]*(?:\r\n?|\n)/i;

export const spreadsheet: Format = {
  name: 'CSV',
  recognise: ({ text, table: options }) => {
    const [line = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
    const rest = text.slice(line.length);
    const heads = (separator ? [separator] : DELIMITERS).flatMap((delimiter) => {
      const to = Math.max(HEADER_ROWS, options.headerRow ?? 0);
      const found = findTable(rowsOf(rest, { delimiter, to }), options);
      return found ? [{ delimiter, ...found }] : [];
    });
    const [best] = heads.sort((left, right) => right.known - left.known);
    if (!best) return undefined;
    let isClosed = true;
    const rows = rowsOf(rest, {
      delimiter: best.delimiter,
      on_skip: (error) => void (isClosed = error?.code !== 'CSV_QUOTE_NOT_CLOSED'),
    });
    const { place, delimiter } = best;
    return tableSource(rows, place, { ...options, delimiter, unclosed: isClosed ? undefined : rows.length + 1 });
  },
};

/** Empty rows are kept, so that rows have the same numbers as in a spreadsheet. */
function rowsOf(text: string, options: Options): string[][] {
  const relaxed = { relax_quotes: true, relax_column_count: true, skip_records_with_error: true, bom: true };
  return parse(text, { ...relaxed, ...options } as object);
}
