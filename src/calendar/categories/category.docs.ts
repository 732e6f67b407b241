import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const CATEGORY_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Categories', about: 'Subjects of events, in a hierarchy.' },
    fr: { title: 'Catégories', about: 'Les sujets des événements, en arborescence.' },
  },
  operations: {
    list: {
      en: {
        summary: 'List categories',
        description: 'The categories that published events use, by name; `hide_empty=false` lists them all.',
      },
      fr: {
        summary: 'Lister les catégories',
        description:
          'Les catégories que des événements publiés utilisent, par nom; `hide_empty=false` les liste toutes.',
      },
    },
    create: {
      en: { summary: 'Create a category', description: 'The `Location` header leads to the new category.' },
      fr: {
        summary: 'Créer une catégorie',
        description: 'L’en-tête `Location` donne l’adresse de la nouvelle catégorie.',
      },
    },
    get: {
      en: { summary: 'Read a category', description: 'The category and its links.' },
      fr: { summary: 'Lire une catégorie', description: 'La catégorie et ses liens.' },
    },
    update: {
      en: {
        summary: 'Update a category',
        description: 'Fields that are not sent keep their values; POST, PUT and PATCH do the same.',
      },
      fr: {
        summary: 'Modifier une catégorie',
        description: 'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose.',
      },
    },
    remove: {
      en: {
        summary: 'Delete a category',
        description: 'Permanently: categories have no trash. Its children move up to its parent.',
      },
      fr: {
        summary: 'Supprimer une catégorie',
        description:
          'Définitivement : les catégories n’ont pas de corbeille. Ses enfants remontent d’un niveau, sous son parent.',
      },
    },
  },
  bodies: {
    en: {
      short: { name: 'Chamber music' },
      full: {
        name: 'Opera',
        description: '<p>Sung from end to end.</p>',
        translations: {
          fr: { name: 'Opéra' },
        },
      },
      update: { description: '<p>For small rooms.</p>' },
    },
    fr: {
      short: { name: 'Musique de chambre' },
      full: {
        name: 'Danse',
        description: '<p>Sans un mot.</p>',
        translations: {
          en: { name: 'Dance' },
        },
      },
      update: { description: '<p>Pour les petites salles.</p>' },
    },
  },
  fieldsFr: {
    'Always `event_category`.': 'Toujours `event_category`.',
    'Id of the category above; 0 at the top level.': 'Identifiant de la catégorie parente; 0 au premier niveau.',
    'Id of the category above; null or 0 for the top level. Not the category itself or one of its descendants.':
      'Identifiant de la catégorie parente; null ou 0 pour le premier niveau. Ni la catégorie elle-même ni l’une de ses descendantes.',
    'The categories of this page.': 'Les catégories de cette page.',
    'Directly below this category; 0 for the top level.': 'Directement sous cette catégorie; 0 pour le premier niveau.',
  },
};
