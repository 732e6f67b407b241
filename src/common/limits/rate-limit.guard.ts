import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest } from '../http/calendar-request.js';
import { clientOf, type Limit, limitHeaders, limitOfRead, RateLimits } from './rate-limits.js';

/** Counts what gets past the rights: by account where there is one, else by address. What failed before is told after that. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    if (!request.root) return true;
    const { failed } = request;
    const client = request.caller ? `account ${request.caller.id}` : clientOf(request.ip ?? '');
    const allowance = failed ? failed.allowance : await this.limits.count(limitOf(request), client);
    if (allowance) execution.switchToHttp().getResponse<Response>().set(limitHeaders(allowance));
    if (failed) throw failed.error;
    return true;
  }
}

function limitOf({ method, query }: CalendarRequest): Limit {
  if (method !== 'GET' && method !== 'HEAD') return 'writes';
  return limitOfRead(query);
}
