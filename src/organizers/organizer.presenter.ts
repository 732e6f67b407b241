import { type Audience, publishedFields } from '../content/published-record.dto.js';
import { shownText } from '../content/translations/shown-text.js';
import { type OrganizerDto } from './organizer.dto.js';
import { type Organizer } from './organizer.entity.js';
import { ORGANIZER } from './organizer.names.js';

/** An organizer as everybody who may read it sees it. */
export function presentOrganizer(organizer: Organizer, audience: Audience): OrganizerDto {
  const { phone, website, email } = organizer;
  const fields = {
    organizer: shownText(organizer.translations, audience.language).name,
    phone,
    website,
    email,
  };
  return Object.assign(publishedFields(ORGANIZER, organizer, audience), fields);
}
