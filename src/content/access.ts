import { type Caller, hasRole, isEditor } from '../http/context/role.js';
import { type Status, type WritableStatus } from './status.js';

/**
 * How much of a record a caller may read: everything (`full`), an event without the fields that its password protects
 * (`masked`), only that it is in the trash (`gone`), or nothing (`hidden`).
 */
export type Access = 'full' | 'masked' | 'gone' | 'hidden';

/** The columns of a record that decide over access. */
export interface Accessible {
  readonly authorId: number;
  readonly status: Status;
  readonly trashedStatus: WritableStatus | null;
  readonly wasPublished: boolean;
  /** Events only. */
  readonly passwordHash?: string | null;
}

/** The statuses in which contributors may change what they wrote. */
export const CONTRIBUTOR_STATUSES = ['draft', 'pending'] as const satisfies WritableStatus[];

/** The visibility rule for single records; `visible` is the same rule in SQL. */
export function access(record: Accessible, caller: Caller): Access {
  if (record.status === 'trash') {
    if (mayEdit(record, caller)) return 'full';
    return record.trashedStatus === 'publish' ? 'gone' : 'hidden';
  }
  if (record.status !== 'publish' && !isEditor(caller) && !isOwn(record, caller)) return 'hidden';
  return record.passwordHash && !mayEdit(record, caller) ? 'masked' : 'full';
}

/** Whether a caller may update, trash and restore a record. */
export function mayEdit(record: Accessible, caller: Caller): boolean {
  if (isEditor(caller)) return true;
  if (!isOwn(record, caller)) return false;
  if (hasRole(caller, 'author')) return true;
  const status = record.status === 'trash' ? record.trashedStatus : record.status;
  return !record.wasPublished && (CONTRIBUTOR_STATUSES as readonly (Status | null)[]).includes(status);
}

/** Readers own no records, even if one names them as its author. */
function isOwn(record: Accessible, caller: Caller): boolean {
  return hasRole(caller, 'contributor') && record.authorId === caller!.id;
}

/** Whether a caller may read a record at all. Records in the trash are readable for those who may edit them. */
export function isReadable(record: Accessible, caller: Caller): boolean {
  return ['full', 'masked'].includes(access(record, caller));
}

/** Whether an event shows a linked record to a caller. No event shows a record that is in the trash. */
export function isEmbedded(record: Accessible, { caller }: { readonly caller: Caller }): boolean {
  return record.status !== 'trash' && access(record, caller) === 'full';
}
