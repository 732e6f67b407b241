import { type Kind } from '../i18n/resource-names.js';

export const SPEAKER: Kind = {
  one: 'speaker',
  many: 'speakers',
  names: {
    en: { one: 'speaker', many: 'speakers' },
    fr: {
      none: 'Aucun conférencier',
      this: 'Ce conférencier',
      other: 'Un autre conférencier',
      many: 'conférenciers',
    },
  },
};
