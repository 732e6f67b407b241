import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { positional } from './named.js';
import { query } from './statements.js';

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
