import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { idempotencyOf } from './idempotency-key.js';
import { TranslationLanguage } from '../fields/body-fields.js';
import { fileFaults } from '../fields/filed-faults.js';
import { readFields } from '../fields/read-fields.js';
import { type Language } from '../../languages/language.js';
import { bodyOf, languageOf } from './language-of.js';
import { type CalendarRequest, type RequestContext } from './calendar-request.js';

/** The request's context: one object for each request, whoever asks for it. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= newContext(request));
}

function newContext(request: CalendarRequest): RequestContext {
  const context: RequestContext = {
    language: languageOf(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    address: request.ip ?? '',
    given: request.query,
    sent: bodyOf(request),
    headers: new Map(),
    idempotency: idempotencyOf(request),
    ifMatch: request.headers['if-match'],
    acceptEncoding: request.headers['accept-encoding'],
    isPrivate: request.headers.authorization !== undefined || request.query.password !== undefined,
    holdsUntil: Infinity,
  };
  if (request.method === 'DELETE') fileFaults(context, readFields(LanguageBody, bodyOf(request)).faults);
  return context;
}

/** All that the body of a deletion may say; what else it carries is ignored. */
class LanguageBody {
  @TranslationLanguage()
  translation_language?: Language;
}

/** Gives a handler the request's context. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  contextOf(execution.switchToHttp().getRequest<CalendarRequest>()),
);
