import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const IMAGE: ResourceNames = {
  singular: 'image',
  plural: 'images',
  names: {
    en: { singular: 'image', plural: 'images' },
    fr: { none: 'Aucune image', this: 'Cette image', other: 'Une autre image', plural: 'images' },
  },
};
