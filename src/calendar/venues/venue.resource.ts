import { publishedResource } from '../resource/published.resource.js';
import { VenueTranslation, Venue } from './venue.entity.js';
import { CreateVenueDto, UpdateVenueDto, VenueDto } from './venue.dto.js';
import { placeJsonLd, presentVenue } from './venue.presenter.js';
import { VENUE_DOCS } from './venue.docs.js';
import { VENUE } from './venue.names.js';
import { cities, cityFilter } from './cities.js';
import { venueColumns, venueWords } from './venue.write.js';
import { stateProvince } from './region.js';

/** The resource of venues. */
export const VENUES = publishedResource<Venue, UpdateVenueDto, VenueDto>({
  names: VENUE,
  nameField: 'venue',
  perLanguage: { address: 'address', website: 'website', image: 'imageId' },
  entity: Venue,
  translation: VenueTranslation,
  body: UpdateVenueDto,
  response: VenueDto,
  schema: { entities: [Venue, VenueTranslation], migrations: [] },
  docs: VENUE_DOCS,
  columns: venueColumns,
  derived: (venue) => ({ stateprovince: stateProvince(venue) }),
  words: venueWords,
  present: presentVenue,
  jsonLd: (shown, venue) => placeJsonLd(shown, venue.extensionData),
  toldApartBy: 'city',
  relation: {
    field: 'venue',
    filters: [cityFilter],
    searched: ['cityKey'],
    countedBy: [{ by: 'venue' }, { by: 'city', groups: cities }],
    create: CreateVenueDto,
    jsonLd: ([place], [venue]) => ({ location: placeJsonLd(place!, venue!.extensionData) }),
    texts: {
      en: {
        body: 'Venues: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all.',
        response: 'Venues, in the order in which they were linked.',
        filter: 'Events at one of these venues: ids or slugs.',
      },
      fr: {
        body: 'Lieux : identifiants, ou objets retrouvés par leur nom ou créés. Ils remplacent les précédents; une liste vide délie tout.',
        response: 'Lieux, dans l’ordre où ils ont été liés.',
        filter: 'Les événements dans l’un de ces lieux : identifiants ou slugs.',
      },
    },
  },
});
