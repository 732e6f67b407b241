import { type KindDocs } from '../resource/definition.js';

/** What the documentation cannot read off the classes. */
export const ORGANIZER_DOCS: KindDocs = {
  about: {
    en: {
      title: 'Organizers',
      about: 'People and groups who hold events.',
    },
    fr: {
      title: 'Organisateurs',
      about: 'Les personnes et groupes qui organisent des événements.',
    },
  },
  operations: {
    list: {
      en: {
        summary: 'List organizers',
        description: 'Published organizers, the latest first.',
      },
      fr: {
        summary: 'Lister les organisateurs',
        description: 'Les organisateurs publiés, les plus récents d’abord.',
      },
    },
    create: {
      en: {
        summary: 'Create an organizer',
        description: 'The answer names the new organizer in `Location`.',
      },
      fr: {
        summary: 'Créer un organisateur',
        description: 'La réponse nomme le nouvel organisateur dans `Location`.',
      },
    },
    get: {
      en: {
        summary: 'Read an organizer',
        description: 'The organizer with its JSON-LD.',
      },
      fr: {
        summary: 'Lire un organisateur',
        description: 'L’organisateur avec son JSON-LD.',
      },
    },
    update: {
      en: {
        summary: 'Update an organizer',
        description:
          'What is not sent stays as it is; POST, PUT and PATCH are the same. Another status takes an organizer out of the trash.',
      },
      fr: {
        summary: 'Modifier un organisateur',
        description:
          'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose. Un autre statut sort un organisateur de la corbeille.',
      },
    },
    remove: {
      en: {
        summary: 'Delete an organizer',
        description:
          'Moves the organizer to the trash, or deletes it for good with `force`. Events lose it, and have it back once it is restored. The answer is the organizer as deleted.',
      },
      fr: {
        summary: 'Supprimer un organisateur',
        description:
          'Met l’organisateur à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. La réponse est l’organisateur tel que supprimé.',
      },
    },
  },
  bodies: {
    en: {
      short: {
        organizer: 'Massey Hall Foundation',
      },
      full: {
        organizer: 'Massey Hall Foundation',
        email: 'office@example.com',
        website: 'https://example.com/foundation',
      },
      update: {
        phone: '+1 416 555 0100',
      },
    },
    fr: {
      short: {
        organizer: 'Les Amis de la musique',
      },
      full: {
        organizer: 'Les Amis de la musique',
        email: 'bureau@example.com',
        website: 'https://example.com/amis',
      },
      update: {
        phone: '+1 514 555 0100',
      },
    },
  },
  parameters: {
    en: {
      slug: 'belle-rive-arts-council',
      search: 'Belle-Rive',
    },
    fr: {
      slug: 'conseil-des-arts-de-belle-rive',
      search: 'Belle-Rive',
    },
  },
  jsonLd: 'Organization',
  fieldsFr: {
    'Name of the organizer.': 'Nom de l’organisateur.',
    'E-mail address.': 'Adresse de courriel.',
    'schema.org Organization; on a single record, and in lists where `_fields` names it.':
      'Organization de schema.org ; sur une fiche seule, et dans les listes où `_fields` le nomme.',
    'The organizers of this page.': 'Les organisateurs de cette page.',
  },
};
