import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ApiError } from './api';

/** The message of an error: that of the service, or that the service cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? 'error.network' : String((error as Error).message);

/**
 * Runs a change and notifies of its success or refusal. The shown records are read again.
 * The function returns whether it has worked.
 */
export function useAttempt() {
  const notify = useNotify();
  const queries = useQueryClient();
  return async (change: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await change();
      if (done) notify(done, { type: 'success' });
      return true;
    } catch (error) {
      notify(reasonOf(error), { type: 'error', autoHideDuration: 10_000 });
      return false;
    } finally {
      void queries.invalidateQueries();
    }
  };
}
