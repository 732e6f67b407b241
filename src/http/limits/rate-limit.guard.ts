import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { type CalendarRequest } from '../context/calendar-request.js';
import { clientKeyOfRequest } from '../context/client.js';
import { countRequest } from './count-requests.js';
import { RateLimits } from './rate-limits.js';

const UNLIMITED = 'calendar:unlimited';

/** Marks handlers without a rate limit. */
export const Unlimited = () => SetMetadata(UNLIMITED, true);

/** Counts requests by account, or by address without a key. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<true | undefined>(UNLIMITED, execution.getHandler())) return true;
    const request = execution.switchToHttp().getRequest<CalendarRequest>();
    const response = execution.switchToHttp().getResponse<Response>();
    await countRequest(this.limits, request, response, clientKeyOfRequest(request));
    return true;
  }
}
