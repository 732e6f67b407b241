import { type OrganizerDto } from './organizer.dto.js';

/** An organizer as a schema.org Organization; also the organizer of an event. */
export function organizationJsonLd(organizer: OrganizerDto): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: organizer.organizer,
    ...(organizer.description && { description: organizer.description }),
    url: organizer.url,
    ...(organizer.phone && { telephone: organizer.phone }),
    ...(organizer.email && { email: organizer.email }),
    ...(organizer.website && { sameAs: organizer.website }),
    ...(organizer.image && { image: organizer.image.url }),
  };
}
