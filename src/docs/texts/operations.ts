import { type PerLanguage } from '../../common/language/language.js';

export interface OperationText {
  /** A title of a few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
}

/** What each operation does, by the tag of its controller and the name of its handler. */
export const operationTexts: Readonly<Record<string, PerLanguage<OperationText>>> = {
  'events.list': {
    en: {
      summary: 'List events',
      description:
        'Published events from today on, for 24 months, by start; every parameter narrows or widens that. Parameters of different names combine with AND. Events that are hidden from listings appear only where `include` names them.',
    },
    fr: {
      summary: 'Lister les événements',
      description:
        'Les événements publiés à partir d’aujourd’hui, sur 24 mois, par date de début ; chaque paramètre restreint ou élargit cette liste. Les paramètres de noms différents se combinent par ET. Les événements masqués des listes n’apparaissent que si `include` les nomme.',
    },
  },
  'events.create': {
    en: {
      summary: 'Create an event',
      description:
        'Venues and organizers may be ids or objects: an object is found by its name or created, in the same transaction. The answer names the new event in `Location`.',
    },
    fr: {
      summary: 'Créer un événement',
      description:
        'Les lieux et organisateurs peuvent être des identifiants ou des objets : un objet est retrouvé par son nom ou créé, dans la même transaction. La réponse nomme le nouvel événement dans `Location`.',
    },
  },
  'events.get': {
    en: {
      summary: 'Read an event',
      description: 'The event with its venues, organizers, categories, tags and JSON-LD.',
    },
    fr: {
      summary: 'Lire un événement',
      description: 'L’événement avec ses lieux, organisateurs, catégories, étiquettes et son JSON-LD.',
    },
  },
  'events.update': {
    en: {
      summary: 'Update an event',
      description:
        'What is not sent stays as it is; POST, PUT and PATCH are the same. Another status takes an event out of the trash.',
    },
    fr: {
      summary: 'Modifier un événement',
      description:
        'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose. Un autre statut sort un événement de la corbeille.',
    },
  },
  'events.remove': {
    en: {
      summary: 'Delete an event',
      description: 'Moves the event to the trash, or deletes it for good with `force`. Answers the event as deleted.',
    },
    fr: {
      summary: 'Supprimer un événement',
      description:
        'Met l’événement à la corbeille, ou le supprime définitivement avec `force`. Répond l’événement tel que supprimé.',
    },
  },
  'venues.list': {
    en: { summary: 'List venues', description: 'Published venues, the latest first.' },
    fr: { summary: 'Lister les lieux', description: 'Les lieux publiés, les plus récents d’abord.' },
  },
  'venues.create': {
    en: { summary: 'Create a venue', description: 'The answer names the new venue in `Location`.' },
    fr: { summary: 'Créer un lieu', description: 'La réponse nomme le nouveau lieu dans `Location`.' },
  },
  'venues.get': {
    en: { summary: 'Read a venue', description: 'The venue with its JSON-LD.' },
    fr: { summary: 'Lire un lieu', description: 'Le lieu avec son JSON-LD.' },
  },
  'venues.update': {
    en: {
      summary: 'Update a venue',
      description:
        'What is not sent stays as it is; POST, PUT and PATCH are the same. Another status takes a venue out of the trash.',
    },
    fr: {
      summary: 'Modifier un lieu',
      description:
        'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose. Un autre statut sort un lieu de la corbeille.',
    },
  },
  'venues.remove': {
    en: {
      summary: 'Delete a venue',
      description:
        'Moves the venue to the trash, or deletes it for good with `force`. Events lose it, and have it back once it is restored. Answers the venue as deleted.',
    },
    fr: {
      summary: 'Supprimer un lieu',
      description:
        'Met le lieu à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. Répond le lieu tel que supprimé.',
    },
  },
  'organizers.list': {
    en: { summary: 'List organizers', description: 'Published organizers, the latest first.' },
    fr: { summary: 'Lister les organisateurs', description: 'Les organisateurs publiés, les plus récents d’abord.' },
  },
  'organizers.create': {
    en: { summary: 'Create an organizer', description: 'The answer names the new organizer in `Location`.' },
    fr: { summary: 'Créer un organisateur', description: 'La réponse nomme le nouvel organisateur dans `Location`.' },
  },
  'organizers.get': {
    en: { summary: 'Read an organizer', description: 'The organizer with its JSON-LD.' },
    fr: { summary: 'Lire un organisateur', description: 'L’organisateur avec son JSON-LD.' },
  },
  'organizers.update': {
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
  'organizers.remove': {
    en: {
      summary: 'Delete an organizer',
      description:
        'Moves the organizer to the trash, or deletes it for good with `force`. Events lose it, and have it back once it is restored. Answers the organizer as deleted.',
    },
    fr: {
      summary: 'Supprimer un organisateur',
      description:
        'Met l’organisateur à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. Répond l’organisateur tel que supprimé.',
    },
  },
  'categories.list': {
    en: {
      summary: 'List categories',
      description: 'The categories that published events use, by name; `hide_empty=false` lists them all.',
    },
    fr: {
      summary: 'Lister les catégories',
      description:
        'Les catégories que des événements publiés utilisent, par nom ; `hide_empty=false` les donne toutes.',
    },
  },
  'categories.create': {
    en: { summary: 'Create a category', description: 'The answer names the new category in `Location`.' },
    fr: { summary: 'Créer une catégorie', description: 'La réponse nomme la nouvelle catégorie dans `Location`.' },
  },
  'categories.get': {
    en: { summary: 'Read a category', description: 'The category, and where it stands.' },
    fr: { summary: 'Lire une catégorie', description: 'La catégorie, et sa place.' },
  },
  'categories.update': {
    en: {
      summary: 'Update a category',
      description: 'What is not sent stays as it is; POST, PUT and PATCH are the same.',
    },
    fr: {
      summary: 'Modifier une catégorie',
      description: 'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose.',
    },
  },
  'categories.remove': {
    en: {
      summary: 'Delete a category',
      description: 'For good: categories have no trash. Its children move up to its parent.',
    },
    fr: {
      summary: 'Supprimer une catégorie',
      description:
        'Définitivement : les catégories n’ont pas de corbeille. Ses enfants remontent d’un niveau, sous son parent.',
    },
  },
  'tags.list': {
    en: {
      summary: 'List tags',
      description: 'The tags that published events use, by name; `hide_empty=false` lists them all.',
    },
    fr: {
      summary: 'Lister les étiquettes',
      description:
        'Les étiquettes que des événements publiés utilisent, par nom ; `hide_empty=false` les donne toutes.',
    },
  },
  'tags.create': {
    en: { summary: 'Create a tag', description: 'The answer names the new tag in `Location`.' },
    fr: { summary: 'Créer une étiquette', description: 'La réponse nomme la nouvelle étiquette dans `Location`.' },
  },
  'tags.get': {
    en: { summary: 'Read a tag', description: 'The tag, and where it stands.' },
    fr: { summary: 'Lire une étiquette', description: 'L’étiquette, et sa place.' },
  },
  'tags.update': {
    en: { summary: 'Update a tag', description: 'What is not sent stays as it is; POST, PUT and PATCH are the same.' },
    fr: {
      summary: 'Modifier une étiquette',
      description: 'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose.',
    },
  },
  'tags.remove': {
    en: { summary: 'Delete a tag', description: 'For good: tags have no trash.' },
    fr: { summary: 'Supprimer une étiquette', description: 'Définitivement : les étiquettes n’ont pas de corbeille.' },
  },
  'accounts.me': {
    en: { summary: 'Read your account', description: 'The account that the key of the request belongs to.' },
    fr: { summary: 'Lire votre compte', description: 'Le compte auquel appartient la clé de la requête.' },
  },
  'documentation.getIndex': {
    en: {
      summary: 'Read the index of the namespace',
      description: 'All routes with their methods and parameters, for programs that explore the interface.',
    },
    fr: {
      summary: 'Lire l’index de l’espace de noms',
      description:
        'Toutes les routes avec leurs méthodes et paramètres, pour les programmes qui explorent l’interface.',
    },
  },
  'documentation.getDocumentation': {
    en: {
      summary: 'Read the documentation',
      description: 'Swagger UI for browsers (`Accept: text/html`), this OpenAPI document for all others.',
    },
    fr: {
      summary: 'Lire la documentation',
      description: 'Swagger UI pour les navigateurs (`Accept: text/html`), ce document OpenAPI pour les autres.',
    },
  },
  'documentation.getOpenApi': {
    en: { summary: 'Read the OpenAPI document', description: 'This document, whatever the `Accept` header says.' },
    fr: { summary: 'Lire le document OpenAPI', description: 'Ce document, quel que soit l’en-tête `Accept`.' },
  },
};
