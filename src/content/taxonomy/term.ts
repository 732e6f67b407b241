import { type Kind } from '../../i18n/resource-names.js';
import { type TermTranslation } from './term-translation.js';

/** A category or tag with its texts. */
export interface Term {
  id: number;
  /** Categories only. */
  parentId?: number | null;
  count: number;
  revision: number;
  translations: TermTranslation[];
}

/** A kind of terms. */
export interface TermKind<E extends Term> {
  /** What the kind is called. */
  readonly names: Kind;
  readonly isPublished: false;
  readonly entity: new () => E;
  readonly translation: new () => TermTranslation;
}
