/** Progress for people. It goes to stderr, so that the output of a command can be piped. */
import { performance } from 'node:perf_hooks';

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`);

/**
 * @param {number} start a reading of performance.now()
 * @returns {string} the time since then, such as `2.8 s`
 */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Says what is being done, every ten seconds that it is still being done, and how long it took.
 * @template T
 * @param {string} what such as `Building`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(what, work) {
  const start = performance.now();
  say(`${what} …`);
  const ticker = setInterval(() => say(`  … ${since(start)}`), 10_000);
  try {
    const result = await work();
    say(`  done in ${since(start)}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
