import { type Event } from '../event.entity.js';

/** What decides over lists of events. */
export type Listable = Pick<
  Event,
  'status' | 'hidden' | 'passwordHash' | 'startUtc' | 'endUtc' | 'featured' | 'ticketed'
>;

/** Whether lists show an event to everybody. */
export function isListed({ status, hidden }: Listable): boolean {
  return status === 'publish' && !hidden;
}
