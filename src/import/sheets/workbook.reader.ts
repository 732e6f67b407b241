import { type AnyEntry, type Format, type ReadOptions, RecordError } from '../record.js';
import { because } from '../messages.js';
import { readTable } from './table.js';

/** Reads a workbook of Excel (XLSX): the table on its first sheet. */
export const workbook: Format = {
  name: 'XLSX',
  // A ZIP archive; no other format is one.
  recognise: ({ bytes, mapping }) =>
    Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'))
      ? { read: (options) => readWorkbook(bytes, mapping, options) }
      : undefined,
};

async function* readWorkbook(
  bytes: Uint8Array,
  mapping: Readonly<Record<string, string>> | undefined,
  options: ReadOptions,
): AsyncGenerator<AnyEntry> {
  // Loaded on demand, since other imports do not need it.
  const { readSheet } = await import('read-excel-file/node');
  const rows = await readSheet(Buffer.from(bytes)).catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    throw new RecordError(because((messages) => messages.broken(detail)));
  });
  yield* readTable(
    rows.map((row) => row.map(textOf)),
    mapping,
    options,
  );
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
