import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const ORGANIZER: ResourceNames = {
  singular: 'organizer',
  plural: 'organizers',
  names: {
    en: { singular: 'organizer', plural: 'organizers' },
    fr: {
      none: 'Aucun organisateur',
      this: 'Cet organisateur',
      other: 'Un autre organisateur',
      plural: 'organisateurs',
    },
  },
};
