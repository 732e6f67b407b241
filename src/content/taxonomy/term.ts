import { type ResourceNames } from '../../i18n/resource-names.js';
import { type TermTranslation } from './term-translation.js';

/** A category or tag with its texts. */
export interface Term {
  id: number;
  /** Categories only. */
  parentId?: number | null;
  count: number;
  revision: number;
  modifiedAt: Date;
  translations: TermTranslation[];
}

/** The properties of the definition of a taxonomy that writes use. */
export interface TermResource<E extends Term> {
  readonly names: ResourceNames;
  readonly isPublished: false;
  readonly entity: new () => E;
  readonly translation: new () => TermTranslation;
}
