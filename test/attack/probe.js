/**
 * Loaded into the service before all else: tells for how long its event loop stood still. What other processes, and the
 * service's own threads, took of the machine meanwhile does not count, and is told beside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks. */
const STEP = 5;

const OF_MAIN_THREAD = '/proc/self/schedstat';

/**
 * @returns {number[]} milliseconds for which the processor has worked, and was waited for: by the main thread where the
 * system tells, else the work of all
 */
const spent = existsSync(OF_MAIN_THREAD)
  ? () => {
      const [worked, waited] = readFileSync(OF_MAIN_THREAD, 'latin1').split(' ');
      return [Number(worked) / 1e6, Number(waited) / 1e6];
    }
  : () => {
      const { user, system } = process.cpuUsage();
      return [(user + system) / 1000, 0];
    };

if (isMainThread && process.send) {
  let longest = { gap: 0, wait: 0 };
  let seen = performance.now();
  let before = spent();
  setInterval(() => {
    const [worked, waited] = spent().map((now, place) => now - before[place]);
    const gap = Math.max(longest.gap, Math.min(performance.now() - seen, worked) - STEP);
    longest = { gap, wait: Math.max(longest.wait, waited) };
    seen = performance.now();
    before = spent();
  }, STEP).unref();
  process.on('message', () => {
    process.send(longest);
    longest = { gap: 0, wait: 0 };
  });
  process.channel?.unref();
}
