import { type Viewer, publishedFields } from '../content/published-record.dto.js';
import { valueIn } from '../content/translations/language-values.js';
import { resolveText } from '../content/translations/resolve-text.js';
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
