import { STATUS_CODES } from 'node:http';
import { type HttpException, HttpStatus } from '@nestjs/common';
import { ApiError } from './api-error.js';
import { type Messages, type Wording } from '../i18n/messages.js';

/** Codes of some statuses. Other statuses get their name as code, such as `rest_conflict`. */
const CODES: Readonly<Record<number, string>> = {
  400: 'rest_invalid_param',
  401: 'rest_forbidden',
  413: 'rest_body_too_large',
  429: 'rest_rate_limited',
  503: 'rest_unavailable',
};

/** An `HttpException` that Nest or a library has thrown, as an error of this API with the same status. */
export class NestHttpError extends ApiError {
  private readonly details: unknown;

  constructor(exception: HttpException) {
    const status = exception.getStatus();
    const code = CODES[status] ?? `rest_${(HttpStatus[status] ?? 'error').toLowerCase()}`;
    super(status, code, wordingOf(exception), status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {});
    const message = messageOf(exception);
    if (typeof message === 'object') this.details = message;
  }

  override data(): Record<string, unknown> {
    return this.details === undefined ? {} : { details: this.details };
  }
}

/** The message of an exception: text, or the list of messages of Nest's ValidationPipe. */
function messageOf(exception: HttpException): unknown {
  const response = exception.getResponse();
  return typeof response === 'object' && 'message' in response ? response.message : response;
}

function wordingOf(exception: HttpException): Wording {
  const message = messageOf(exception);
  const status = exception.getStatus();
  if (typeof message === 'string' && !isDefaultMessage(message, status)) return () => message;
  return (messages) => genericMessage(messages, status);
}

/** Whether a message is Nest's English default, which says no more than the status. */
function isDefaultMessage(message: string, status: number): boolean {
  return ['Forbidden resource', STATUS_CODES[status], ''].includes(message);
}

function genericMessage(messages: Messages, status: number): string {
  if (status === 401) return messages.keyNeeded;
  if (status === 403) return messages.forbidden;
  if (status === 429) return messages.rateLimited;
  return messages[status < 500 ? 'refused' : 'failed'](status, STATUS_CODES[status] ?? 'Error');
}
