import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { idempotencyOf } from './idempotency-key.js';
import { TranslationLanguage } from '../fields/body-fields.js';
import { fileFaults } from '../fields/filed-faults.js';
import { readFields } from '../fields/read-fields.js';
import { type Language } from '../../languages/language.js';
import { clientOfRequest } from './client.js';
import { bodyOf, requestLanguage } from '../../language/request-language.js';
import { type CalendarRequest, type RequestContext } from './calendar-request.js';
import { ResponseMeta } from './response-meta.js';

/** The request's context: one object for each request, whoever asks for it. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= newContext(request));
}

function newContext(request: CalendarRequest): RequestContext {
  const context: RequestContext = {
    language: requestLanguage(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    address: request.ip ?? '',
    given: request.query,
    sent: bodyOf(request),
    response: new ResponseMeta(),
    idempotency: idempotencyOf(request),
    record: recordOf(request),
    ifMatch: request.headers['if-match'],
    acceptEncoding: request.headers['accept-encoding'],
    isPrivate: request.headers.authorization !== undefined || request.query.password !== undefined,
    client: clientOfRequest(request),
    isAwaited: () => !(request.res?.writableEnded || request.socket.destroyed),
  };
  if (request.method === 'DELETE') fileFaults(context, readFields(LanguageBody, bodyOf(request)).faults);
  return context;
}

/** By its path below the root: whoever goes by its id and whoever goes by its slug do not meet before the database. */
function recordOf({ params, path }: CalendarRequest): string | undefined {
  return params.id === undefined && params.slug === undefined ? undefined : path.toLowerCase().replace(/\/$/, '');
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
