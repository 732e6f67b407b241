import { type EventDto, type UpdateEventDto } from './event.dto.js';
import { RELATIONS } from './relations/relations.js';

/** The values of protected fields in a masked event. Relations are left out separately. */
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

export type MaskedField = keyof typeof MASKED_FIELDS;

/** The values of all protected fields in a masked event: those above, and an empty list for each relation. */
export const MASK = {
  ...MASKED_FIELDS,
  ...Object.fromEntries(RELATIONS.map(({ field }) => [field, []])),
};

/**
 * The body without the masked fields of an event as lists show it, so that sending a masked event back does not empty
 * the event. A masked event is recognized by its lack of `cost_details`, which all other responses have.
 * @param sent the body before it was parsed
 */
export function withoutMaskedFields(body: UpdateEventDto, sent: object = {}): UpdateEventDto {
  const { password_protected: isProtected, cost_details: cost }: Partial<EventDto> = sent;
  if (isProtected !== true || cost !== null) return body;
  const isHidden = ([name, hidden]: [string, unknown]) =>
    JSON.stringify(Reflect.get(sent, name)) === JSON.stringify(hidden);
  const masked = Object.entries(MASK)
    .filter(isHidden)
    .map(([name]) => name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !masked.includes(name)));
}
