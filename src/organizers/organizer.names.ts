import { type Kind } from '../i18n/resource-names.js';

export const ORGANIZER: Kind = {
  one: 'organizer',
  many: 'organizers',
  names: {
    en: { one: 'organizer', many: 'organizers' },
    fr: { none: 'Aucun organisateur', this: 'Cet organisateur', other: 'Un autre organisateur', many: 'organisateurs' },
  },
};
