import { type EntityManager } from 'typeorm';
import { type Faults } from '../errors/fault.js';
import { type EventLinks } from '../list/event-links.js';
import { type Listing } from '../list/listing.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type Audience } from '../content/published-record.dto.js';
import { type TermBodyDto } from '../content/taxonomy/term.dto.js';
import { type Term, type TermKind } from '../content/taxonomy/term.js';
import { type KindDefinition } from './definition.js';

/** A taxonomy: a resource whose terms classify events. */
export interface TermDefinition<E extends Term, B extends TermBodyDto, D extends object, Q extends TermsQuery>
  extends Omit<KindDefinition, 'entity' | 'translation'>, TermKind<E> {
  readonly isPublished: false;
  readonly listing: (events: EventLinks) => Listing<Q>;
  /** The resource's own columns after a write, such as the parent of a category; adds errors. */
  readonly columns: (manager: EntityManager, current: E | undefined, body: B, faults: Faults) => Promise<Partial<E>>;
  /** Deletes a term for good, with what follows from that. */
  readonly remove: (manager: EntityManager, term: E) => Promise<void>;
  readonly present: (term: E, audience: Audience) => D;
}
