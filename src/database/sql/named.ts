import { type Statement, type Value } from './values.js';

/** Values of the named parameters in SQL. */
export type NamedValues = Readonly<Record<string, unknown>>;

/**
 * Converts SQL with `:name`, or `:...name` for the values of a list, into SQL with `?` and the values in its order.
 * Names without a value stay, since they may be part of a literal such as `'10:30'`.
 */
export function positional(sql: string, named: NamedValues): Statement {
  const values: Value[] = [];
  const marked = sql.replaceAll(/:(?:\.\.\.)?(\w+)/g, (written, name: string) => {
    if (!Object.hasOwn(named, name)) return written;
    const value = named[name];
    const list = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
    values.push(...list);
    return list.map(() => '?').join(', ');
  });
  return { sql: marked, values };
}

/**
 * Converts each `?` into a numbered name.
 * @param sql without `?` in literals
 */
export function named({ sql, values }: Statement, name: string): { sql: string; parameters: NamedValues } {
  let place = 0;
  return {
    sql: sql.replaceAll('?', () => `:${name}_${place++}`),
    parameters: Object.fromEntries(values.map((value, number) => [`${name}_${number}`, value])),
  };
}
