import { type ResourceNames } from '../../lib/i18n/resource-names.js';

export const TAG: ResourceNames = {
  singular: 'tag',
  plural: 'tags',
  names: {
    en: { singular: 'tag', plural: 'tags' },
    fr: { none: 'Aucune étiquette', this: 'Cette étiquette', other: 'Une autre étiquette', plural: 'étiquettes' },
  },
};
