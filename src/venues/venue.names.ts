import { type Kind } from '../i18n/resource-names.js';

export const VENUE: Kind = {
  one: 'venue',
  many: 'venues',
  names: {
    en: { one: 'venue', many: 'venues' },
    fr: { none: 'Aucun lieu', this: 'Ce lieu', other: 'Un autre lieu', many: 'lieux' },
  },
};
