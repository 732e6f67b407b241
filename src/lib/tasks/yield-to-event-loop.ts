import { setImmediate } from 'node:timers/promises';

/** The event loop accepts one new connection a turn: visitors who arrive together must not wait for as many slices of work. */
const TURNS = 10;

/** Milliseconds after which the turns are enough: under a flood a turn has so many requests that ten of them take a second. */
const LONGEST = 50;

/** Lets other requests run before long work goes on. */
export async function yieldToEventLoop(): Promise<void> {
  const begun = performance.now();
  for (let turn = 0; turn < TURNS && performance.now() - begun < LONGEST; turn += 1) await setImmediate();
}
