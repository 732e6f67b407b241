import { Failure } from '../../scripts/lib/failure.js';
import { say } from '../../scripts/lib/say.js';

/**
 * A service that answers one question with an error has answers to others all the same: the failure is said, and the
 * measurement goes on.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T } | { failure: string }>}
 */
export async function unlessFailed(what, work) {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`  ${what}: ${error.message}`);
    return { failure: error.message };
  }
}
