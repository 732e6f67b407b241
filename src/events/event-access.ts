import { type Caller } from '../common/auth/role.js';
import { type Condition, editable } from '../common/records/visible.js';

/** Events of which a caller sees all: no password stands in between. What is protected must not be found by filters either. */
export function unmasked(alias: string, caller: Caller): Condition {
  const { sql, parameters } = editable(alias, caller);
  return { sql: `(${alias}.passwordHash IS NULL OR ${sql})`, parameters };
}
