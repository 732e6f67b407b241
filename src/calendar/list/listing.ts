import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Site } from '../../http/urls/site.js';
import { type Translation } from '../records/translations/translation.js';
import { type ListQuery } from './list.query.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type SearchTerm } from '../../lib/text/search-terms.js';

/** The dependencies of filters. */
export interface ListScope {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly errors: FieldErrors;
  readonly site: Site;
}

/** Adds the clause of one parameter to the select, or an error. */
export type Filter<V> = (rows: SelectBuilder, value: V, scope: ListScope) => void | Promise<void>;

/** Finds the ids of the records that a value names and that the caller may read. */
export type FindIds = (value: unknown, scope: ListScope) => Promise<readonly number[]>;

/**
 * A filter for each parameter that a resource has in addition to those of all lists, and to those of which another
 * function makes the clause. A parameter without a filter does not compile.
 */
export type Filters<Q extends ListQuery, Elsewhere extends keyof Q = never> = {
  readonly [P in Exclude<keyof Q, keyof ListQuery | 'orderby' | Elsewhere>]-?: Filter<NonNullable<Q[P]>>;
};

/** The values of `orderby` that name a column: all but the order of the given ids, and those that are computed. */
export type Sort<Q extends ListQuery> = Q extends { orderby?: infer Name extends string }
  ? Exclude<Name, 'include' | 'relevance'>
  : never;

/** Columns by the values of `orderby`; `shown` is the text in the language of the request. */
export type Sorts<Q extends ListQuery> = Readonly<Record<Sort<Q>, string>>;

/** An order that depends on the parameters, as expressions with their directions. Ties are sorted by id. */
export interface ComputedOrder {
  readonly order: readonly string[];
  readonly parameters: ObjectLiteral;
}

/** The default order. Ties are sorted by the first column, then by id. */
export type DefaultSort = readonly [column: string, direction: 'ASC' | 'DESC', ...ties: string[]];

/** The listing of one resource: its filters and orders. */
export interface Listing<Q extends ListQuery, Elsewhere extends keyof Q = never> {
  readonly resource: ResourceNames;
  readonly translation: new () => Translation;
  readonly filters: Filters<Q, Elsewhere>;
  readonly sorts: Sorts<Q>;
  readonly defaultSort: DefaultSort;
  /** Orders by the values of `orderby`; `shown` is the text in the language of the request. */
  readonly computedOrders?: Readonly<Record<string, (parameters: Q, scope: ListScope) => ComputedOrder>>;
  /** Parameters, in addition to `search`, whose clauses cost so much or keep so little that a page is read with its total. */
  readonly selective?: readonly string[];
  /** Adds the clauses of `search`. By default, the text in the language of the request is searched. */
  readonly search?: (
    rows: SelectBuilder,
    terms: readonly SearchTerm[],
    parameters: Q,
    scope: ListScope,
  ) => void | Promise<void>;
}
