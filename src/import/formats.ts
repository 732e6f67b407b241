import { decode } from './decode.js';
import { ical } from './ical/ical.reader.js';
import { paris } from './paris.reader.js';
import { type Client, type Format, type RecognisedSource } from './record.js';
import { spreadsheet } from './sheets/spreadsheet.reader.js';
import { theEventsCalendar } from './tec/tec.reader.js';
import { workbook } from './sheets/workbook.reader.js';

/**
 * The formats that can be imported, one file each. Add a reader here; the first one that recognizes a source reads it.
 */
const FORMATS: readonly Format[] = [ical, theEventsCalendar, paris, workbook, spreadsheet];

/**
 * Detects the format of a file by its content; undefined if it cannot be imported.
 * @param mapping fields by the names of the columns of a table
 */
export function recognise(bytes: Uint8Array, mapping?: Readonly<Record<string, string>>): RecognisedSource | undefined {
  const source = { bytes, text: decode(bytes).trimStart(), mapping };
  return first((format) => format.recognise(source));
}

/** Detects a web address that is read page by page instead of as a file. */
export function recogniseAddress(url: URL, client: Client): RecognisedSource | undefined {
  return first((format) => format.recogniseAddress?.(url, client));
}

function first(
  recognised: (format: Format) => Omit<RecognisedSource, 'format'> | undefined,
): RecognisedSource | undefined {
  for (const format of FORMATS) {
    const source = recognised(format);
    if (source) return { ...source, format: format.name };
  }
  return undefined;
}
