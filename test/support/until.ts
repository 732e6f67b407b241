import { setTimeout as sleep } from 'node:timers/promises';

/** What `look` finds, as soon as it finds something. */
export async function until<T>(look: () => T | undefined | false, patience = 60_000): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - start > patience) throw new Error(`In vain: ${look.toString()}`);
    await sleep(10);
  }
}
