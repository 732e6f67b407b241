import { type ApiError } from '../errors/api-error.js';
import { type Format } from '../extension-api/format.js';
import { messages } from '../i18n/messages.js';
import { type Language } from '../i18n/language.js';
import {
  type Content,
  type Header,
  reference,
  type Reference,
  refName,
  type Response,
  type Responses,
  type Schema,
} from './openapi-document.js';
import { type Route } from './route.js';
import { fieldsSchema } from './schemas.js';
import { type Words } from './texts/words.js';

type HeaderName = keyof Words['headers'];

const text = { type: 'string' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const EVENT_URL = 'http://localhost:3000/en/cal/events/v1/events/12';

const HEADERS: Readonly<Record<HeaderName, { readonly schema: Schema; readonly example: unknown }>> = {
  'Content-Disposition': { schema: text, example: 'inline; filename="events.ics"' },
  'Content-Language': { schema: { type: 'string', enum: ['en', 'fr'] }, example: 'en' },
  'Content-Location': { schema: uri, example: EVENT_URL },
  ETag: { schema: text, example: '"12-3"' },
  Age: { schema: count, example: 12 },
  Warning: { schema: text, example: '110 - "Response is Stale"' },
  'Cache-Control': { schema: text, example: 'public, max-age=10' },
  Vary: { schema: text, example: 'Authorization, Accept-Encoding' },
  Link: { schema: text, example: '<http://localhost:3000/en/cal/events/v1/events?page=2>; rel="next"' },
  Location: { schema: uri, example: EVENT_URL },
  'Idempotent-Replayed': { schema: { type: 'string', enum: ['true'] }, example: 'true' },
  RateLimit: { schema: text, example: '"reads";r=5999;t=60' },
  'RateLimit-Policy': { schema: text, example: '"reads";q=6000;w=60' },
  'Retry-After': { schema: count, example: 30 },
  'WWW-Authenticate': { schema: text, example: 'Bearer' },
  'X-Cal-Total': { schema: count, example: 42 },
  'X-Cal-TotalPages': { schema: count, example: 5 },
  'X-Request-Id': { schema: text, example: '5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43' },
};

const EVERY_RESPONSE: readonly HeaderName[] = ['Content-Language', 'Cache-Control', 'Vary', 'X-Request-Id'];
const RATE_LIMIT: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

export function headerComponents(words: Words): Record<string, Header> {
  const names = Object.keys(HEADERS) as HeaderName[];
  return Object.fromEntries(names.map((name) => [name, { description: words.headers[name], ...HEADERS[name] }]));
}

/** The responses of an operation by status. */
export function responsesOf(route: Route, errors: readonly ApiError[], words: Words, language: Language): Responses {
  const { operation, verb, isRead, takesFields } = route;
  const [status = '200'] = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
  const description = words.responses[verb] ?? '';
  const content = contentOf(route, operation.responses[status]);
  const headers = headerReferences(headersOf(route));
  return {
    [status]: {
      ...(content && { content }),
      description: takesFields ? `${description} ${words.fieldsResponse}` : description,
      headers,
    },
    ...(isRead && { 304: { description: words.notModified, headers } }),
    ...errorResponses(errors, words, language),
  };
}

function contentOf({ format, takesFields }: Route, response: Response | Reference | undefined): Content | undefined {
  if (format) return { [format.mediaType]: { schema: feedSchema(format) } };
  const content = response && 'content' in response ? response.content : undefined;
  const schema = content?.['application/json']?.schema;
  if (!schema || !takesFields) return content;
  const partial = reference('schemas', fieldsSchema(refName(schema)));
  return { 'application/json': { schema: { anyOf: [schema, partial] } } };
}

/** The records of a JSON feed follow the standard of its format; other formats are text. */
function feedSchema({ listedIn }: Format): Schema {
  if (listedIn === undefined) return text;
  const records: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } };
  return { type: 'object', required: [listedIn], properties: { [listedIn]: records }, additionalProperties: true };
}

function headersOf({ verb, method, isRead, isCached, isFile, isBySlug }: Route): HeaderName[] {
  const headers: HeaderName[] = [...EVERY_RESPONSE, 'ETag', ...RATE_LIMIT];
  if (isCached) headers.push('Age', 'Warning');
  if (verb === 'list') headers.push('X-Cal-Total', 'X-Cal-TotalPages', 'Link');
  if (verb === 'create') headers.push('Location');
  if (method === 'post') headers.push('Idempotent-Replayed');
  if (isFile) headers.push('Content-Disposition');
  if (isBySlug && isRead) headers.push('Content-Location');
  return headers;
}

function headerReferences(names: Iterable<HeaderName>): Record<string, Reference> {
  return Object.fromEntries([...names].map((name) => [name, reference('headers', name)]));
}

/** One response for each status; each error code is one of its examples. */
function errorResponses(errors: readonly ApiError[], words: Words, language: Language): Record<string, Response> {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const alike = errors.filter((error) => error.status === status);
      const own = alike
        .flatMap((error) => Object.keys(error.headers))
        .filter((name): name is HeaderName => name in HEADERS);
      const examples = Object.fromEntries(
        alike.map((error) => [error.code, { summary: error.code, value: error.body(messages[language]) }]),
      );
      const response: Response = {
        description: words.errors[status] ?? '',
        headers: headerReferences(new Set([...EVERY_RESPONSE, ...RATE_LIMIT, ...own])),
        content: { 'application/json': { schema: reference('schemas', 'Error'), examples } },
      };
      return [status, response];
    }),
  );
}

/** Moves responses that are not successes into the components, where equal ones are one. */
export function shareResponses(responses: Responses, components: Record<string, Response>): Responses {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if ('$ref' in response || Number(status) < 300) return [status, response];
      const codes = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
      const base = [status, ...codes].join('.');
      let name = base;
      for (let number = 2; components[name] && !isEqual(components[name], response); number += 1)
        name = `${base}.${number}`;
      components[name] = response;
      return [status, reference('responses', name)];
    }),
  );
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function errorSchema({ error: words }: Words): Schema {
  const text = (description: string): Schema => ({ type: 'string', description });
  const params: Schema = {
    description: words.params,
    oneOf: [
      { type: 'array', items: { type: 'string' }, description: words.missing },
      { type: 'object', additionalProperties: { type: 'string' }, description: words.invalid },
    ],
  };
  const data = {
    status: { type: 'integer', description: words.status, example: 400 },
    params,
    details: { type: 'object', description: words.details, additionalProperties: true },
    term_id: { type: 'integer', description: words.termId },
    request_id: text(words.requestId),
  };
  const object = (properties: Record<string, Schema>, required: readonly string[]): Schema => ({
    type: 'object',
    additionalProperties: false,
    required,
    properties,
  });
  return {
    description: words.schema,
    ...object({ code: text(words.code), message: text(words.message), data: object(data, ['status']) }, [
      'code',
      'message',
      'data',
    ]),
  };
}
