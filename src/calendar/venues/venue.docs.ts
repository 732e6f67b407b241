import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const VENUE_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Venues', about: 'Places where events are held.' },
    fr: { title: 'Lieux', about: 'Les lieux où se tiennent les événements.' },
  },
  operations: {
    list: {
      en: { summary: 'List venues', description: 'Published venues, the latest first.' },
      fr: { summary: 'Lister les lieux', description: 'Les lieux publiés, les plus récents d’abord.' },
    },
    create: {
      en: { summary: 'Create a venue', description: 'The `Location` header leads to the new venue.' },
      fr: { summary: 'Créer un lieu', description: 'L’en-tête `Location` donne l’adresse du nouveau lieu.' },
    },
    get: {
      en: { summary: 'Read a venue', description: 'The venue with its JSON-LD.' },
      fr: { summary: 'Lire un lieu', description: 'Le lieu avec son JSON-LD.' },
    },
    update: {
      en: {
        summary: 'Update a venue',
        description:
          'Fields that are not sent keep their values; POST, PUT and PATCH do the same. Another status takes a venue out of the trash.',
      },
      fr: {
        summary: 'Modifier un lieu',
        description:
          'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose. Un autre statut sort un lieu de la corbeille.',
      },
    },
    remove: {
      en: {
        summary: 'Delete a venue',
        description:
          'Moves the venue to the trash, or deletes it permanently with `force`. Events lose it until it is restored. The response is the deleted venue.',
      },
      fr: {
        summary: 'Supprimer un lieu',
        description:
          'Met le lieu à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. La réponse est le lieu tel qu’il a été supprimé.',
      },
    },
  },
  bodies: {
    en: {
      short: { venue: 'Massey Hall' },
      full: {
        venue: 'Massey Hall',
        address: '178 Victoria Street',
        city: 'Toronto',
        province: 'Ontario',
        country: 'Canada',
      },
      update: { phone: '+1 416 555 0100' },
    },
    fr: {
      short: { venue: 'Maison symphonique' },
      full: {
        venue: 'Maison symphonique',
        address: '1600, rue Saint-Urbain',
        city: 'Montréal',
        province: 'Québec',
        country: 'Canada',
      },
      update: { phone: '+1 514 555 0100' },
    },
  },
  parameters: {
    en: { slug: 'old-mill-theatre', search: 'Belle-Rive' },
    fr: { slug: 'theatre-du-vieux-moulin', search: 'Belle-Rive' },
  },
  jsonLd: 'Place',
  fieldsFr: {
    'Name of the venue.': 'Nom du lieu.',
    'Street and number.': 'Numéro et rue.',
    'Street and number in this language; replaces the value for all languages.':
      'Numéro et rue dans cette langue, à la place de ceux de toutes les langues.',
    'City.': 'Ville.',
    'Country.': 'Pays.',
    'Province, outside the United States.': 'Province, hors des États-Unis.',
    'State, in the United States.': 'État, aux États-Unis.',
    'ZIP or postal code.': 'Code postal.',
    'State or province, whichever fits the country.': 'État ou province, selon le pays.',
    'State or province, whichever fits the country: the state for the United States or where no country is given.':
      'État ou province, selon le pays : l’État pour les États-Unis ou si aucun pays n’est donné.',
    'Phone number.': 'Numéro de téléphone.',
    'Website.': 'Site web.',
    'Whether linked events show a map.': 'Indique si les événements liés affichent une carte.',
    'Whether linked events show a link to a map.': 'Indique si les événements liés affichent un lien vers une carte.',
    '`Place` (schema.org); on single records, and in lists if `_fields` names it.':
      '`Place` (schema.org); sur une fiche seule, et dans les listes si `_fields` le nomme.',
    'The venues of this page.': 'Les lieux de cette page.',
  },
};
