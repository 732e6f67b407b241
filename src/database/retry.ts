import { Unavailable } from '../errors/api-error.js';
import { isConflict } from './database-errors.js';
import { type Deadline } from './deadline.js';

/** Milliseconds of the first pause, which doubles with each of the first tries. */
const FIRST_PAUSE = 5;

const MAX_DOUBLINGS = 5;

/**
 * Retries an attempt after each conflict with another transaction, until the deadline.
 * @param onRetry called before each attempt but the first
 */
export async function retryConflicts<T>(
  attempt: () => Promise<T>,
  deadline: Deadline,
  onRetry: () => void,
): Promise<T> {
  let conflict: Error | undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      // If the deadline passes during a retry, the conflict is reported as the reason.
      if (conflict !== undefined && error instanceof Unavailable) throw conflict;
      // The jitter prevents two transactions from colliding again.
      const pause = 2 ** Math.min(tries, MAX_DOUBLINGS) * FIRST_PAUSE * (1 + Math.random());
      if (!isConflict(error) || !(await deadline.pause(pause))) throw error;
      conflict = error instanceof Error ? error : undefined;
      onRetry();
    }
  }
}
