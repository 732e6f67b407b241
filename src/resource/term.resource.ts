import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type Listing } from '../list/listing.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type TermBodyDto } from '../content/taxonomy/term.dto.js';
import { type Term, type TermResource } from '../content/taxonomy/term.js';
import { type ResourceDefinition } from './definition.js';

/** A taxonomy: a resource whose terms classify events. */
export interface TermDefinition<E extends Term, B extends TermBodyDto, D extends object, Q extends TermsQuery>
  extends Omit<ResourceDefinition, 'entity' | 'translation'>, TermResource<E> {
  readonly isPublished: false;
  readonly listing: Listing<Q>;
  /** The columns that only this resource has after a write, such as the parent of a category. Adds errors. */
  readonly columns: (
    manager: EntityManager,
    current: E | undefined,
    body: B,
    errors: FieldErrors,
  ) => Promise<Partial<E>>;
  /** Deletes a term permanently, with dependent changes. */
  readonly remove: (manager: EntityManager, term: E) => Promise<void>;
  readonly present: (term: E, viewer: Viewer) => D;
}
