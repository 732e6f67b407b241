import { setTimeout as sleep } from 'node:timers/promises';

/** The interval of samples in milliseconds, and the maximum that one interval counts. */
const SAMPLE_INTERVAL = 10;
const MAX_SAMPLE = 20;

let elapsed = 0;
let lastSample = performance.now();

function sample(): void {
  const now = performance.now();
  elapsed += Math.min(now - lastSample, MAX_SAMPLE);
  lastSample = now;
}

setInterval(sample, SAMPLE_INTERVAL).unref();

/**
 * Milliseconds in which this process was running, for time limits in tests. A pause in which a busy machine did not
 * schedule the process counts as one sample. It never advances faster than the clock.
 */
export function processTime(): number {
  sample();
  return elapsed;
}

/**
 * Milliseconds of the processor that this process has used, for time limits of computations: while one is running,
 * `processTime` takes no samples, and counts the whole as one pause.
 */
export function computationTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Waits for a number of milliseconds of `processTime`. */
export async function pause(milliseconds: number): Promise<void> {
  const start = processTime();
  while (processTime() - start < milliseconds) await sleep(SAMPLE_INTERVAL);
}
