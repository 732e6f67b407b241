import { publishedResource } from '../resource/published.resource.js';
import { OrganizerTranslation, Organizer } from './organizer.entity.js';
import { CreateOrganizerDto, OrganizerDto, UpdateOrganizerDto } from './organizer.dto.js';
import { hostJsonLd, organizationJsonLd, presentOrganizer } from './organizer.presenter.js';
import { ORGANIZER_DOCS } from './organizer.docs.js';
import { ORGANIZER } from './organizer.names.js';
import { organizerColumns, organizerWords } from './organizer.write.js';

/** The resource of organizers. */
export const ORGANIZERS = publishedResource<Organizer, UpdateOrganizerDto, OrganizerDto>({
  names: ORGANIZER,
  nameField: 'organizer',
  perLanguage: { website: 'website', image: 'imageId' },
  entity: Organizer,
  translation: OrganizerTranslation,
  body: UpdateOrganizerDto,
  response: OrganizerDto,
  schema: { entities: [Organizer, OrganizerTranslation], migrations: [] },
  docs: ORGANIZER_DOCS,
  columns: organizerColumns,
  words: organizerWords,
  present: presentOrganizer,
  jsonLd: organizationJsonLd,
  relation: {
    field: 'organizer',
    create: CreateOrganizerDto,
    jsonLd: (organizers) => ({ organizer: organizers.map(hostJsonLd) }),
    texts: {
      en: {
        body: 'Organizers: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all.',
        response: 'Organizers, in the order in which they were linked.',
        filter: 'Events of one of these organizers: ids or slugs.',
      },
      fr: {
        body: 'Organisateurs : identifiants, ou objets retrouvés par leur nom ou créés. Ils remplacent les précédents; une liste vide délie tout.',
        response: 'Organisateurs, dans l’ordre où ils ont été liés.',
        filter: 'Les événements de l’un de ces organisateurs : identifiants ou slugs.',
      },
    },
  },
});
