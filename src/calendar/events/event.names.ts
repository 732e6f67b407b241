import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const EVENT: ResourceNames = {
  singular: 'event',
  plural: 'events',
  names: {
    en: { singular: 'event', plural: 'events' },
    fr: { none: 'Aucun événement', this: 'Cet événement', other: 'Un autre événement', plural: 'événements' },
  },
};
