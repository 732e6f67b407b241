import { type ResourceDocs } from '../resource/definition.js';

/** Texts of the documentation that the classes do not contain. */
export const SPEAKER_DOCS: ResourceDocs = {
  about: {
    en: { title: 'Speakers', about: 'People who speak at events.' },
    fr: { title: 'Conférenciers', about: 'Les personnes qui prennent la parole lors des événements.' },
  },
  operations: {
    list: {
      en: { summary: 'List speakers', description: 'Published speakers, the latest first.' },
      fr: { summary: 'Lister les conférenciers', description: 'Les conférenciers publiés, les plus récents d’abord.' },
    },
    create: {
      en: { summary: 'Create a speaker', description: 'The `Location` header leads to the new speaker.' },
      fr: {
        summary: 'Créer un conférencier',
        description: 'La réponse nomme le nouveau conférencier dans `Location`.',
      },
    },
    get: {
      en: { summary: 'Read a speaker', description: 'The speaker with its JSON-LD.' },
      fr: { summary: 'Lire un conférencier', description: 'Le conférencier avec son JSON-LD.' },
    },
    update: {
      en: {
        summary: 'Update a speaker',
        description:
          'Fields that are not sent keep their values; POST, PUT and PATCH do the same. Another status takes a speaker out of the trash.',
      },
      fr: {
        summary: 'Modifier un conférencier',
        description:
          'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose. Un autre statut sort un conférencier de la corbeille.',
      },
    },
    remove: {
      en: {
        summary: 'Delete a speaker',
        description:
          'Moves the speaker to the trash, or deletes it permanently with `force`. Events lose it, and have it back once it is restored. The answer is the speaker as deleted.',
      },
      fr: {
        summary: 'Supprimer un conférencier',
        description:
          'Met le conférencier à la corbeille, ou le supprime définitivement avec `force`. Les événements le perdent et le retrouvent s’il est restauré. La réponse est le conférencier tel que supprimé.',
      },
    },
  },
  bodies: {
    en: {
      short: { speaker: 'Marie Okafor' },
      full: {
        speaker: 'Marie Okafor',
        description: '<p>Builds bridges, and writes about them.</p>',
        email: 'marie@example.com',
        website: 'https://example.com/marie',
      },
      update: { website: 'https://example.com/okafor' },
    },
    fr: {
      short: { speaker: 'Marie Okafor' },
      full: {
        speaker: 'Marie Okafor',
        description: '<p>Elle bâtit des ponts et en parle.</p>',
        email: 'marie@example.com',
        website: 'https://example.com/marie',
      },
      update: { website: 'https://example.com/okafor' },
    },
  },
  parameters: {
    en: { slug: 'marie-okafor', search: 'bridges' },
    fr: { slug: 'marie-okafor', search: 'ponts' },
  },
  jsonLd: 'Person',
  fieldsFr: {
    'Name of the speaker.': 'Nom du conférencier.',
    'E-mail address.': 'Adresse courriel.',
    'schema.org Person; on a single record, and in lists where `_fields` names it.':
      'Person de schema.org; sur une fiche seule, et dans les listes où `_fields` le nomme.',
    'The speakers of this page.': 'Les conférenciers de cette page.',
  },
};
