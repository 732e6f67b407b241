import { type Options, parse } from 'csv-parse/sync';
import { type Format } from '../record.js';
import { isHeader, tableSource } from './table.js';

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
