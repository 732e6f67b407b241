/**
 * Loaded into the service before all else: tells for how long its event loop stood still. What other processes, and the
 * service's own threads, took of the machine meanwhile does not count.
 */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks. */
const STEP = 5;

const OF_MAIN_THREAD = '/proc/self/schedstat';

/** @returns {number} milliseconds for which the processor has worked: for the main thread where the system tells, else for all */
const worked = existsSync(OF_MAIN_THREAD)
  ? () => Number(readFileSync(OF_MAIN_THREAD, 'latin1').split(' ', 1)[0]) / 1e6
  : () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };

if (isMainThread && process.send) {
  let longest = 0;
  let seen = performance.now();
  let before = worked();
  setInterval(() => {
    longest = Math.max(longest, Math.min(performance.now() - seen, worked() - before) - STEP);
    seen = performance.now();
    before = worked();
  }, STEP).unref();
  process.on('message', () => {
    process.send(longest);
    longest = 0;
  });
  process.channel?.unref();
}
