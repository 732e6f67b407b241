import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const VENUE: ResourceNames = {
  singular: 'venue',
  plural: 'venues',
  names: {
    en: { singular: 'venue', plural: 'venues' },
    fr: { none: 'Aucun lieu', this: 'Ce lieu', other: 'Un autre lieu', plural: 'lieux' },
  },
};
