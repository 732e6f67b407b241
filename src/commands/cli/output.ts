import cliProgress from 'cli-progress';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type Writable } from 'node:stream';
import { type RowCounts } from '../transfer/tables.js';
import { withTemporaryPath } from '../transfer/temporary-path.js';

/** Prints rows of text below their headings, in columns. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((_head, column) => Math.max(...[heads, ...rows].map((row) => row[column]!.length)));
  for (const row of [heads, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]!));
    console.log(cells.join('  ').trimEnd());
  }
}

/** `2027-05-31 18:30 UTC` */
export function minuteOf(time: Date | null): string {
  return time === null ? '-' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** Milliseconds between two lines of progress in a log. */
const PAUSE = 5000;

/** Shows a bar in a terminal. In a log, or if the total is not known, it writes a line now and then. */
export function progressOn(stream: NodeJS.WriteStream, total: number | undefined): Progress {
  return stream.isTTY && total !== undefined ? bar(stream, total) : lines(stream, total);
}

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const format = '{bar} {value}/{total}  {duration_formatted}';
  const options = { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false };
  const shown = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
  shown.start(total, 0);
  return shown;
}

function lines(stream: NodeJS.WriteStream, total: number | undefined): Progress {
  let last = performance.now();
  return {
    update: (done) => {
      if (performance.now() - last < PAUSE) return;
      last = performance.now();
      stream.write(`${[done, total].filter((number) => number !== undefined).join('/')}\n`);
    },
    stop: () => undefined,
  };
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

/** Formats the numbers of rows as `120 events, 3 venues, …`, without empty tables. */
export function rowsInWords(counts: RowCounts, none = 'no rows'): string {
  const words = Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [`${table}: ${count}`] : []));
  return words.length === 0 ? none : words.join(', ');
}

/** Whether rows of uploaded images are among those of an export or a copy, whose files are not. */
export function hasUploads(counts: RowCounts): boolean {
  return (counts.image_uploads ?? 0) > 0;
}

/** The message after an export or a copy of a calendar with uploaded images. */
export const COPY_IMAGES = 'The files of uploaded images are not included: copy the folder or bucket IMAGES as well.';

/** Writes a temporary file and renames it once it is complete. Only its owner may read it. */
export function writeAtomically<T>(path: string, write: (open: () => Writable) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  return withTemporaryPath(part, async () => {
    const result = await write(() => createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
    return result;
  });
}
