import { jsonLdDescription } from '../../lib/text/html-to-plain-text.js';
import { imageJsonLd } from '../records/images/image.dto.js';
import { type Viewer, publishedFields } from '../records/record/published-record.dto.js';
import { valueIn } from '../records/translations/language-values.js';
import { resolveText } from '../records/translations/translation.js';
import { type VenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';
import { VENUE } from './venue.names.js';
import { stateProvince } from './region.js';
import { type ExtensionData } from '../extension-api/extensions.js';

/** Presents a venue; all callers who may read it see the same fields. */
export function presentVenue(venue: Venue, viewer: Viewer): VenueDto {
  const { language } = viewer;
  const { city, country, province, state, zip, phone } = venue;
  const fields = {
    venue: resolveText(venue.translations, language).name,
    address: valueIn(venue, language, 'address'),
    city,
    country,
    province,
    state,
    zip,
    stateprovince: stateProvince(venue),
    phone,
    website: valueIn(venue, language, 'website'),
    show_map: venue.showMap,
    show_map_link: venue.showMapLink,
  };
  return Object.assign(publishedFields(VENUE, venue, viewer), fields, venue.extensionData?.fields);
}

/** A venue as a schema.org Place; also the location of an event. */
export function placeJsonLd(venue: VenueDto, extensionData?: ExtensionData): Record<string, unknown> {
  return {
    '@type': 'Place',
    name: venue.venue,
    ...jsonLdDescription(venue.description),
    url: venue.url,
    address: {
      '@type': 'PostalAddress',
      ...(venue.address && { streetAddress: venue.address }),
      ...(venue.city && { addressLocality: venue.city }),
      ...(venue.stateprovince && { addressRegion: venue.stateprovince }),
      ...(venue.zip && { postalCode: venue.zip }),
      ...(venue.country && { addressCountry: venue.country }),
    },
    ...(venue.phone && { telephone: venue.phone }),
    ...(venue.website && { sameAs: venue.website }),
    ...(venue.image && { image: imageJsonLd(venue.image) }),
    ...extensionData?.jsonLd,
  };
}
