import { type Settings } from '../../lib/config/settings.js';
import { RoleIsMapped } from '../../lib/errors/account-errors.js';
import { type Role } from '../role.js';
import { type Account } from './account.entity.js';

/** The settings that decide whether roles come from the organization. */
export type RoleSettings = Pick<Settings, 'oidcIssuer' | 'oidcRoles'>;

/**
 * Whether the organization's service gives the role of an account at each sign-in there. No password signs in to such an
 * account: it would keep a role that was taken away.
 */
export function hasMappedRole(
  { isRoleMapped }: Pick<Account, 'isRoleMapped'>,
  { oidcIssuer, oidcRoles }: RoleSettings,
): boolean {
  return isRoleMapped && oidcIssuer !== '' && oidcRoles.length > 0;
}

/** Whether an account has a password that signs in to it. @param account with its password hash */
export function canUsePassword(account: Account, settings: RoleSettings): boolean {
  return account.passwordHash !== null && !hasMappedRole(account, settings);
}

/** @throws {RoleIsMapped} if the organization's service gives another role */
export function assertRoleMayChange(account: Account, role: Role, settings: RoleSettings): void {
  if (hasMappedRole(account, settings) && role !== account.role) throw new RoleIsMapped();
}
