import { type Kind } from '../i18n/resource-names.js';

export const TAG: Kind = {
  one: 'tag',
  many: 'tags',
  names: {
    en: { one: 'tag', many: 'tags' },
    fr: { none: 'Aucune étiquette', this: 'Cette étiquette', other: 'Une autre étiquette', many: 'étiquettes' },
  },
};
