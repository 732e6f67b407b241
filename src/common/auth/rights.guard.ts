import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Forbidden, Unauthorized } from '../errors/api-error.js';
import { type CalendarRequest } from '../http/calendar-request.js';
import { clientOf, RateLimits } from '../limits/rate-limits.js';
import { Accounts } from './accounts.js';
import { NEEDS, type Need } from './access.decorators.js';
import { presentedKey } from './presented-key.js';
import { type Caller, hasRole } from './role.js';

/** Closed by default: a handler that says nothing is open to administrators only. */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly accounts: Accounts,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    const needs = this.reflector.get<Need | undefined>(NEEDS, execution.getHandler()) ?? 'administrator';
    const caller = (request.caller = await this.callerOf(request));
    if (needs === 'nobody' || hasRole(caller, needs)) return true;
    throw caller === null ? new Unauthorized('keyNeeded') : new Forbidden();
  }

  /**
   * @throws {Unauthorized} for a key that does not hold: it never counts as none
   * @throws {RateLimited} where an address has shown too many of them
   */
  private async callerOf(request: CalendarRequest): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const client = clientOf(request.ip ?? '');
    await this.limits.check('failures', client);
    const key = presentedKey(authorization);
    const caller = key === undefined ? null : await this.accounts.callerOf(key);
    if (caller !== null) return caller;
    await this.limits.count('failures', client);
    throw new Unauthorized('badKey');
  }
}
