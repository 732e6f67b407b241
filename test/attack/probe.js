/**
 * Loaded into the service at its start: measures for how long the event loop was blocked. The time that other processes
 * and other threads of the service used meanwhile is measured separately.
 */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two measurements. */
const STEP = 5;

const OF_MAIN_THREAD = '/proc/self/schedstat';

/**
 * @returns {number[]} milliseconds for which the main thread has worked, and has waited for a processor; without
 * schedstat the work of all threads
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
