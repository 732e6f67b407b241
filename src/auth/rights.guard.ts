import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Forbidden, Unauthorized } from '../errors/api-error.js';
import { type CalendarRequest, hasRole } from '../http/calendar-request.js';
import { resourceOf, requiredRoleOf } from './access.decorators.js';
import { assertInScope } from './scope.js';

const READS = ['GET', 'HEAD'];

/** Checks the role and scope that a handler requires. Runs after `CallerGuard`. */
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
