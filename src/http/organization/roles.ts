import { type Settings } from '../../lib/config/settings.js';
import { type Role, ROLES } from '../role.js';
import { claimAt, type Claims } from './provider.js';

type RoleSettings = Pick<Settings, 'oidcRoles' | 'oidcRoleClaim' | 'oidcRequire'>;

/** The highest role that the claims of a person give; undefined if they give none. */
export function mappedRole(claims: Claims, { oidcRoles, oidcRoleClaim }: RoleSettings): Role | undefined {
  const given = [claimAt(claims, oidcRoleClaim)].flat().filter((value) => typeof value === 'string');
  const roles = oidcRoles.filter(([, group]) => given.some((value) => isSame(value, group))).map(([role]) => role);
  return ROLES.toReversed().find((role) => roles.includes(role));
}

/** Whether the claims have all the values of `OIDC_REQUIRE`. */
export function meetsRequirements(claims: Claims, { oidcRequire }: RoleSettings): boolean {
  return oidcRequire.every((pair) => meets(claims, pair));
}

function meets(claims: Claims, [name, value]: readonly [claim: string, value: string]): boolean {
  const given: unknown = claimAt(claims, name);
  return [given]
    .flat()
    .some((one) => ['string', 'number', 'boolean'].includes(typeof one) && isSame(String(one), value));
}

/** The form of the object IDs of Entra ID. */
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** GUIDs are the same in upper and lower case (RFC 9562, section 4); names of groups are not. */
function isSame(one: string, other: string): boolean {
  return one === other || (GUID.test(one) && one.toLowerCase() === other.toLowerCase());
}

/** The claim that gives no role, and how many values it has. The values are left out, since they may be personal. */
export function whyNoRole(claims: Claims, settings: RoleSettings): { readonly claim?: string; readonly found: string } {
  const { oidcRoles, oidcRoleClaim, oidcRequire } = settings;
  const unmet = oidcRequire.find((pair) => !meets(claims, pair));
  if (unmet) return { claim: unmet[0], found: describe(claims, unmet[0], 'OIDC_REQUIRE') };
  if (oidcRoles.length > 0) return { claim: oidcRoleClaim, found: describe(claims, oidcRoleClaim, 'OIDC_ROLES') };
  return { found: 'neither OIDC_ROLES nor OIDC_DEFAULT_ROLE' };
}

function describe(claims: Claims, claim: string, setting: string): string {
  const value: unknown = claimAt(claims, claim);
  // Entra ID names claims that are too long for a token, and sends them nowhere.
  if (value === undefined && claimAt(claims, `_claim_names.${claim}`) !== undefined) return 'too long for the token';
  if (value === undefined || value === null) return 'absent';
  const count = [value].flat().filter((one) => one !== '').length;
  if (count === 0) return 'empty';
  return count === 1 ? `1 value, not in ${setting}` : `${count} values, none in ${setting}`;
}
