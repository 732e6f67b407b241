import { decode } from './decode.js';
import { ical } from './ical/ical.reader.js';
import { paris } from './paris.reader.js';
import { type Entries, type Format, type ReadOptions } from './record.js';

/** The formats that can be imported: a reader for another one is one more line. */
const FORMATS: readonly Format[] = [ical, paris];

/** A source whose format is known. */
export interface RecognisedSource {
  readonly format: string;
  /** Its records; times that name no zone depend on the options. */
  read(options: ReadOptions): Entries;
}

/** Recognises a format by what stands in a file; undefined where it is nothing that can be imported. */
export function recognise(bytes: Uint8Array): RecognisedSource | undefined {
  const source = { bytes, text: decode(bytes).trimStart() };
  for (const { name, recognise } of FORMATS) {
    const read = recognise(source);
    if (read) return { format: name, read };
  }
  return undefined;
}
