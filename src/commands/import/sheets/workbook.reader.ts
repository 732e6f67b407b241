import { Unzip, UnzipInflate } from 'fflate';
import { recordError } from '../messages.js';
import { asRecordError, type Format } from '../record.js';
import { tableSource } from './table.reader.js';

/** Limits for the unpacked XML and for the range of its cells: a small file (zip bomb) could need too much memory. */
const [MAX_BYTES, MAX_CELLS] = [128 * 1024 * 1024, 10_000_000];

const AT_ONCE = 2 ** 14;

export const workbook: Format = {
  name: 'XLSX',
  recognise: async ({ bytes, mapping }) => {
    if (!Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'))) return undefined;
    const rows = await rowsOf(bytes).catch((error: unknown) => {
      throw asRecordError(error);
    });
    return tableSource(
      rows.map((row) => row.map(textOf)),
      mapping,
    );
  },
};

async function rowsOf(bytes: Uint8Array) {
  assertSize(bytes);
  const { readSheet } = await import('read-excel-file/node');
  return readSheet(Buffer.from(bytes));
}

function assertSize(bytes: Uint8Array): void {
  let [size, rows, columns] = [0, 0, 0];
  const archive = new Unzip((file) => {
    let rest = '';
    file.ondata = (error, data) => {
      if (error) throw error;
      size += data.length;
      const text = rest + Buffer.from(data).toString('latin1');
      for (const [, column = '', row] of text.matchAll(/ r="([A-Z]{1,3})(\d{1,7})"/g))
        [rows, columns] = [Math.max(rows, Number(row)), Math.max(columns, numberOf(column))];
      rest = text.slice(-16);
      if (size > MAX_BYTES || rows * columns > MAX_CELLS)
        throw recordError('tooLargeBook', MAX_BYTES / 1024 / 1024, MAX_CELLS);
    };
    if (/\.xml(?:\.rels)?$/.test(file.name)) file.start();
  });
  archive.register(UnzipInflate);
  for (let place = 0; place < bytes.length; place += AT_ONCE)
    archive.push(bytes.subarray(place, place + AT_ONCE), place + AT_ONCE >= bytes.length);
}

function numberOf(column: string): number {
  return [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The text of a cell as in CSV. Excel stores days without a zone: the value read as UTC is the local time. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    // A time is a fraction of a day, often slightly less than the second that was typed.
    const text = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString();
    const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
    // A time alone is stored as a time on the first day of Excel's calendar.
    if (cell.getUTCFullYear() < 1905) return time;
    return time === '00:00:00' ? day : `${day} ${time}`;
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
