import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest } from '../context/calendar-request.js';
import { contextOf } from '../context/context.decorator.js';
import { requestLanguage } from '../../language/request-language.js';
import { ApiError, InternalError, RecordMoved, RouteNotFound } from '../../errors/api-error.js';
import { ForeignError } from '../../errors/foreign-error.js';
import { messages } from '../../i18n/messages.js';
import { Lifetime } from './lifetime.js';

/** Makes the one error body of the service out of whatever was thrown. */
@Injectable()
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  constructor(private readonly lifetime: Lifetime) {}

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
    // Whatever the handler would have answered; not through Express, which would give it an ETag: nothing has a version here.
    response.status(error.status).type('json').setHeader('Content-Length', body.length).end(body);
  }

  private asApiError(thrown: unknown, request: CalendarRequest): ApiError {
    if (thrown instanceof RecordMoved) return this.moved(thrown, request);
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof URIError) return new RouteNotFound();
    const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
    if (status >= 500) this.logger.error({ err: thrown, requestId: request.id });
    // What went wrong inside is for the log alone.
    return thrown instanceof HttpException && status !== 500
      ? new ForeignError(thrown)
      : new InternalError(request.id ?? '');
  }

  /** A move is told for as long as the record would be, and with the query of this request: others may wait for the same. */
  private moved({ kind, slug, location }: RecordMoved, request: CalendarRequest): RecordMoved {
    const [, ...query] = request.originalUrl.split('?');
    const headers = { 'Cache-Control': this.lifetime.of(contextOf(request)) };
    return new RecordMoved(kind, slug, [location, ...query].join('?'), headers);
  }
}
