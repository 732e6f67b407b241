import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const TAG_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Tags', about: 'Free-form labels.' },
    fr: { title: 'Étiquettes', about: 'Des mots-clés libres.' },
  },
  operations: {
    list: {
      en: {
        summary: 'List tags',
        description: 'The tags that published events use, by name; `hide_empty=false` lists them all.',
      },
      fr: {
        summary: 'Lister les étiquettes',
        description:
          'Les étiquettes que des événements publiés utilisent, par nom; `hide_empty=false` les liste toutes.',
      },
    },
    create: {
      en: { summary: 'Create a tag', description: 'The `Location` header leads to the new tag.' },
      fr: {
        summary: 'Créer une étiquette',
        description: 'L’en-tête `Location` donne l’adresse de la nouvelle étiquette.',
      },
    },
    get: {
      en: { summary: 'Read a tag', description: 'The tag and its links.' },
      fr: { summary: 'Lire une étiquette', description: 'L’étiquette et ses liens.' },
    },
    update: {
      en: {
        summary: 'Update a tag',
        description: 'Fields that are not sent keep their values; POST, PUT and PATCH do the same.',
      },
      fr: {
        summary: 'Modifier une étiquette',
        description: 'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose.',
      },
    },
    remove: {
      en: { summary: 'Delete a tag', description: 'Permanently: tags have no trash.' },
      fr: {
        summary: 'Supprimer une étiquette',
        description: 'Définitivement : les étiquettes n’ont pas de corbeille.',
      },
    },
  },
  bodies: {
    en: {
      short: { name: 'under the stars' },
      full: {
        name: 'by candlelight',
        translations: {
          fr: { name: 'aux chandelles' },
        },
      },
      update: { description: '<p>Bring a blanket.</p>' },
    },
    fr: {
      short: { name: 'sous les étoiles' },
      full: {
        name: 'entrée libre',
        translations: {
          en: { name: 'free entry' },
        },
      },
      update: { description: '<p>Apportez une couverture.</p>' },
    },
  },
  parameters: {
    en: { slug: 'outdoors', search: 'outdoors' },
    fr: { slug: 'plein-air', search: 'plein air' },
  },
  fieldsFr: {
    'Always `event_tag`.': 'Toujours `event_tag`.',
    'The tags of this page.': 'Les étiquettes de cette page.',
  },
};
