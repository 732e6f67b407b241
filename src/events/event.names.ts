import { type Kind } from '../languages/kind.js';

export const EVENT: Kind = {
  one: 'event',
  many: 'events',
  names: {
    en: { one: 'event', many: 'events' },
    fr: { none: 'Aucun événement', this: 'Cet événement', other: 'Un autre événement', many: 'événements' },
  },
};
