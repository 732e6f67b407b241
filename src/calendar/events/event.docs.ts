import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const EVENT_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Events', about: 'What takes place, when and where.' },
    fr: { title: 'Événements', about: 'Ce qui se passe, quand et où.' },
  },
  operations: {
    list: {
      en: {
        summary: 'List events',
        description:
          'Published events from today on, for 24 months, by start; every parameter narrows or widens the list, and different parameters combine with AND. Events that are hidden from lists appear only if `include` names them, or with `hide_from_listings=true` for those who may edit them.',
      },
      fr: {
        summary: 'Lister les événements',
        description:
          'Les événements publiés à partir d’aujourd’hui, sur 24 mois, par date de début; chaque paramètre restreint ou élargit cette liste, et des paramètres différents se combinent par ET. Les événements masqués des listes n’apparaissent que si `include` les nomme, ou avec `hide_from_listings=true` pour qui a le droit de les modifier.',
      },
    },
    count: {
      en: {
        summary: 'Count events',
        description:
          'Counts the events of a list per day, month, category, tag, venue, organizer or city, for the badges of a calendar or the options of a filter. Accepts every filter of the list.',
      },
      fr: {
        summary: 'Compter les événements',
        description:
          'Compte les événements d’une liste par jour, mois, catégorie, étiquette, lieu, organisateur ou ville, pour les pastilles d’un calendrier ou les choix d’un filtre. Accepte tous les filtres de la liste.',
      },
    },
    previewOccurrences: {
      en: {
        summary: 'Preview a series',
        description:
          'The next dates that a series would have, and their number, with the errors that creating it would have. Nothing is stored.',
      },
      fr: {
        summary: 'Prévisualiser une série',
        description:
          'Les prochaines dates qu’une série aurait, et leur nombre, avec les erreurs que sa création aurait. Rien n’est enregistré.',
      },
    },
    create: {
      en: {
        summary: 'Create an event',
        description:
          'Venues and organizers may be ids or objects: an object is found by its name or created, in the same transaction. The `Location` header leads to the new event.',
      },
      fr: {
        summary: 'Créer un événement',
        description:
          'Les lieux et organisateurs peuvent être des identifiants ou des objets : un objet est retrouvé par son nom ou créé, dans la même transaction. L’en-tête `Location` donne l’adresse du nouvel événement.',
      },
    },
    get: {
      en: {
        summary: 'Read an event',
        description: 'The event with its venues, organizers, categories, tags and JSON-LD.',
      },
      fr: {
        summary: 'Lire un événement',
        description: 'L’événement avec ses lieux, organisateurs, catégories, étiquettes et son JSON-LD.',
      },
    },
    update: {
      en: {
        summary: 'Update an event',
        description:
          'Fields that are not sent keep their values; POST, PUT and PATCH do the same. Another status takes an event out of the trash. Changes to a series apply to all its occurrences, except for what was changed for a particular date; `apply` says which dates are meant.',
      },
      fr: {
        summary: 'Modifier un événement',
        description:
          'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose. Un autre statut sort un événement de la corbeille. Une modification d’une série s’applique à toutes ses occurrences, sauf ce qui a été modifié pour une date en particulier; `apply` dit quelles dates sont visées.',
      },
    },
    remove: {
      en: {
        summary: 'Delete an event',
        description:
          'Moves the event to the trash, or deletes it permanently with `force`. The response is the deleted event. A series is deleted and restored as a whole, unless `apply` means one date; deleting an occurrence excludes its date from the series.',
      },
      fr: {
        summary: 'Supprimer un événement',
        description:
          'Met l’événement à la corbeille, ou le supprime définitivement avec `force`. La réponse est l’événement tel qu’il a été supprimé. Une série est supprimée et restaurée tout entière, sauf si `apply` vise une seule date; supprimer une occurrence exclut sa date de la série.',
      },
    },
  },
  bodies: {
    en: {
      short: { title: 'Summer concert', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' },
      full: {
        title: 'Summer concert',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
        description: '<p>Jazz under the open sky.</p>',
        cost: '20 - 35',
        venue: [{ venue: 'Massey Hall', city: 'Toronto' }],
        categories: ['Music'],
        tags: ['outdoors'],
        translations: { fr: { title: 'Concert d’été' } },
      },
      update: { cost: 'free', featured: true },
    },
    fr: {
      short: { title: 'Concert d’été', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' },
      full: {
        title: 'Concert d’été',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
        description: '<p>Du jazz à ciel ouvert.</p>',
        cost: '20 - 35',
        venue: [{ venue: 'Massey Hall', city: 'Toronto' }],
        categories: ['Musique'],
        tags: ['plein air'],
        translations: { en: { title: 'Summer concert' } },
      },
      update: { cost: 'gratuit', featured: true },
    },
  },
  parameters: {
    en: { slug: 'saturday-farmers-market' },
    fr: { slug: 'marche-fermier-du-samedi' },
  },
  jsonLd: 'Event',
};
