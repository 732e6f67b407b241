import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const CATEGORY: ResourceNames = {
  singular: 'category',
  plural: 'categories',
  names: {
    en: { singular: 'category', plural: 'categories' },
    fr: { none: 'Aucune catégorie', this: 'Cette catégorie', other: 'Une autre catégorie', plural: 'catégories' },
  },
};
