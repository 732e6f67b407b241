import { type Condition, parametersOf } from './condition.js';
import { type Rows } from './rows.js';

/** SQL of the rows of a list that is in parts. */
export function unitedRows(parts: readonly Rows[], columns: readonly string[]): Condition {
  const pieces = parts.map((part) => part.sql({ columns }));
  return { sql: pieces.map(({ sql }) => sql).join(' UNION ALL '), parameters: parametersOf(pieces) };
}

/**
 * SQL of the rows of several pieces, each of which may be ordered and limited by itself.
 * @param isDistinct whether rows that several pieces have are wanted once
 */
export function unionOf(pieces: readonly string[], onSqlite: boolean, isDistinct = false): string {
  // SQLite knows no limits within a union. A server would make a table for each, which takes a tenth of the statement.
  const parts = pieces.map((sql, number) => (onSqlite ? `SELECT * FROM (${sql}) part${number}` : `(${sql})`));
  return parts.join(isDistinct ? ' UNION ' : ' UNION ALL ');
}
