/** Who waits for what is asked. */
export interface Waiter {
  /** Where many wait, clients take turns. */
  readonly client: string;
  /** Whether he still waits: a client that has gone, or has been answered, does not. */
  readonly isAwaited: () => boolean;
}

/** A command, or the service itself. */
export const ITSELF: Waiter = { client: '', isAwaited: () => true };
