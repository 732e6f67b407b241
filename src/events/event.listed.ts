import { durationClass } from './event.duration.js';
import { type Event } from './event.entity.js';
import { type EventLink } from './event-link.js';

/** What decides over lists of events. */
export type Listable = Pick<
  Event,
  'status' | 'hidden' | 'passwordHash' | 'startUtc' | 'endUtc' | 'featured' | 'ticketed'
>;

/** Whether lists show an event to everybody. */
export function isListed({ status, hidden }: Listable): boolean {
  return status === 'publish' && !hidden;
}

/** What the links of an event repeat of it. */
export function linkCopy(event: Listable): Omit<EventLink, 'eventId'> {
  const { startUtc, endUtc, featured, ticketed } = event;
  const listed = isListed(event) && event.passwordHash === null;
  return { listed, startUtc, endUtc, durationClass: durationClass(event), featured, ticketed };
}
