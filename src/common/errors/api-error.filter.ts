import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { allowedMethods } from '../http/allowed-methods.js';
import { bodyError } from '../http/bodies.js';
import { type CalendarRequest } from '../http/calendar-request.js';
import { languageOf } from '../language/language-of.js';
import { ApiError, InternalError, MethodNotAllowed, RouteNotFound } from './api-error.js';
import { messages } from './messages.js';

/** Makes the one error body of the service out of whatever was thrown. */
@Injectable()
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<CalendarRequest>();
    const response = http.getResponse<Response>();
    if (response.headersSent) return void response.end();
    const error = this.asApiError(thrown, request);
    const language = languageOf(request);
    response.setHeader('Content-Language', language);
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    response.status(error.status).json(error.body(messages[language]));
  }

  private asApiError(thrown: unknown, request: CalendarRequest): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const ofBody = bodyError(thrown);
    if (ofBody instanceof ApiError) return ofBody;
    if (thrown instanceof URIError) return new RouteNotFound();
    // Nest throws its own exceptions where no route matches, and for paths that cannot be decoded.
    if (thrown instanceof HttpException && thrown.getStatus() < 500) return this.unrouted(request);
    this.logger.error({ err: thrown, requestId: request.id });
    return new InternalError(request.id ?? '');
  }

  private unrouted(request: CalendarRequest): ApiError {
    const allowed = allowedMethods(request);
    return allowed.length > 0 ? new MethodNotAllowed(request.method, allowed.join(', ')) : new RouteNotFound();
  }
}
