import { type Format } from '../extension-api/format.js';
import { type ApiError } from '../errors/api-error.js';
import { messages } from '../i18n/messages.js';
import { type Language } from '../i18n/language.js';
import { type Answer, type Example, type Header, reference, type Reference, type Schema } from './make-document.js';
import { isBySlug, isFile, isKept, isRead, mayBeLean, type Route } from './routes.js';
import { type Words } from './texts/words.js';

type HeaderName = keyof Words['headers'];

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** The schema and an example of every header that answers carry. */
const HEADERS: Readonly<Record<HeaderName, { readonly schema: Schema; readonly example: unknown }>> = {
  'Content-Disposition': { schema: text, example: 'inline; filename="events.ics"' },
  'Content-Language': { schema: { type: 'string', enum: ['en', 'fr'] }, example: 'en' },
  'Content-Location': {
    schema: { type: 'string', format: 'uri' },
    example: 'http://localhost:3000/en/cal/events/v1/events/12',
  },
  ETag: { schema: text, example: '"12-3"' },
  Age: { schema: count, example: 12 },
  Warning: { schema: text, example: '110 - "Response is Stale"' },
  'Cache-Control': { schema: text, example: 'public, max-age=10' },
  Vary: { schema: text, example: 'Authorization, Accept-Encoding' },
  Link: { schema: text, example: '<http://localhost:3000/en/cal/events/v1/events?page=2>; rel="next"' },
  Location: { schema: { type: 'string', format: 'uri' }, example: 'http://localhost:3000/en/cal/events/v1/events/12' },
  'Idempotent-Replayed': { schema: { type: 'string', enum: ['true'] }, example: 'true' },
  RateLimit: { schema: text, example: '"reads";r=5999;t=60' },
  'RateLimit-Policy': { schema: text, example: '"reads";q=6000;w=60' },
  'Retry-After': { schema: count, example: 30 },
  'WWW-Authenticate': { schema: text, example: 'Bearer' },
  'X-Cal-Total': { schema: count, example: 42 },
  'X-Cal-TotalPages': { schema: count, example: 5 },
  'X-Request-Id': { schema: text, example: '5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43' },
};

const ALWAYS: readonly HeaderName[] = ['Content-Language', 'Cache-Control', 'Vary', 'X-Request-Id'];

/** Of requests that count for a limit by client. */
const LIMITS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

export function headerComponents(words: Words): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, header]) => [
      name,
      { description: words.headers[name as HeaderName], ...header },
    ]),
  );
}

function headers(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** All answers of an operation by their status. */
export function answersOf(
  route: Route,
  errors: readonly ApiError[],
  words: Words,
  language: Language,
): Record<string, Answer> {
  const [status = '200', found] = Object.entries(route.found.responses).find(([code]) => code.startsWith('2')) ?? [];
  const sent = headers(headersOf(route));
  const success: Answer = {
    ...(found && 'content' in found && { content: found.content }),
    ...(route.format && { content: { [route.format.mediaType]: { schema: schemaOf(route.format) } } }),
    // No schema says it: `required` holds of all answers that generated clients have types for, see lean-reads.md.
    description: [words.answers[route.verb], mayBeLean(route) ? words.leanAnswer : ''].filter(Boolean).join(' '),
    headers: sent,
  };
  return {
    [status]: success,
    // The headers are those of the answer that is not sent again.
    ...(isRead(route) && { 304: { description: words.notModified, headers: sent } }),
    ...errorAnswers(errors, words, language),
  };
}

/** Forms of JSON are objects, whose records another standard describes; others are text. */
function schemaOf({ listedIn }: Format): Schema {
  if (listedIn === undefined) return text;
  const records: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } };
  return { type: 'object', required: [listedIn], properties: { [listedIn]: records }, additionalProperties: true };
}

function headersOf(route: Route): HeaderName[] {
  return [
    ...ALWAYS,
    'ETag',
    ...LIMITS,
    ...(isKept(route) ? (['Age', 'Warning'] as const) : []),
    ...(route.verb === 'list' ? (['X-Cal-Total', 'X-Cal-TotalPages', 'Link'] as const) : []),
    ...(route.verb === 'create' ? (['Location'] as const) : []),
    ...(route.method === 'post' ? (['Idempotent-Replayed'] as const) : []),
    ...(isFile(route) ? (['Content-Disposition'] as const) : []),
    ...(isBySlug(route) && isRead(route) ? (['Content-Location'] as const) : []),
  ];
}

/** Errors by status; several of one status are several examples of one answer. */
function errorAnswers(errors: readonly ApiError[], words: Words, language: Language): Record<string, Answer> {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort();
  return Object.fromEntries(
    statuses.map((status): [number, Answer] => {
      const alike = errors.filter((error) => error.status === status);
      const own = alike
        .flatMap((error) => Object.keys(error.headers))
        .filter((name) => name in HEADERS) as HeaderName[];
      return [
        status,
        {
          description: words.errors[status] ?? '',
          headers: headers([...ALWAYS, ...LIMITS, ...new Set(own)]),
          content: {
            'application/json': { schema: reference('schemas', 'Error'), examples: examples(alike, language) },
          },
        },
      ];
    }),
  );
}

function examples(errors: readonly ApiError[], language: Language): Record<string, Example> {
  return Object.fromEntries(
    errors.map((error) => [error.code, { summary: error.code, value: error.body(messages[language]) }]),
  );
}

export function errorSchema({ error: words }: Words): Schema {
  const text = (description: string): Schema => ({ type: 'string', description });
  const data: Schema = {
    type: 'object',
    additionalProperties: false,
    required: ['status'],
    properties: {
      status: { type: 'integer', description: words.status, example: 400 },
      params: {
        description: words.params,
        oneOf: [
          { type: 'array', items: { type: 'string' }, description: words.missing },
          { type: 'object', additionalProperties: { type: 'string' }, description: words.invalid },
        ],
      },
      details: { type: 'object', description: words.details, additionalProperties: true },
      term_id: { type: 'integer', description: words.termId },
      request_id: text(words.requestId),
    },
  };
  return {
    type: 'object',
    description: words.schema,
    additionalProperties: false,
    required: ['code', 'message', 'data'],
    properties: { code: text(words.code), message: text(words.message), data },
  };
}

/** Moves answers that several operations share into the components, where they stand once. */
export function shared(answer: Answer, status: string, components: Record<string, Answer>): Answer | Reference {
  if (Number(status) < 300) return answer;
  const codes = Object.values(answer.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
  const same = JSON.stringify(answer);
  for (let number = 1; ; number += 1) {
    const name = [status, ...codes, ...(number > 1 ? [number] : [])].join('.');
    components[name] ??= answer;
    if (JSON.stringify(components[name]) === same) return reference('responses', name);
  }
}
