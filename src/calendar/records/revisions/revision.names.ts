import { type ResourceNames } from '../../../lib/i18n/resource-names.js';

export const REVISION: ResourceNames = {
  singular: 'revision',
  plural: 'revisions',
  names: {
    en: { singular: 'revision', plural: 'revisions' },
    fr: { none: 'Aucune révision', this: 'Cette révision', other: 'Une autre révision', plural: 'révisions' },
  },
};
