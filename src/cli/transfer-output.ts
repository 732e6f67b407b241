import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type Writable } from 'node:stream';
import { type Progress, progressOn } from '../import/progress.js';
import { removing } from '../transfer/removal.js';
import { type RowCounts } from '../transfer/tables.js';

/** `120 events, 3 venues, …`, of the tables that have rows. */
export function rowsInWords(counts: RowCounts): string {
  const words = Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [`${table}: ${count}`] : []));
  return words.length === 0 ? 'no rows' : words.join(', ');
}

/** Does work that tells its progress in rows, shown on stderr, and says how long it took. */
export async function withProgress<T>(
  work: (onProgress: (done: number, total?: number) => void) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let progress: Progress | undefined;
  try {
    const result = await work((done, total) => (progress ??= progressOn(process.stderr, total)).tell(done));
    console.error(`Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return result;
  } finally {
    progress?.stop();
  }
}

/** Writes a file that is in its place once it is whole. Only its owner may read it. */
export function writeWhole<T>(path: string, write: (open: () => Writable) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  return removing(part, async () => {
    const result = await write(() => createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
    return result;
  });
}
