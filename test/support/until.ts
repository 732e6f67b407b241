import { setTimeout as sleep } from 'node:timers/promises';

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
