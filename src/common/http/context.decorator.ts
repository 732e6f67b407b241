import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { idempotencyOf } from '../idempotency/idempotency-key.js';
import { languageOf } from '../language/language-of.js';
import { type CalendarRequest, type RequestContext } from './calendar-request.js';

/** The request's context: one object for each request, whoever asks for it. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= {
    language: languageOf(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    address: request.ip ?? '',
    given: request.query,
    headers: new Map(),
    idempotency: idempotencyOf(request),
    ifMatch: request.headers['if-match'],
    isPrivate: request.headers.authorization !== undefined || request.query.password !== undefined,
    holdsUntil: Infinity,
  });
}

/** Gives a handler the request's context. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  contextOf(execution.switchToHttp().getRequest<CalendarRequest>()),
);
