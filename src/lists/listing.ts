import { type EntityManager } from 'typeorm';
import { type Faults } from '../errors/fault.js';
import { type RequestContext } from '../requests/context/calendar-request.js';
import { type Kind } from '../languages/kind.js';
import { type Site } from '../site/site.js';
import { type SearchTerm } from '../values/text/search-terms.js';
import { type Translation } from '../records/texts/translation.js';
import { type Order, type Pages, type UsualPages } from './pages.js';
import { type ListQuery } from './list.query.js';
import { type Rows } from '../database/sql/rows.js';

/** What a step of a list may need beside its own value. */
export interface ListScope {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly faults: Faults;
  readonly site: Site;
  /** Most records of a page, where it is not what the site says. */
  readonly maxPerPage?: number;
}

/** One step of a list: narrows the query by the value of one parameter, or files a fault. */
export type Filter<V> = (rows: Rows, value: V, scope: ListScope) => void | Promise<void>;

/** Finds the ids of the records that the value of a parameter means, as far as the caller may read them; undefined where it does not narrow the list. */
export type FindIds = (value: unknown, scope: ListScope) => Promise<readonly number[] | undefined>;

/** A step for every parameter that a kind adds to those of all lists: one without a step does not compile. */
export type Filters<Q extends ListQuery> = {
  readonly [P in Exclude<keyof Q, keyof ListQuery | 'orderby'>]-?: Filter<NonNullable<Q[P]>>;
};

/** The names that `orderby` takes, but for the order in which ids are given. */
type Sort<Q extends ListQuery> = Q extends { orderby?: infer Name extends string } ? Exclude<Name, 'include'> : never;

/** The step of parameters that are read in another place. */
export const handledElsewhere = (): void => undefined;

/** How the records of one kind are listed. */
export interface Listing<Q extends ListQuery> {
  readonly kind: Kind;
  readonly translation: new () => Translation;
  readonly filters: Filters<Q>;
  /** Columns by the names that `orderby` takes, none of them without one; `shown` is the text in the language of the request. */
  readonly sorts: Readonly<Record<Sort<Q>, string>>;
  /** The ties follow the first column, and the id follows all. */
  readonly defaultSort: readonly [column: string, direction: 'ASC' | 'DESC', ...ties: string[]];
  /** Takes note of the words that are searched for, where the searched texts are kept apart from the translations; `pages` looks for them. */
  readonly search?: (terms: readonly SearchTerm[]) => Promise<void>;
  /** Makes the step that narrows the list to what is linked to the records that are found, where its records have such links. */
  readonly byLinked?: (kind: Kind, findIds: FindIds) => Filter<unknown>;
  /** Where pages come from when all steps are done, if there is a shorter way than the query itself. */
  readonly pages?: (usual: UsualPages, order: Order) => Pages;
}
