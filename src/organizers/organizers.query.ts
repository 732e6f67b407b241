import { LinkedQuery, linkedFilters } from '../common/listing/linked.query.js';
import { type Listing } from '../common/listing/listing.js';
import { type EventLinks } from '../common/records/event-links.js';
import { ORGANIZER } from './organizer.kind.js';
import { OrganizerTranslation } from './organizer-translation.entity.js';

export class OrganizersQuery extends LinkedQuery {}

export function organizerListing(events: EventLinks): Listing<OrganizersQuery> {
  return {
    kind: ORGANIZER,
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
