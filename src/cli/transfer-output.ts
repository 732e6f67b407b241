import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type Writable } from 'node:stream';
import { withTemporaryPath } from '../transfer/temporary-path.js';
import { type RowCounts } from '../transfer/tables.js';
import { type Progress, progressOn } from './progress.js';

/** Formats the numbers of rows as `120 events, 3 venues, …`, without empty tables. */
export function rowsInWords(counts: RowCounts, none = 'no rows'): string {
  const words = Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [`${table}: ${count}`] : []));
  return words.length === 0 ? none : words.join(', ');
}

/** Runs work that reports its progress in rows, shows it on stderr, and prints the duration. */
export async function withProgress<T>(
  work: (onProgress: (done: number, total?: number) => void) => Promise<T>,
  done = (seconds: string) => `Done in ${seconds} s.`,
): Promise<T> {
  const began = performance.now();
  let progress: Progress | undefined;
  try {
    const result = await work((rows, total) => (progress ??= progressOn(process.stderr, total)).update(rows));
    console.error(done(((performance.now() - began) / 1000).toFixed(1)));
    return result;
  } finally {
    progress?.stop();
  }
}

/** Writes a temporary file and renames it once it is complete. Only its owner may read it. */
export function writeAtomically<T>(path: string, write: (open: () => Writable) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  return withTemporaryPath(part, async () => {
    const result = await write(() => createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
    return result;
  });
}
