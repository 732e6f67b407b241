import { type Kind } from '../languages/kind.js';

export const VENUE: Kind = {
  one: 'venue',
  many: 'venues',
  names: {
    en: { one: 'venue', many: 'venues' },
    fr: { none: 'Aucun lieu', this: 'Ce lieu', other: 'Un autre lieu', many: 'lieux' },
  },
};
