import { isDeepStrictEqual } from 'node:util';
import { type ApiError, UNAUTHORIZED_REASONS } from '../../lib/errors/api-error.js';
import { type Format } from '../../calendar/extension-api/format.js';
import { messages } from '../../lib/i18n/messages.js';
import { type Language } from '../../lib/i18n/language.js';
import {
  type Content,
  mapValues,
  reference,
  type Reference,
  refName,
  type Response,
  type Responses,
  type Schema,
  type Header,
} from './openapi-document.js';
import { type Route, WITH_SECRETS } from './route.js';
import { fieldsSchemaName } from './schemas.js';
import { responseTexts, type Translate } from './translate.js';

const text = { type: 'string' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const header = (description: string, schema: Schema, example: unknown): Header => ({ description, schema, example });

const eventUrl = 'http://localhost:3000/en/cal/events/v1/events/12';
const nextPage = '<http://localhost:3000/en/cal/events/v1/events?page=2>; rel="next"';
const stale = 'While the database is down: the response may be out of date (RFC 7234, section 5.5).';
const replayed = '`true` if this is the repeated response to an earlier request with the same `Idempotency-Key`.';

/** The headers of responses, except for those that the HTTP server adds to every response. */
const HEADERS = {
  'Content-Disposition': header(
    'Whether browsers show or download the file, and its name.',
    text,
    'inline; filename="events.ics"',
  ),
  'Content-Language': header('Language of the response.', { type: 'string', enum: ['en', 'fr'] }, 'en'),
  'Content-Location': header('Address of the record, if the slug belongs to the other language.', uri, eventUrl),
  ETag: header('Version of the response, for `If-None-Match`; of a record, also for `If-Match`.', text, '"12-3"'),
  Age: header('While the database is down: seconds since the response was known to be current.', count, 12),
  Warning: header(stale, text, '110 - "Response is Stale"'),
  'Cache-Control': header('How long the response may be cached, and by whom.', text, 'public, max-age=10'),
  Vary: header('Request headers that the response depends on.', text, 'Authorization, Accept-Encoding'),
  Link: header('The first, previous, next and last page (RFC 8288).', text, nextPage),
  Location: header('Address of the record.', uri, eventUrl),
  'Idempotent-Replayed': header(replayed, { type: 'string', enum: ['true'] }, 'true'),
  RateLimit: header('What is left of the limit, and the seconds until it is reset.', text, '"reads";r=5999;t=60'),
  'RateLimit-Policy': header('The limit: requests and seconds.', text, '"reads";q=6000;w=60'),
  'Retry-After': header('Seconds to wait before another attempt.', count, 30),
  'WWW-Authenticate': header('How to send a key.', text, 'Bearer'),
  'X-Cal-Total': header('Total number of records in the list.', count, 42),
  'X-Cal-TotalPages': header('Total number of pages in the list.', count, 5),
  'X-Request-Id': header('Id of the request in the log of the service.', text, '5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43'),
};

type HeaderName = keyof typeof HEADERS;

function isDocumented(name: string): name is HeaderName {
  return name in HEADERS;
}

export function headerComponents(t: Translate): Record<string, Header> {
  return mapValues(HEADERS, ({ description, ...rest }) => ({ description: t(description), ...rest }));
}

const EVERY_RESPONSE: readonly HeaderName[] = ['Content-Language', 'Cache-Control', 'Vary', 'X-Request-Id'];
const RATE_LIMIT: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

const FIELDS_TEXT = 'With `_fields`, records have only the requested fields: the second schema.';

/** The responses of an operation by status. */
export function responsesOf(route: Route, errors: readonly ApiError[], t: Translate, language: Language): Responses {
  const { operation, handler, isRead, takesFields } = route;
  const [status = '200'] = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
  const sentences = [t(responseTexts.success[handler] ?? ''), ...(takesFields ? [t(FIELDS_TEXT)] : [])];
  const content = contentOf(route, operation.responses[status]);
  const headers = headerReferences(headersOf(route));
  const success = { ...(content && { content }), description: sentences.join(' '), headers };
  return {
    ...(handler === 'uploadImage' && { 200: { ...success, description: t('The known image with the same bytes.') } }),
    [status]: success,
    ...(isRead && { 304: { description: t('The response in `If-None-Match` is still valid.'), headers } }),
    ...errorResponses(errors, t, language),
  };
}

function contentOf({ format, takesFields }: Route, response: Response | Reference | undefined): Content | undefined {
  if (format) return { [format.mediaType]: { schema: feedSchema(format) } };
  const content = response && 'content' in response ? response.content : undefined;
  const schema = content?.['application/json']?.schema;
  if (!schema || !takesFields) return content;
  const partial = reference('schemas', fieldsSchemaName(refName(schema)));
  return { 'application/json': { schema: { anyOf: [schema, partial] } } };
}

/** The records of a JSON feed follow the standard of its format; other formats are text. */
function feedSchema({ listMember }: Format): Schema {
  if (listMember === undefined) return { type: 'string' };
  const records: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } };
  return { type: 'object', required: [listMember], properties: { [listMember]: records }, additionalProperties: true };
}

function headersOf({ handler, method, isRead, isWrite, isCached, isFile, isBySlug }: Route): HeaderName[] {
  const headers: HeaderName[] = [...EVERY_RESPONSE, 'ETag', ...RATE_LIMIT];
  if (isCached) headers.push('Age', 'Warning');
  if (['list', 'listImages', 'listRevisions', 'listAccounts'].includes(handler))
    headers.push('X-Cal-Total', 'X-Cal-TotalPages', 'Link');
  if (['create', 'duplicate', 'createWebhook', 'uploadImage', 'createAccount'].includes(handler))
    headers.push('Location');
  if (isWrite && method === 'post' && !WITH_SECRETS.includes(handler)) headers.push('Idempotent-Replayed');
  if (isFile) headers.push('Content-Disposition');
  if (isBySlug && isRead) headers.push('Content-Location');
  return headers;
}

function headerReferences(names: Iterable<HeaderName>): Record<string, Reference> {
  return Object.fromEntries([...names].map((name) => [name, reference('headers', name)]));
}

/** One response for each status; each error code is one of its examples. */
function errorResponses(errors: readonly ApiError[], t: Translate, language: Language): Record<string, Response> {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const sameStatus = errors.filter((error) => error.status === status);
      const errorHeaders = sameStatus.flatMap((error) => Object.keys(error.headers)).filter(isDocumented);
      const examples = Object.fromEntries(
        sameStatus.map((error) => [error.code, { summary: error.code, value: error.body(messages[language]) }]),
      );
      const response: Response = {
        description: t(responseTexts.errors[status] ?? ''),
        headers: headerReferences(new Set([...EVERY_RESPONSE, ...RATE_LIMIT, ...errorHeaders])),
        content: { 'application/json': { schema: reference('schemas', 'Error'), examples } },
      };
      return [status, response];
    }),
  );
}

/** Moves the responses that are not 2xx to `components.responses`, where equal ones are stored once. */
export function shareResponses(responses: Responses, components: Record<string, Response>): Responses {
  return mapValues(responses, (response, status) => {
    if ('$ref' in response || Number(status) < 300) return response;
    const codes = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
    const base = [status, ...codes].join('.');
    let name = base;
    for (let number = 2; components[name] && !isDeepStrictEqual(components[name], response); number += 1)
      name = `${base}.${number}`;
    components[name] = response;
    return reference('responses', name);
  });
}

export function errorSchema(t: Translate): Schema {
  const text = (description: string): Schema => ({ type: 'string', description: t(description) });
  const object = { type: 'object', additionalProperties: false } as const;
  const names = { type: 'array', items: { type: 'string' } } as const;
  const reasons = { type: 'object', additionalProperties: { type: 'string' } } as const;
  const data: Schema = {
    ...object,
    required: ['status'],
    properties: {
      status: { type: 'integer', description: t('The HTTP status.'), example: 400 },
      params: {
        description: t(PARAMS_TEXT),
        oneOf: [
          { ...names, description: t('With `rest_missing_callback_param`: the missing names.') },
          { ...reasons, description: t('With `rest_invalid_param`: the reasons by name.') },
        ],
      },
      details: { type: 'object', description: t('More details of the error.'), additionalProperties: true },
      term_id: { type: 'integer', description: t('Id of the existing category or tag.') },
      term_ids: {
        type: 'array',
        description: t('Ids of two categories of one name that a merge would put below one, the existing one last.'),
        items: { type: 'integer' },
      },
      reason: {
        type: 'string',
        description: t('With 401: why the key is refused, for programs.'),
        enum: [...UNAUTHORIZED_REASONS],
      },
      records: {
        type: 'array',
        description: t('The records that show the image, among those that you may read.'),
        items: { type: 'object', properties: { kind: { type: 'string' }, id: { type: 'integer' } } },
      },
      request_id: text('Id of the request in the log of the service.'),
    },
  };
  return {
    ...object,
    description: t('The body of every error.'),
    required: ['code', 'message', 'data'],
    properties: {
      code: text('Stable, for programs; never translated.'),
      message: text('For people, in the language of the request.'),
      data,
    },
  };
}

const PARAMS_TEXT =
  'The invalid parameters. With `rest_missing_callback_param`, an array of the missing names; with `rest_invalid_param`, an object with the reason for each name, missing ones included.';
