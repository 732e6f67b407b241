import { type Caller, hasRole, isEditor } from '../../../http/role.js';

/** The statuses that a write may set. Only DELETE moves a record to the trash. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export const STATUSES = [...WRITABLE_STATUSES, 'trash'] as const;

export type WritableStatus = (typeof WRITABLE_STATUSES)[number];
export type Status = (typeof STATUSES)[number];

/**
 * The access of a caller to a record: `full`, `masked` (an event without the fields that its password protects), `gone`
 * (the caller may know that it is in the trash), or `hidden`.
 */
export type Access = 'full' | 'masked' | 'gone' | 'hidden';

/** The columns that determine the access to a record. */
export interface Accessible {
  readonly authorId: number;
  readonly status: Status;
  readonly trashedStatus: WritableStatus | null;
  readonly wasPublished: boolean;
  /** Events only. */
  readonly passwordHash?: string | null;
}

/** The statuses in which contributors may change their own records. */
export const CONTRIBUTOR_STATUSES = ['draft', 'pending'] as const satisfies WritableStatus[];

/** The rule for the visibility of a loaded record; `visible` is the same rule in SQL. */
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

/** Readers have no rights of an author, even if a record names them as its author. */
function isOwn(record: Accessible, caller: Caller): boolean {
  return hasRole(caller, 'contributor') && record.authorId === caller!.id;
}

/** Whether a caller may read a record. Callers who may edit a record may read it in the trash. */
export function isReadable(record: Accessible, caller: Caller): boolean {
  return ['full', 'masked'].includes(access(record, caller));
}

/** Whether an event shows a related record to a caller. Records in the trash are never shown in events. */
export function isEmbedded(record: Accessible, { caller }: { readonly caller: Caller }): boolean {
  return record.status !== 'trash' && access(record, caller) === 'full';
}
