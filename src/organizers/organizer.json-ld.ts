import { type OrganizerDto } from './organizer.dto.js';

/** An organizer as a schema.org Organization. */
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

/** The short form for the `organizer` of an event. Its URL is the website of the organizer if there is one. */
export function hostJsonLd({ organizer, url, phone, email, website }: OrganizerDto): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: organizer,
    url: website ?? url,
    ...(phone && { telephone: phone }),
    ...(email && { email }),
  };
}
