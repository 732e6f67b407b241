/** Progress for people. It goes to stderr, so that the output of a command can be piped. */
import { performance } from 'node:perf_hooks';

export const say = (text) => process.stderr.write(`${text}\n`);

/**
 * @param {number} start a reading of performance.now()
 * @returns {string} the time since then, such as `2.8 s`
 */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Prints a task, a progress line every ten seconds, and how long it took.
 * @template T
 * @param {string} what such as `Building`
 * @param {(tell: (stage: string) => void) => Promise<T>} work calls `tell` to print the current stage
 * @returns {Promise<T>}
 */
export async function timed(what, work) {
  const start = performance.now();
  let current = '';
  say(`${what} …`);
  const ticker = setInterval(() => say(`  … ${current && `${current}, `}${since(start)}`), 10_000);
  try {
    const result = await work((stage) => {
      if (stage !== current) say(`  ${stage} …`);
      current = stage;
    });
    say(`  done in ${since(start)}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
