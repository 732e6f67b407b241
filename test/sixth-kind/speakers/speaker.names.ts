import { type Kind } from '../languages/kind.js';

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
