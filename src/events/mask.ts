import { type EventDto, type UpdateEventDto } from './event.dto.js';
import { LINKS } from './relations/links.js';

/** What a password protects beside the links, as those are answered who see the event masked. */
const MASKED_FIELDS = {
  description: null,
  excerpt: null,
  image: null,
  event_status_reason: null,
  online_url: null,
  cost: null,
  cost_details: null,
  website: null,
  recurrence: null,
} satisfies Partial<EventDto>;

/** What a password protects. */
export type MaskedField = keyof typeof MASKED_FIELDS;

/** All that it protects, likewise. */
export const MASK = {
  ...MASKED_FIELDS,
  ...Object.fromEntries(LINKS.map(({ field }) => [field, []])),
};

/**
 * Has a body that is a masked answer, as lists give it, leave alone what was hidden in it: nobody who sends it back means to
 * empty the event. It is known by its `cost_details`: all other answers have them.
 * @param sent the body before it was read
 */
export function keepMasked(body: UpdateEventDto, sent: object = {}): void {
  const { password_protected: isProtected, cost_details: cost }: Partial<EventDto> = sent;
  if (isProtected !== true || cost !== null) return;
  for (const [name, hidden] of Object.entries(MASK))
    if (JSON.stringify(Reflect.get(sent, name)) === JSON.stringify(hidden)) Reflect.deleteProperty(body, name);
}
