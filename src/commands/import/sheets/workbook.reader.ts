import { recordError } from '../messages.js';
import { asRecordError, type Format, type RecognisedSource, type TableOptions } from '../record.js';
import { findTable, tableSource } from './table.js';
import { readWorkbook, type Workbook } from './workbook-file.js';

export const workbook: Format = {
  name: 'XLSX',
  recognise: ({ bytes, table }) => {
    if (!Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'))) return undefined;
    return sourceOf(readable(bytes), table);
  },
};

function readable(bytes: Uint8Array): Workbook {
  try {
    return readWorkbook(bytes);
  } catch (error) {
    throw asRecordError(error);
  }
}

/** The first sheet with a table. Hidden sheets hold lists for other sheets, or what their author has put aside. */
function sourceOf({ sheets, epoch }: Workbook, options: TableOptions): Omit<RecognisedSource, 'format'> {
  const heads = sheets
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, rows }) => {
      const filled = Math.max(
        0,
        rows.findIndex((row) => row.some((cell) => cell !== '')),
      );
      return { name, rows, ...(findTable(rows, options) ?? { place: filled, isWhole: false }) };
    });
  const read = heads.find(({ isWhole }) => isWhole) ?? heads[0];
  if (!read) throw recordError('noColumn', '');
  return tableSource(read.rows, read.place, { ...options, epoch, sheet: sheets.length > 1 ? read.name : undefined });
}
