import { decode } from './decode.js';
import { ical } from './ical/ical.reader.js';
import { paris } from './paris.reader.js';
import { type Format, type Mapping, type RecognisedSource } from './record.js';
import { spreadsheet } from './sheets/spreadsheet.reader.js';
import { workbook } from './sheets/workbook.reader.js';
import { HttpClient } from './sources/http-client.js';
import { theEventsCalendar } from './tec/tec.reader.js';

/** The formats that can be imported. The first one that recognizes a source reads it. */
const FORMATS: readonly Format[] = [ical, theEventsCalendar, paris, workbook, spreadsheet];

export async function recognise(bytes: Uint8Array, mapping?: Mapping): Promise<RecognisedSource | undefined> {
  const text = decode(bytes).trimStart();
  const source = { bytes, text, json: /^[[{]/.test(text) ? parsed(text) : undefined, mapping };
  return first((format) => format.recognise(source));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export async function recogniseAddress(url: URL, client: HttpClient): Promise<RecognisedSource | undefined> {
  return first((format) => format.recogniseAddress?.(url, client));
}

async function first(recognised: (format: Format) => ReturnType<Format['recognise']>) {
  for (const format of FORMATS) {
    const source = await recognised(format);
    if (source) return { ...source, format: format.name };
  }
  return undefined;
}
