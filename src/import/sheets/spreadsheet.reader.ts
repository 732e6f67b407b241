import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Language } from '../../i18n/language.js';
import { because } from '../messages.js';
import { type Format, RecordError } from '../record.js';
import { templateRows } from './columns.js';
import { isHeader, readTable } from './table.js';

const DELIMITERS = [',', ';', '\t'];

/** Reads a text table whose cells are separated by commas, semicolons or tabs. */
export const spreadsheet: Format = {
  name: 'CSV',
  recognise: ({ text, mapping }) => {
    const [line = ''] = text.split(/\r\n|[\r\n]/, 1);
    const headers = DELIMITERS.map((delimiter) => ({ delimiter, row: rowsOf(line, delimiter)[0] ?? [] }));
    const [best] = headers.sort((one, other) => other.row.length - one.row.length);
    if (!best || !isHeader(best.row, mapping)) return undefined;
    return { read: (options) => readTable(rowsOf(text, best.delimiter), mapping, options) };
  },
};

/** Empty rows are kept, so that rows have the same numbers as in a spreadsheet. */
function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, bom: true });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new RecordError(because((messages) => messages.broken(detail)));
  }
}

/** A table to fill in, as CSV. */
export function csvTemplate(language: Language): string {
  return stringify(templateRows(language), { bom: true, record_delimiter: 'windows' });
}
