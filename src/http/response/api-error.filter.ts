import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest } from '../context/calendar-request.js';
import { contextOf } from '../context/context.decorator.js';
import { requestLanguage } from '../../language/request-language.js';
import { ApiError, InternalError, RecordMoved, RouteNotFound } from '../../errors/api-error.js';
import { NestHttpError } from '../../errors/nest-http-error.js';
import { messages } from '../../i18n/messages.js';
import { CacheControl } from './cache-control.js';

/** Turns every exception into the error body of the API. */
@Injectable()
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  constructor(private readonly cacheControl: CacheControl) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<CalendarRequest>();
    const response = http.getResponse<Response>();
    if (response.headersSent) return void response.end();
    const error = this.asApiError(thrown, request);
    request.errorCode = error.code;
    const language = requestLanguage(request);
    response.setHeader('Content-Language', language);
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    const body = Buffer.from(JSON.stringify(error.body(messages[language])));
    // Not sent through Express, which would add an ETag: errors have no version.
    response.status(error.status).type('json').setHeader('Content-Length', body.length).end(body);
  }

  private asApiError(thrown: unknown, request: CalendarRequest): ApiError {
    if (thrown instanceof RecordMoved) return this.moved(thrown, request);
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof URIError) return new RouteNotFound();
    const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
    if (status >= 500) this.logger.error({ err: thrown, requestId: request.id });
    // The details of internal errors are only logged.
    return thrown instanceof HttpException && status !== 500
      ? new NestHttpError(thrown)
      : new InternalError(request.id ?? '');
  }

  /** A redirect keeps the query of the request, and may be cached like the record. */
  private moved({ resource, slug, location }: RecordMoved, request: CalendarRequest): RecordMoved {
    const [, ...query] = request.originalUrl.split('?');
    const headers = { 'Cache-Control': this.cacheControl.of(contextOf(request)) };
    return new RecordMoved(resource, slug, [location, ...query].join('?'), headers);
  }
}
