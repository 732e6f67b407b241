import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Unauthorized } from '../errors/api-error.js';
import { type CalendarRequest } from '../http/context/calendar-request.js';
import { type Caller } from '../http/context/role.js';
import { clientOf } from '../http/context/client.js';
import { RateLimits } from '../http/limits/rate-limits.js';
import { requiredRoleOf } from './access.decorators.js';
import { Authenticator, type BadKey } from './authenticator.js';
import { presentedKey } from './presented-key.js';

/**
 * Recognises the caller by the key. Runs before the body is read, so that requests without a valid key cost nothing more.
 */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly accounts: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    request.caller = await this.callerOf(request);
    if (request.caller === null && requiredRoleOf(this.reflector, execution) !== 'nobody')
      await this.refuse(request, 'keyNeeded');
    return true;
  }

  /** An invalid key is refused, never treated as no key. */
  private async callerOf(request: CalendarRequest): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const key = presentedKey(authorization);
    const caller = key === undefined ? 'badKey' : await this.accounts.callerOf(key, request.ip ?? '');
    return typeof caller === 'string' ? this.refuse(request, caller) : caller;
  }

  /**
   * @throws {RateLimited} if the address has failed too often
   * @throws {Unauthorized}
   */
  private async refuse(request: CalendarRequest, reason: BadKey | 'keyNeeded'): Promise<never> {
    await this.limits.count('failures', clientOf(request.ip));
    throw new Unauthorized(reason);
  }
}
