import { parseTimeZone } from '../../../lib/datetime/zone.js';
import { FieldError } from '../../../lib/errors/field-error.js';
import { messages } from '../../../lib/i18n/messages.js';
import { zoneNamed } from '../ical/zones.js';
import { zoneOf } from '../record.js';
import { costOfNumber } from '../texts/cost.js';
import { plainTitle } from '../texts/title.js';
import { type Epoch, isSerial, serialText } from './clock.js';
import { columnKey, type Columns } from './columns.js';
import { CellError } from './dates.js';

/** A cell: its text, or the number of a number cell of a workbook. */
export type Cell = string | number;

/** The texts of a row by field, or by `title@fr` if the column has a language. Empty cells are left out. */
export type Cells = ReadonlyMap<string, string>;

export function cellsOf(row: readonly Cell[], { fields }: Columns, epoch: Epoch = 1900): Cells {
  const cells = new Map<string, string>();
  for (const [place, column] of fields.entries()) {
    const cell = row[place] ?? '';
    const text =
      typeof cell === 'number' && column ? numberText(column.field, cell, epoch) : withoutQuote(String(cell));
    if (!column || text === '') continue;
    const key = columnKey(column);
    if (!cells.has(key)) cells.set(key, column.field === 'title' ? plainTitle(text) : text);
  }
  return cells;
}

/** Removes the apostrophe that prevents a spreadsheet from evaluating a cell. */
function withoutQuote(text: string): string {
  return text
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
}

function numberText(field: string, number: number, epoch: Epoch): string {
  if (field === 'cost') return costOfNumber(number);
  const isTime = number >= 0 && number < 1 && /_(?:date|time)$/.test(field);
  const isDate = isSerial(number) && /^(?:start|end)_/.test(field);
  return isTime || isDate ? serialText(number, epoch) : String(Number(number.toPrecision(15)));
}

export function flagIn(text: string | undefined): boolean | undefined {
  if (/^(?:true|vrai|yes|oui|1|on|x)$/i.test(text ?? '')) return true;
  return /^(?:false|faux|no|non|0|off)$/i.test(text ?? '') ? false : undefined;
}

/**
 * A time zone by its name, its name on Windows or its offset. One word alone (`Eastern`) names zones of several countries.
 * @throws {CellError} for an unknown zone
 */
export function timezoneIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const zone = zoneOf(text) ?? (/^\p{L}+$/u.test(text) ? undefined : zoneNamed(text));
  if (zone !== undefined) return zone;
  const error = parseTimeZone(text);
  throw new CellError('timezone', (language) =>
    error instanceof FieldError ? error.wording(messages[language]) : text,
  );
}

/** Whether a row is private, as Outlook and Google mark events. Values that are not known count as private. */
export function isPrivate(cells: Cells): boolean {
  const [marked, sensitivity] = [cells.get('private'), cells.get('sensitivity')];
  const isOpen = /^(?:normale?|public|publique|default|par d[ée]faut|0)$/i.test(sensitivity ?? 'normal');
  return !isOpen || (marked !== undefined && flagIn(marked) !== false);
}
