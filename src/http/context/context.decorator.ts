import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { idempotencyOf } from './idempotency-key.js';
import { FieldErrors } from '../../errors/field-error.js';
import { isLanguage, LANGUAGES } from '../../i18n/language.js';
import { bodyOf, requestLanguage } from '../../language/request-language.js';
import { type CalendarRequest, type RequestContext } from './calendar-request.js';
import { ResponseMeta } from './response-meta.js';

/** The context of a request, created once for each request. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= newContext(request));
}

function newContext(request: CalendarRequest): RequestContext {
  return {
    language: requestLanguage(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    address: request.ip ?? '',
    rawQuery: request.query,
    rawBody: bodyOf(request),
    response: new ResponseMeta(),
    idempotency: idempotencyOf(request),
    ifMatch: request.headers['if-match'],
    acceptEncoding: request.headers['accept-encoding'],
    isPrivate: request.headers.authorization !== undefined || request.query.password !== undefined,
  };
}

/** Passes the context of the request to a handler. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const request = execution.switchToHttp().getRequest<CalendarRequest>();
  if (request.method === 'DELETE') assertLanguage(bodyOf(request).translation_language);
  return contextOf(request);
});

/**
 * The body of a deletion may contain the language. Other fields are ignored, as no DTO validates it.
 * @throws {InvalidParameters}
 */
function assertLanguage(language: unknown): void {
  const errors = new FieldErrors();
  if (language !== undefined && language !== null && language !== '' && !isLanguage(language))
    errors.add('translation_language', (messages) => messages.oneOf(LANGUAGES));
  errors.throwIfAny();
}
