import { type SqlFragment } from '../../../database/sql/statements.js';
import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller, hasRole, isEditor, type Role } from '../../../http/role.js';
import { Forbidden, Unauthorized } from '../../../lib/errors/api-error.js';
import { CONTRIBUTOR_STATUSES, type Status, STATUSES } from './access.js';

/**
 * The condition for records that a caller may see: the rules of `access` in SQL, for every list, count, filter and
 * embedded record.
 * @param alias of the table in the query
 * @param statuses the requested statuses
 */
export function visible(alias: string, caller: Caller, statuses: readonly Status[] = ['publish']): SqlFragment {
  const statusesParameter = `${alias}_asked`;
  if (isEditor(caller))
    return { sql: `${alias}.status IN (:...${statusesParameter})`, parameters: { [statusesParameter]: statuses } };
  const { sql: isEditable, parameters } = editable(alias, caller);
  const unpublished = statuses.filter((status) => status !== 'publish' && status !== 'trash');
  const rows = [
    statuses.includes('publish') && `${alias}.status = 'publish'`,
    statuses.includes('trash') && `(${alias}.status = 'trash' AND ${isEditable})`,
    unpublished.length > 0 &&
      hasRole(caller, 'contributor') &&
      `(${isAuthorSql(alias)} AND ${alias}.status IN (:...${statusesParameter}))`,
  ].filter((row) => row !== false);
  return {
    sql: rows.length > 0 ? `(${rows.join(' OR ')})` : '1 = 0',
    parameters: { ...parameters, [statusesParameter]: unpublished, [callerParameter(alias)]: caller?.id },
  };
}

/** The condition for records that a caller may change: `mayEdit` in SQL. */
export function editable(alias: string, caller: Caller): SqlFragment {
  if (isEditor(caller)) return { sql: '1 = 1', parameters: {} };
  if (!hasRole(caller, 'contributor')) return { sql: '1 = 0', parameters: {} };
  const parameters = { [callerParameter(alias)]: caller!.id, [`${alias}_contributed`]: [...CONTRIBUTOR_STATUSES] };
  if (hasRole(caller, 'author')) return { sql: isAuthorSql(alias), parameters };
  const status = `(CASE WHEN ${alias}.status = 'trash' THEN ${alias}.trashedStatus ELSE ${alias}.status END)`;
  const contributed = `${alias}.wasPublished = FALSE AND ${status} IN (:...${alias}_contributed)`;
  return { sql: `(${isAuthorSql(alias)} AND ${contributed})`, parameters };
}

/** The condition for events that a caller sees unmasked. Filters on protected fields must match only these. */
export function unmasked(alias: string, caller: Caller): SqlFragment {
  const { sql, parameters } = editable(alias, caller);
  return { sql: `(${alias}.passwordHash IS NULL OR ${sql})`, parameters };
}

const callerParameter = (alias: string) => `${alias}_me`;
const isAuthorSql = (alias: string) => `${alias}.authorId = :${callerParameter(alias)}`;

export function whereVisible(rows: SelectBuilder, caller: Caller, statuses?: readonly Status[]): SelectBuilder {
  return rows.andWhere(visible(rows.alias, caller, statuses));
}

/**
 * Narrows rows to those that a caller may change.
 * @throws {Unauthorized} without a key
 * @throws {Forbidden} for readers
 */
export function whereEditable(rows: SelectBuilder, caller: Caller): SelectBuilder {
  assertRole(caller, 'contributor');
  return rows.andWhere(editable(rows.alias, caller));
}

/** @throws {Unauthorized | Forbidden} if the caller does not have at least this role */
export function assertRole(caller: Caller, least: Role): void {
  if (caller === null) throw new Unauthorized('keyNeeded');
  if (!hasRole(caller, least)) throw new Forbidden();
}

/**
 * The statuses of a list's `status` parameter.
 * @throws {Unauthorized} if a caller without a key requests a status that is not public
 * @throws {Forbidden} if a reader does
 */
export function requestedStatuses(
  requested: readonly (Status | 'any')[] | undefined,
  caller: Caller,
): readonly Status[] {
  if (requested === undefined) return ['publish'];
  const other = requested.find((status) => status !== 'publish');
  if (other !== undefined && caller === null) throw new Unauthorized('keyNeeded');
  if (other !== undefined && !hasRole(caller, 'contributor'))
    throw new Forbidden((messages) => messages.statusForbidden(other));
  return STATUSES.filter((status) => requested.includes(status) || (requested.includes('any') && status !== 'trash'));
}
