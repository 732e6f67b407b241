import { STATUS_CODES } from 'node:http';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
  Logger,
  HttpStatus,
} from '@nestjs/common';
import { type Response } from 'express';
import { type CalendarRequest, contextOf } from '../request-context.js';
import { requestLanguage } from '../language/request-language.js';
import { ApiError, InternalError, RecordMoved, RouteNotFound } from '../../lib/errors/api-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { messages, type Messages, type Wording } from '../../lib/i18n/messages.js';
import { CacheControl } from './cache-control.js';

/** Turns every exception into the error body of the API. */
@Injectable()
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
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
    const { type, text } = this.format(error, request, language);
    const body = Buffer.from(text);
    // Not sent through Express, which would add an ETag: errors have no version.
    response.status(error.status).type(type).setHeader('Content-Length', body.length).end(body);
  }

  /** The body of an error, and its media type. */
  protected format(
    error: ApiError,
    _request: CalendarRequest,
    language: Language,
  ): { readonly type: string; readonly text: string } {
    return { type: 'json', text: JSON.stringify(error.body(messages[language])) };
  }

  private asApiError(thrown: unknown, request: CalendarRequest): ApiError {
    return thrown instanceof RecordMoved ? this.moved(thrown, request) : apiErrorOf(thrown, request);
  }

  /** A redirect keeps the query of the request, and may be cached like the record. */
  private moved({ resource, slug, location }: RecordMoved, request: CalendarRequest): RecordMoved {
    const [, ...query] = request.originalUrl.split('?');
    const headers = { 'Cache-Control': this.cacheControl.of(contextOf(request)) };
    return new RecordMoved(resource, slug, [location, ...query].join('?'), headers);
  }
}

const logger = new Logger('errors');

/** Turns a thrown value into an error of the API. Logs errors that this service did not foresee. */
export function apiErrorOf(thrown: unknown, { id = '' }: Pick<CalendarRequest, 'id'>): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof URIError) return new RouteNotFound();
  const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
  if (status >= 500) logger.error({ err: thrown, requestId: id });
  // The details of internal errors are only logged.
  return thrown instanceof HttpException && status !== 500 ? new NestHttpError(thrown) : new InternalError(id);
}

/** Codes of some statuses. Other statuses get their name as code, such as `rest_conflict`. */
const CODES: Readonly<Record<number, string>> = {
  400: 'rest_invalid_param',
  401: 'rest_forbidden',
  413: 'rest_body_too_large',
  429: 'rest_rate_limited',
  503: 'rest_unavailable',
};

/** An `HttpException` that Nest or a library has thrown, as an error of this API with the same status. */
class NestHttpError extends ApiError {
  private readonly details: unknown;

  constructor(exception: HttpException) {
    const status = exception.getStatus();
    const code = CODES[status] ?? `rest_${(HttpStatus[status] ?? 'error').toLowerCase()}`;
    const response = exception.getResponse();
    // Text, or the list of messages of Nest's ValidationPipe.
    const message: unknown = typeof response === 'object' && 'message' in response ? response.message : response;
    // Nest's English defaults say no more than the status.
    const isDefault = ['Forbidden resource', STATUS_CODES[status], ''].some((one) => one === message);
    const wording: Wording = (messages) =>
      typeof message === 'string' && !isDefault ? message : genericMessage(messages, status);
    super(status, code, wording, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {});
    if (typeof message === 'object') this.details = message;
  }

  override data(): Record<string, unknown> {
    return this.details === undefined ? {} : { details: this.details };
  }
}

function genericMessage(messages: Messages, status: number): string {
  if (status === 401) return messages.keyNeeded;
  if (status === 403) return messages.forbidden;
  if (status === 429) return messages.rateLimited;
  return messages[status < 500 ? 'refused' : 'failed'](status, STATUS_CODES[status] ?? 'Error');
}
