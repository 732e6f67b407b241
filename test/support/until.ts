import { setTimeout as sleep } from 'node:timers/promises';
import { processTime } from './process-time.js';

/** Polls until `find` returns a value other than undefined and false. */
export async function until<T>(find: () => T | undefined | false, timeout = 60_000): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - start > timeout) throw new Error(`In vain: ${find.toString()}`);
    await sleep(10);
  }
}

/** Polls what has to be asked for, such as a database, until `find` returns true; at most for 30 s of `processTime`. */
export async function eventually(find: () => Promise<boolean>): Promise<void> {
  const start = processTime();
  while (!(await find())) {
    if (processTime() - start > 30_000) throw new Error(`Not within 30 s: ${find.toString()}`);
    await sleep(20);
  }
}
