import { type Kind } from '../common/records/kind.js';

export const CATEGORY: Kind = {
  one: 'category',
  many: 'categories',
  names: {
    en: { one: 'category', many: 'categories' },
    fr: { none: 'Aucune catégorie', this: 'Cette catégorie', other: 'Une autre catégorie', many: 'catégories' },
  },
};
