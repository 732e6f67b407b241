import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const SPEAKER: ResourceNames = {
  singular: 'speaker',
  plural: 'speakers',
  names: {
    en: { singular: 'speaker', plural: 'speakers' },
    fr: {
      none: 'Aucun conférencier',
      this: 'Ce conférencier',
      other: 'Un autre conférencier',
      plural: 'conférenciers',
    },
  },
};
