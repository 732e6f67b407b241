import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at the time, and the most that one counts for. */
const LOOK = 10;
const MOST = 20;

let lived = 0;
let seen = performance.now();

function look(): void {
  const now = performance.now();
  lived += Math.min(now - seen, MOST);
  seen = now;
}

setInterval(look, LOOK).unref();

/**
 * Milliseconds of this process, for bounds of what a service in it does: a stretch in which a busy machine gave it no
 * turn counts as one look. The difference between two readings is never more than what has passed.
 */
export function ownTime(): number {
  look();
  return lived;
}

/** Waits for so many milliseconds of this process. */
export async function pause(milliseconds: number): Promise<void> {
  const start = ownTime();
  while (ownTime() - start < milliseconds) await sleep(LOOK);
}
