/** What workers and their primary tell each other; `rate-limiter-flexible` uses the same channel. */
export type Message =
  /** A worker is there and wants to hear of what its siblings write. */
  | { readonly siblings: 'joined' }
  /** Something was written. From the worker that did it, and passed on to the others. */
  | { readonly siblings: 'written'; readonly id: string }
  /** From each of the others, and at last to the worker that wrote: all have acted on it. */
  | { readonly siblings: 'heard'; readonly id: string }
  /** What a worker has counted since it last said so. */
  | { readonly siblings: 'counted'; readonly counts: readonly (readonly [name: string, count: number])[] };

export function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'siblings' in message;
}
