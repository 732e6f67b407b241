import { type Part, parts } from '../common/cache/finished-record.js';
import { type LinkedEvent } from './event.load.js';

/** The rows that decide over what is shown of an event, also those that are linked and not shown as yet. */
export function partsOf(event: LinkedEvent): Part[] {
  const { venues, organizers, categories, tags, parent } = event;
  return [
    ...parts('events', [event, parent]),
    ...parts('venues', venues),
    ...parts('organizers', organizers),
    ...parts('categories', categories),
    ...parts('tags', tags),
    ...parts(
      'images',
      [event, ...venues, ...organizers].map(({ image }) => image),
    ),
  ];
}
