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

/** The same as the organizer of an event: who holds it, and how to reach them. */
export function hostJsonLd({ organizer, url, phone, email, website }: OrganizerDto): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: organizer,
    url: website ?? url,
    ...(phone && { telephone: phone }),
    ...(email && { email }),
  };
}
