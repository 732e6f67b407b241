import { type Kind } from '../records/kind.js';
import { type TermTranslation } from './term-translation.js';

/** A category or tag with its texts. */
export interface Term<T extends TermTranslation> {
  id: number;
  /** Categories only. */
  parentId?: number | null;
  count: number;
  revision: number;
  translations: T[];
}

/** A kind of terms. */
export interface TermKind<E extends Term<T>, T extends TermTranslation> {
  readonly kind: Kind;
  readonly entity: new () => E;
  readonly translation: new () => T;
}
