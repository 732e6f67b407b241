import { type ObjectLiteral } from 'typeorm';
import { type SqlFragment } from '../../../database/sql/statements.js';
import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller } from '../../../http/role.js';
import { type Filter, type Filters, type ListScope } from '../../list/listing.js';
import { unmasked } from '../../records/visibility/visible.js';
import { type Event } from '../event.entity.js';
import { type EventsQuery } from '../events.query.js';
import { type MaskedColumn } from '../mask.js';

/**
 * In lower case, what names something that an event password hides: a column of `mask.ts`, with or without its table; the
 * values of a series; search texts; and whatever a subquery reads, since relations are read by subqueries.
 */
type HiddenWord = Lowercase<MaskedColumn> | 'basevalues' | 'searchtext' | 'found.' | 'relation.' | 'select';

/** SQL that names nothing that an event password hides. A text that the compiler does not know is refused, too. */
export type OpenSql<S extends string> = string extends S
  ? never
  : Lowercase<S> extends `${string}${HiddenWord}${string}`
    ? never
    : S;

/** A condition on what every list shows of an event. */
interface OpenClause extends SqlFragment {
  readonly isProtected: false;
}

/** A condition on what a password hides. It never matches an event that the caller sees masked. */
interface ProtectedClause extends SqlFragment {
  readonly isProtected: true;
}

export type EventClause = OpenClause | ProtectedClause;

/** A condition on columns that no password hides; one on other columns does not compile. */
export function openClause<const S extends string>(sql: OpenSql<S>, parameters: ObjectLiteral = {}): OpenClause {
  return { isProtected: false, sql, parameters };
}

export function protectedClause(sql: string, parameters: ObjectLiteral = {}): ProtectedClause {
  return { isProtected: true, sql, parameters };
}

export function whereClause(rows: SelectBuilder, clause: EventClause, caller: Caller): SelectBuilder {
  return clause.isProtected ? unmaskedRows(rows, caller).andWhere(clause) : rows.andWhere(clause);
}

/** Keeps the events that the caller sees unmasked. */
export function unmaskedRows(rows: SelectBuilder, caller: Caller): SelectBuilder {
  return rows.andWhere(unmasked(rows.alias, caller));
}

/** A column whose values are counted, and the condition that an event has one. */
export interface CountedColumn {
  readonly column: string;
  readonly hasValue: EventClause;
}

export function openColumn(name: Exclude<keyof Event, MaskedColumn>): CountedColumn {
  const column = `event.${name}` as const;
  return { column, hasValue: { isProtected: false, sql: `${column} IS NOT NULL`, parameters: {} } };
}

export function protectedColumn(name: MaskedColumn & keyof Event): CountedColumn {
  return { column: `event.${name}`, hasValue: protectedClause(`event.${name} IS NOT NULL`) };
}

/** Columns to sort by. The order of masked events must not reveal what their password hides. */
export function openSorts<const S extends Record<string, string>>(sorts: { [N in keyof S]: OpenSql<S[N]> }) {
  return sorts;
}

/** Makes the clause of one parameter. Adds errors, which are thrown before anything is read. */
export type EventFilter<V, Clause = EventClause> = (value: V, scope: ListScope) => Clause | Promise<Clause>;

/** A filter for each parameter of the list of events whose clause is not made elsewhere. */
type EventFilters<Elsewhere extends keyof EventsQuery, Clause = EventClause> = {
  readonly [P in keyof Filters<EventsQuery, Elsewhere>]: EventFilter<
    NonNullable<EventsQuery[P & keyof EventsQuery]>,
    Clause
  >;
};

/** The filters whose clauses are open, whatever their value is. */
export type OpenFilters<Elsewhere extends keyof EventsQuery> = Partial<EventFilters<Elsewhere, OpenClause>>;

/** The filters of a listing whose clauses are open or protected. */
export function eventFilters<Elsewhere extends keyof EventsQuery>(
  filters: EventFilters<Elsewhere>,
): Filters<EventsQuery, Elsewhere> {
  const asFilter =
    (filter: EventFilter<never>): Filter<never> =>
    async (rows, value, scope) => {
      whereClause(rows, await filter(value, scope), scope.context.caller);
    };
  const entries = Object.entries<EventFilter<never>>(filters).map(([name, filter]) => [name, asFilter(filter)]);
  return Object.fromEntries(entries) as Filters<EventsQuery, Elsewhere>;
}
