import { type ExtensionData } from '../extension-api/extension-data.js';
import { type VenueDto } from './venue.dto.js';

/** A venue as a schema.org Place; also the location of an event. */
export function placeJsonLd(venue: VenueDto, additions?: ExtensionData): Record<string, unknown> {
  return {
    '@type': 'Place',
    name: venue.venue,
    ...(venue.description && { description: venue.description }),
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
    ...(venue.image && { image: venue.image.url }),
    ...additions?.jsonLd,
  };
}
