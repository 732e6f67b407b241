import { type Kind } from '../i18n/resource-names.js';

export const EVENT: Kind = {
  one: 'event',
  many: 'events',
  names: {
    en: { one: 'event', many: 'events' },
    fr: { none: 'Aucun événement', this: 'Cet événement', other: 'Un autre événement', many: 'événements' },
  },
};
