import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type Site } from '../site/site.js';
import { type Translation } from '../content/translations/translation.js';
import { type ListQuery } from './list.query.js';
import { type Rows } from '../database/sql/rows.js';

/** What a filter may need in addition to its own value. */
export interface ListScope {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly errors: FieldErrors;
  readonly site: Site;
  /** Most records of a page, where it differs from the setting of the site. */
  readonly maxPerPage?: number;
}

/** Adds the clause of one parameter to the select, or reports that its value is wrong. */
export type Filter<V> = (rows: Rows, value: V, scope: ListScope) => void | Promise<void>;

/** Finds the ids of the records that a value names and the caller may read. */
export type FindIds = (value: unknown, scope: ListScope) => Promise<readonly number[]>;

/** A filter for every parameter that a resource adds to those of all lists: a parameter without one does not compile. */
export type Filters<Q extends ListQuery> = {
  readonly [P in Exclude<keyof Q, keyof ListQuery | 'orderby'>]-?: Filter<NonNullable<Q[P]>>;
};

/** The names that `orderby` takes, but for the order in which ids are given. */
export type Sort<Q extends ListQuery> = Q extends { orderby?: infer Name extends string }
  ? Exclude<Name, 'include'>
  : never;

/** Columns by the names that `orderby` takes; `shown` is the text in the language of the request. */
export type Sorts<Q extends ListQuery> = Readonly<Record<Sort<Q>, string>>;

/** The order of a list that names none. Ties follow the first column, and the id follows all. */
export type DefaultSort = readonly [column: string, direction: 'ASC' | 'DESC', ...ties: string[]];

/** How the records of one resource are listed. */
export interface Listing<Q extends ListQuery> {
  readonly resource: ResourceNames;
  readonly translation: new () => Translation;
  readonly filters: Filters<Q>;
  readonly sorts: Sorts<Q>;
  readonly defaultSort: DefaultSort;
}
