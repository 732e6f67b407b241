import { useNotify } from 'react-admin';
import { ApiError } from './api';

/** The message of an error: that of the service, or that the service cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? 'error.network' : String((error as Error).message);

/** Runs what may be refused, and says so. The function returns whether it has worked. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const notify = useNotify();
  return async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      notify(reasonOf(error), { type: 'error', autoHideDuration: 10_000 });
      return false;
    }
  };
}
