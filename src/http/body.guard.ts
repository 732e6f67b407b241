import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { receiveBody } from './receive-body.js';
import { type CalendarRequest } from './context/calendar-request.js';

/**
 * Reads the body after the guards that check the key and the rate limits. Middleware would read it before these checks.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    await receiveBody(http.getRequest<CalendarRequest>(), http.getResponse<Response>());
    return true;
  }
}
