import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteNotFound } from '../errors/api-error.js';
import { type CalendarRequest } from './calendar-request.js';

/** An id in a path is digits only: `/events/abc` is no route, for whoever asks. Goes before the rights. */
@Injectable()
export class IdRouteGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const { id } = execution.switchToHttp().getRequest<CalendarRequest>().params;
    if (id !== undefined && !/^\d+$/.test(String(id))) throw new RouteNotFound();
    return true;
  }
}
