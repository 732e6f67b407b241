import { type Kind } from '../languages/kind.js';

export const CATEGORY: Kind = {
  one: 'category',
  many: 'categories',
  names: {
    en: { one: 'category', many: 'categories' },
    fr: { none: 'Aucune catégorie', this: 'Cette catégorie', other: 'Une autre catégorie', many: 'catégories' },
  },
};
