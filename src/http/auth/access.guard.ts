import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Unauthorized, Forbidden } from '../../lib/errors/api-error.js';
import { type Response } from 'express';
import { type CalendarRequest } from '../request-context.js';
import { isRoute, noRouteError } from '../route-table.js';
import { type Caller, hasRole } from '../role.js';
import { RateLimits, UNLIMITED } from '../rate-limits.js';
import {
  KEY_SCOPE,
  type KeyScope,
  OTHER_SCOPES,
  REQUIRED_ROLE,
  type RequiredRole,
  RESOURCE,
} from './access.decorators.js';
import { Authenticator, type KeyRejection } from './authenticator.js';
import { assertInScope } from './scope.js';

/**
 * Decides whether a request may go on, before its body is read: its path has a route, its key is valid, its client is
 * within the rate limits, and the role and scope of the key allow what the handler does.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<CalendarRequest>();
    const response = http.getResponse<Response>();
    if (!isRoute(request)) {
      await this.limits.countRequest(request, response);
      throw noRouteError(request);
    }
    const requiredRole = requiredRoleOf(this.reflector, execution);
    const caller = await this.authenticate(request, requiredRole);
    if (!this.reflector.get<true | undefined>(UNLIMITED, execution.getHandler()))
      await this.limits.countRequest(request, response);
    if (requiredRole !== 'public' && !hasRole(caller, requiredRole)) throw new Forbidden();
    this.assertKeyScope(request, caller, execution);
    return true;
  }

  /** @throws {Forbidden} if the key is limited to what the handler does not do */
  private assertKeyScope({ method }: CalendarRequest, caller: Caller, execution: ExecutionContext): void {
    const handlers = [execution.getHandler(), execution.getClass()];
    const needed = this.reflector.getAllAndOverride<KeyScope | undefined>(KEY_SCOPE, handlers);
    if (needed === 'unlimited' && caller?.writes !== undefined)
      throw new Forbidden((messages) => messages.keyIsLimited);
    if (needed === undefined && !READS.includes(method)) assertInScope(caller, scopesOf(this.reflector, execution));
  }

  /** Refuses an invalid key, instead of treating it as no key, and no key where a role is required. */
  private async authenticate(request: CalendarRequest, requiredRole: RequiredRole): Promise<Caller> {
    const { authorization } = request.headers;
    request.caller = null;
    if (authorization === undefined) return requiredRole === 'public' ? null : this.refuse(request, 'keyNeeded');
    const key = keyFromHeader(authorization);
    const found = key === undefined ? 'badKey' : await this.authenticator.authenticate(key, request.ip ?? '');
    if (typeof found === 'string') return this.refuse(request, found);
    request.key = found.key;
    return (request.caller = found.caller);
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

/** The plurals of the resources of which one must be in the scope of a key that calls a handler. */
function scopesOf(reflector: Reflector, execution: ExecutionContext): readonly string[] {
  const own = reflector.get<string | undefined>(RESOURCE, execution.getClass());
  const others = reflector.get<readonly string[] | undefined>(OTHER_SCOPES, execution.getHandler()) ?? [];
  return own === undefined ? others : [own, ...others];
}

/** The required role of a handler. Handlers without a decorator are for administrators only. */
export function requiredRoleOf(reflector: Reflector, execution: ExecutionContext): RequiredRole {
  return reflector.get<RequiredRole | undefined>(REQUIRED_ROLE, execution.getHandler()) ?? 'administrator';
}
