import { readIcal, type TimeOptions } from './ical.reader.js';
import { unfolded } from './ical-components.js';
import { type Entry } from './record.js';
import { parisRecords, readParis } from './paris.reader.js';

/** A file whose format is known; times that say no zone are read once it is known which. */
export interface ReadableFile {
  readonly format: string;
  read(options: TimeOptions): Entry[];
}

/** Recognises a file by what stands in it; undefined where it is nothing that can be imported. */
export function recogniseFile(bytes: Uint8Array): ReadableFile | undefined {
  const text = decoded(bytes).trimStart();
  if (/^BEGIN:VCALENDAR\b/i.test(text)) return { format: 'iCalendar', read: (options) => readIcal(text, options) };
  const records = /^[[{]/.test(text) ? parisRecords(parsedJson(text)) : undefined;
  return records && { format: 'JSON (evenements-a-paris)', read: () => readParis(records) };
}

/** UTF-8, UTF-16 with its mark, or what old programs on Windows write. A byte order mark is left out. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return inUtf8(bytes) ?? lineByLine(bytes);
}

/** Programs fold lines within a character (RFC 5545, 3.1), and put together what was written in several encodings. */
function lineByLine(bytes: Uint8Array): string {
  const lines = unfolded(Buffer.from(bytes).toString('latin1')).split('\n');
  return lines
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => inUtf8(line) ?? new TextDecoder('windows-1252').decode(line))
    .join('\n');
}

function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
