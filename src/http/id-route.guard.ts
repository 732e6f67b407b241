import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { allowedMethods, noRouteError } from './route-table.js';
import { type CalendarRequest } from './context/calendar-request.js';
import { countByAddress } from './limits/count-requests.js';
import { RateLimits } from './limits/rate-limits.js';

/**
 * Responds 404 to ids that are not digits (`/events/abc`), and 404 or 405 to slugs with the suffix of a format if the
 * method has no such route (`DELETE by-slug/concert.ics`). Runs before rights are checked.
 */
@Injectable()
export class IdRouteGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    if (isRoute(request)) return true;
    await countByAddress(this.limits, request, execution.switchToHttp().getResponse<Response>());
    throw noRouteError(request);
  }
}

function isRoute(request: CalendarRequest): boolean {
  const { id, slug } = request.params;
  if (id !== undefined) return /^\d+$/.test(String(id));
  return !String(slug).includes('.') || allowedMethods(request).includes(request.method);
}
