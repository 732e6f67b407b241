import { LinkedQuery, linkedFilters } from '../common/listing/linked.query.js';
import { type Listing } from '../common/listing/listing.js';
import { type EventLinks } from '../common/records/event-links.js';
import { VENUE } from './venue.kind.js';
import { VenueTranslation } from './venue-translation.entity.js';

export class VenuesQuery extends LinkedQuery {}

export function venueListing(events: EventLinks): Listing<VenuesQuery> {
  return {
    kind: VENUE,
    translation: VenueTranslation,
    filters: linkedFilters('venue', events),
    sorts: { date: 'venue.publishedAt', name: 'shown.nameKey', id: 'venue.id', modified: 'venue.modifiedAt' },
    defaultSort: ['venue.publishedAt', 'DESC'],
  };
}
