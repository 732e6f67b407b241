import { type Count } from './minute-counts.js';

/** What workers and their primary tell each other. */
export type Message =
  /** A worker is there and wants to hear of what its siblings write. */
  | { readonly siblings: 'joined' }
  /** Something was written. From the worker that did it, and passed on to the others. */
  | { readonly siblings: 'written'; readonly id: string }
  /** From each of the others, and at last to the worker that wrote: all have acted on it. */
  | { readonly siblings: 'heard'; readonly id: string }
  /** A worker counts something up, and is told how much it is. */
  | { readonly siblings: 'count'; readonly id: number; readonly name: string; readonly by: number }
  | ({ readonly siblings: 'counted'; readonly id: number } & Count);

export function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'siblings' in message;
}
