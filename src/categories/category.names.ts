import { type Kind } from '../i18n/resource-names.js';

export const CATEGORY: Kind = {
  one: 'category',
  many: 'categories',
  names: {
    en: { one: 'category', many: 'categories' },
    fr: { none: 'Aucune catégorie', this: 'Cette catégorie', other: 'Une autre catégorie', many: 'catégories' },
  },
};
