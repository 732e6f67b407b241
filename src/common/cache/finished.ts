import { digestOf } from '../http/etag.js';
import { FinishedList } from './finished-list.js';
import { FinishedRecord } from './finished-record.js';

/** The JSON of an answer in pieces, and what tells it from others. */
export interface Finished {
  readonly pieces: readonly Buffer[];
  readonly digest: string;
}

/** All pieces in one. */
export function joined(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

/** What a service answers, as JSON: some of it is that already. */
export function finished(shown: object): Finished {
  if (shown instanceof FinishedList || shown instanceof FinishedRecord) return shown;
  const bytes = Buffer.from(JSON.stringify(shown));
  return { pieces: [bytes], digest: digestOf(bytes) };
}
