import { jsonLdDescription } from '../../lib/text/html-to-plain-text.js';
import { imageJsonLd } from '../records/images/image.dto.js';
import { type Viewer, publishedFields } from '../records/record/published-record.dto.js';
import { valueIn } from '../records/translations/language-values.js';
import { resolveText } from '../records/translations/translation.js';
import { type OrganizerDto } from './organizer.dto.js';
import { type Organizer } from './organizer.entity.js';
import { ORGANIZER } from './organizer.names.js';

/** Presents an organizer; all callers who may read it see the same fields. */
export function presentOrganizer(organizer: Organizer, viewer: Viewer): OrganizerDto {
  const { language } = viewer;
  const { phone, email } = organizer;
  const fields = {
    organizer: resolveText(organizer.translations, language).name,
    phone,
    website: valueIn(organizer, language, 'website'),
    email,
  };
  return Object.assign(publishedFields(ORGANIZER, organizer, viewer), fields);
}

/** An organizer as a schema.org Organization. */
export function organizationJsonLd(organizer: OrganizerDto): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: organizer.organizer,
    ...jsonLdDescription(organizer.description),
    url: organizer.url,
    ...(organizer.phone && { telephone: organizer.phone }),
    ...(organizer.email && { email: organizer.email }),
    ...(organizer.website && { sameAs: organizer.website }),
    ...(organizer.image && { image: imageJsonLd(organizer.image) }),
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
