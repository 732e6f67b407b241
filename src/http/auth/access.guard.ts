import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Unauthorized, Forbidden } from '../../lib/errors/api-error.js';
import { type CalendarRequest } from '../request-context.js';
import { type Caller, hasRole } from '../role.js';
import { RateLimits } from '../rate-limits.js';
import { REQUIRED_ROLE, type RequiredRole, RESOURCE } from './access.decorators.js';
import { Authenticator, type KeyRejection } from './authenticator.js';
import { assertInScope } from './scope.js';

/** Authenticates the caller. Runs before the body is read, so that requests with an invalid key are refused cheaply. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    request.caller = await this.authenticate(request);
    if (request.caller === null && requiredRoleOf(this.reflector, execution) !== 'public')
      await this.refuse(request, 'keyNeeded');
    return true;
  }

  /** Refuses an invalid key, instead of treating it as no key. */
  private async authenticate(request: CalendarRequest): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const key = keyFromHeader(authorization);
    const caller = key === undefined ? 'badKey' : await this.authenticator.authenticate(key, request.ip ?? '');
    return typeof caller === 'string' ? this.refuse(request, caller) : caller;
  }

  /**
   * @throws {RateLimited} if the address has failed too often
   * @throws {Unauthorized}
   */
  private async refuse(request: CalendarRequest, reason: KeyRejection | 'keyNeeded'): Promise<never> {
    await this.limits.countFailure(request);
    throw new Unauthorized(reason);
  }
}

/**
 * The key in an Authorization header: a Bearer token (RFC 6750), or the password of Basic credentials (RFC 7617) with
 * any user name.
 * @returns undefined where the header holds neither
 */
function keyFromHeader(authorization: string): string | undefined {
  const [, scheme, credentials] = /^(\w+) +(\S+)$/.exec(authorization.trim()) ?? [];
  if (credentials === undefined) return undefined;
  if (scheme!.toLowerCase() === 'bearer') return credentials;
  if (scheme!.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}

const READS = ['GET', 'HEAD'];

/** Checks the role and scope that a handler requires. `CallerGuard` has refused callers without a key before. */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    const { caller = null, method } = execution.switchToHttp().getRequest<CalendarRequest>();
    const requiredRole = requiredRoleOf(this.reflector, execution);
    if (requiredRole !== 'public' && !hasRole(caller, requiredRole))
      throw caller === null ? new Unauthorized('keyNeeded') : new Forbidden();
    if (!READS.includes(method)) assertInScope(caller, resourceOf(this.reflector, execution));
    return true;
  }
}

/** The plural of the resource that a controller writes, if any. */
export function resourceOf(reflector: Reflector, execution: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(RESOURCE, execution.getClass());
}

/** The required role of a handler. Handlers without a decorator are for administrators only. */
export function requiredRoleOf(reflector: Reflector, execution: ExecutionContext): RequiredRole {
  return reflector.get<RequiredRole | undefined>(REQUIRED_ROLE, execution.getHandler()) ?? 'administrator';
}
