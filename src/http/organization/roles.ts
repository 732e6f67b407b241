import { type Settings } from '../../lib/config/settings.js';
import { type Role, ROLES } from '../role.js';
import { claimAt, type Claims } from './provider.js';

type RoleSettings = Pick<Settings, 'oidcRoles' | 'oidcRoleClaim' | 'oidcRequire'>;

/** The highest role that the claims of a person give; undefined if they give none. */
export function mappedRole(claims: Claims, { oidcRoles, oidcRoleClaim }: RoleSettings): Role | undefined {
  const given = [claimAt(claims, oidcRoleClaim)].flat().filter((value) => typeof value === 'string');
  const roles = oidcRoles.filter(([, value]) => given.includes(value)).map(([role]) => role);
  return ROLES.toReversed().find((role) => roles.includes(role));
}

/** Whether the claims have all the values of `OIDC_REQUIRE`. */
export function meetsRequirements(claims: Claims, { oidcRequire }: RoleSettings): boolean {
  return oidcRequire.every(([name, value]) => {
    const given: unknown = claimAt(claims, name);
    return [given].flat().some((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value);
  });
}
