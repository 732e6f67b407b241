import { LinkedQuery, linkedFilters } from '../common/listing/linked.query.js';
import { type Listing } from '../common/listing/listing.js';
import { type EventLinks } from '../common/records/event-links.js';
import { Organizer } from './organizer.entity.js';
import { ORGANIZER } from './organizer.kind.js';
import { OrganizerTranslation } from './organizer-translation.entity.js';

export class OrganizersQuery extends LinkedQuery {}

export function organizerListing(events: EventLinks): Listing<Organizer, OrganizersQuery> {
  return {
    kind: ORGANIZER,
    entity: Organizer,
    translation: OrganizerTranslation,
    filters: linkedFilters('organizer', events),
    sorts: {
      date: 'organizer.publishedAt',
      name: 'shown.nameKey',
      id: 'organizer.id',
      modified: 'organizer.modifiedAt',
    },
    defaultSort: ['organizer.publishedAt', 'DESC'],
  };
}
