import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const ORGANIZER_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Organizers', about: 'People and groups that organize events.' },
    fr: { title: 'Organisateurs', about: 'Les personnes et groupes qui organisent des événements.' },
  },
  operations: {
    list: {
      en: { summary: 'List organizers', description: 'Published organizers, the latest first.' },
      fr: { summary: 'Lister les organisateurs', description: 'Les organisateurs publiés, les plus récents d’abord.' },
    },
    create: {
      en: { summary: 'Create an organizer', description: 'The `Location` header leads to the new organizer.' },
      fr: {
        summary: 'Créer un organisateur',
        description: 'L’en-tête `Location` donne l’adresse du nouvel organisateur.',
      },
    },
    get: {
      en: { summary: 'Read an organizer', description: 'The organizer with its JSON-LD.' },
      fr: { summary: 'Lire un organisateur', description: 'L’organisateur avec son JSON-LD.' },
    },
    update: {
      en: {
        summary: 'Update an organizer',
        description:
          'Fields that are not sent keep their values; POST, PUT and PATCH do the same. Another status takes an organizer out of the trash.',
      },
      fr: {
        summary: 'Modifier un organisateur',
        description:
          'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose. Un autre statut sort un organisateur de la corbeille.',
      },
    },
    remove: {
      en: {
        summary: 'Delete an organizer',
        description:
          'Moves the organizer to the trash, or deletes it permanently with `force`. Events lose it until it is restored. The response is the deleted organizer.',
      },
      fr: {
        summary: 'Supprimer un organisateur',
        description:
          'Met l’organisateur à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. La réponse est l’organisateur tel qu’il a été supprimé.',
      },
    },
  },
  bodies: {
    en: {
      short: { organizer: 'Massey Hall Foundation' },
      full: {
        organizer: 'Massey Hall Foundation',
        email: 'office@example.com',
        website: 'https://example.com/foundation',
      },
      update: { phone: '+1 416 555 0100' },
    },
    fr: {
      short: { organizer: 'Les Amis de la musique' },
      full: { organizer: 'Les Amis de la musique', email: 'bureau@example.com', website: 'https://example.com/amis' },
      update: { phone: '+1 514 555 0100' },
    },
  },
  parameters: {
    en: { slug: 'belle-rive-arts-council', search: 'Belle-Rive' },
    fr: { slug: 'conseil-des-arts-de-belle-rive', search: 'Belle-Rive' },
  },
  jsonLd: 'Organization',
  fieldsFr: {
    'Name of the organizer.': 'Nom de l’organisateur.',
    'E-mail address.': 'Adresse courriel.',
    '`Organization` (schema.org); on single records, and in lists if `_fields` names it.':
      '`Organization` (schema.org); sur une fiche seule, et dans les listes si `_fields` le nomme.',
    'The organizers of this page.': 'Les organisateurs de cette page.',
  },
};
