import { type Fieldset, isWanted } from '../../content/fieldset.js';
import { type EventTranslation } from '../event-translation.entity.js';
import { type Event } from '../event.entity.js';

type FieldsOf<E> = Readonly<Partial<Record<keyof E & string, readonly string[]>>>;

/** Columns by the fields of the answer that are made of them. The others are always read: they say who may see what, and when it is. */
const OF_EVENTS: FieldsOf<Event> = {
  price: [],
  ownFields: [],
  extendAt: [],
  sticky: ['sticky'],
  featured: ['featured'],
  ticketed: ['ticketed'],
  showMap: ['show_map'],
  showMapLink: ['show_map_link'],
  attendance: ['attendance', 'json_ld'],
  onlineUrl: ['online_url', 'json_ld'],
  cost: ['cost', 'cost_details', 'json_ld'],
  website: ['website', 'json_ld'],
  recurrence: ['recurrence'],
};

const OF_TEXTS: FieldsOf<EventTranslation> = {
  description: ['description', 'json_ld', 'translations'],
  excerpt: ['excerpt', 'translations'],
  statusReason: ['event_status_reason', 'translations'],
  imageAlt: ['image', 'json_ld', 'translations'],
};

/** What nothing of a fieldset is made of. */
export interface Unneeded {
  readonly record: readonly string[];
  readonly texts: readonly string[];
  readonly image: boolean;
}

export function unneededFor(fields: Fieldset | undefined): Unneeded {
  const among = (columns: FieldsOf<object>) =>
    Object.entries<readonly string[]>(columns).flatMap(([column, of]) => (isWanted(fields, ...of) ? [] : [column]));
  return { record: among(OF_EVENTS), texts: among(OF_TEXTS), image: !isWanted(fields, 'image', 'json_ld') };
}
