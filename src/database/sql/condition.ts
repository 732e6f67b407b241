import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { query } from './statements.js';
import { type Statement, type Value } from './values.js';

/** A fragment of SQL and its named parameters. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: ObjectLiteral;
}

/** Runs SQL with its named parameters. */
export function selectNamed<Row>(manager: EntityManager, { sql, parameters }: SqlFragment): Promise<Row[]> {
  const marked = positional(sql, parameters);
  return query<Row>(manager, marked.sql, marked.values);
}

/**
 * Turns SQL with `:name`, or `:...name` for the values of a list, into SQL with `?` and the values in its order. Names
 * without a value are left: they are part of literals, such as `'10:30'`.
 */
export function positional(sql: string, named: ObjectLiteral): Statement {
  const values: Value[] = [];
  const marked = sql.replaceAll(/:(?:\.\.\.)?(\w+)/g, (written, name: string) => {
    if (!Object.hasOwn(named, name)) return written;
    const value: unknown = named[name];
    const list = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
    values.push(...list);
    return list.map(() => '?').join(', ');
  });
  return { sql: marked, values };
}
