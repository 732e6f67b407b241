import { type EventDto, type UpdateEventDto } from './event.dto.js';
import { type Event, type EventTranslation } from './event.entity.js';
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

/** The columns of events and of their texts from which the protected fields derive. */
interface Columns {
  description: 'description';
  excerpt: 'excerpt';
  image: 'image' | 'imageId' | 'imageAlt';
  event_status_reason: 'statusReason';
  online_url: 'onlineUrl';
  cost: 'cost' | 'price';
  cost_details: 'cost' | 'price';
  website: 'website';
  recurrence: 'recurrence';
}

/** A column that a password hides. `events/query/clauses.ts` refuses it in clauses that do not say so. */
export type MaskedColumn = Columns[MaskedField] & (keyof Event | keyof EventTranslation);

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
