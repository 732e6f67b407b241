/** All roles, from the fewest to the most rights. */
export const ROLES = ['reader', 'contributor', 'author', 'editor', 'administrator'] as const;

export type Role = (typeof ROLES)[number];

/** The sender of a request: an account, or null without a key. */
export type Caller = {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** The resources that the key may write, by their plural; undefined if unrestricted. */
  readonly writes?: readonly string[] | undefined;
} | null;

/** The key that a request was sent with, without its secret. */
export interface CallerKey {
  readonly id: string;
  readonly name: string | null;
  /** `sign-in`: signing in has made it, for a time; `key`: it was made for a program. */
  readonly kind: 'key' | 'sign-in';
  readonly scope: string | null;
  readonly addresses: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly idleDays: number | null;
}

export function hasRole(caller: Caller, least: Role): boolean {
  return caller !== null && ROLES.indexOf(caller.role) >= ROLES.indexOf(least);
}

/** Editors and administrators may see and change every record. */
export function isEditor(caller: Caller): boolean {
  return hasRole(caller, 'editor');
}
