import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Role } from '../role.js';

export const REQUIRED_ROLE = 'calendar:required-role';

export const RESOURCE = 'calendar:resource';

/** Extension of the OpenAPI document, from which `openapi` writes descriptions and security requirements. */
export const REQUIRED_ROLE_EXTENSION = 'x-required-role';

/** The lowest role that may call a handler; `public` means that no key is needed. */
export type RequiredRole = Role | 'public';

const setRequiredRole = (role: RequiredRole) =>
  applyDecorators(SetMetadata(REQUIRED_ROLE, role), ApiExtension(REQUIRED_ROLE_EXTENSION, role));

/** Allows callers without a key. */
export const Public = () => setRequiredRole('public');

/** Requires this role or a higher one; the rights on the record are checked in addition. */
export const RequireRole = (role: Role) => setRequiredRole(role);

export const OTHER_SCOPES = 'calendar:other-scopes';

/** Allows a handler to keys that may write one of these resources, besides the one of its controller. */
export const AlsoInScopeOf = (...plurals: readonly string[]) => SetMetadata(OTHER_SCOPES, plurals);

/** The resource that a controller writes. A key that is limited to some resources writes through no other one. */
export const ForResource = ({ plural }: ResourceNames) => SetMetadata(RESOURCE, plural);

export const KEY_SCOPE = 'calendar:key-scope';

/** `unlimited`: only keys without a limited scope, also for reads; `any`: every key of the role, also for writes. */
export type KeyScope = 'unlimited' | 'any';

/** The keys that may call a handler, or the handlers of a controller, where no resource decides. */
export const ForKeys = (scope: KeyScope) => SetMetadata(KEY_SCOPE, scope);
