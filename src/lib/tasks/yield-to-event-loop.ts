import { setImmediate } from 'node:timers/promises';

/** The event loop accepts one new connection a turn: visitors who arrive together must not wait for as many slices of work. */
const TURNS = 10;

/** Lets other requests run before long work goes on. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
