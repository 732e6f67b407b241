import { isDeepStrictEqual } from 'node:util';
import { type ApiError } from '../errors/api-error.js';
import { type Format } from '../extension-api/format.js';
import { messages } from '../i18n/messages.js';
import { type Language } from '../i18n/language.js';
import {
  type Content,
  mapValues,
  reference,
  type Reference,
  refName,
  type Response,
  type Responses,
  type Schema,
} from './openapi-document.js';
import { type Route } from './route.js';
import { fieldsSchemaName } from './schemas.js';
import { type HeaderName, isDocumented } from './headers.js';
import { type Translate } from './translate.js';

const EVERY_RESPONSE: readonly HeaderName[] = ['Content-Language', 'Cache-Control', 'Vary', 'X-Request-Id'];
const RATE_LIMIT: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** The description of a successful response by the name of the handler. */
const SUCCESS_TEXTS: Readonly<Record<string, string>> = {
  list: 'A page of the list.',
  count: 'The counts.',
  create: 'The new record.',
  update: 'The changed record.',
  remove: 'The deleted record.',
  get: 'The record.',
  me: 'The account.',
  listChanges: 'A page of changes.',
  countTranslations: 'The numbers.',
  listWebhooks: 'All webhooks.',
  createWebhook: 'The new webhook, with its secret.',
  getWebhook: 'The webhook.',
  updateWebhook: 'The changed webhook.',
  deleteWebhook: 'The deleted webhook.',
  testWebhook: 'How the delivery ended.',
  listDeliveries: 'A page of deliveries.',
  getIndex: 'The index.',
  getDocumentation: 'The documentation.',
  getOpenApi: 'The document.',
  getSitemap: 'The sitemap, or the index of its parts.',
  getSitemapPart: 'The part.',
};

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  301: 'The record used to have this slug; `Location` leads to its current address.',
  400: 'The request is invalid; all invalid parameters are named at once.',
  401: 'A key is needed, or the given key is not valid.',
  403: 'The key does not give this right.',
  404: 'The record does not exist, or you may not read it.',
  409: 'The request conflicts with existing data.',
  410: 'The record is in the trash, or the token of a list of changes is too old.',
  412: 'The record has changed since it was read.',
  413: 'The body is too large.',
  415: 'The body has an unsupported type.',
  422: 'The `Idempotency-Key` belongs to another request.',
  429: 'Too many requests.',
  500: 'An internal error.',
  503: 'The database cannot be reached, or the service is overloaded.',
};

const FIELDS_TEXT = 'With `_fields`, records have only the requested fields: the second schema.';

/** The responses of an operation by status. */
export function responsesOf(route: Route, errors: readonly ApiError[], t: Translate, language: Language): Responses {
  const { operation, handler, isRead, takesFields } = route;
  const [status = '200'] = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
  const sentences = [t(SUCCESS_TEXTS[handler] ?? ''), ...(takesFields ? [t(FIELDS_TEXT)] : [])];
  const content = contentOf(route, operation.responses[status]);
  const headers = headerReferences(headersOf(route));
  return {
    [status]: { ...(content && { content }), description: sentences.join(' '), headers },
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

function headersOf({ handler, method, isRead, isCached, isFile, isBySlug }: Route): HeaderName[] {
  const headers: HeaderName[] = [...EVERY_RESPONSE, 'ETag', ...RATE_LIMIT];
  if (isCached) headers.push('Age', 'Warning');
  if (handler === 'list') headers.push('X-Cal-Total', 'X-Cal-TotalPages', 'Link');
  if (handler === 'create' || handler === 'createWebhook') headers.push('Location');
  if (method === 'post') headers.push('Idempotent-Replayed');
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
        description: t(ERROR_TEXTS[status] ?? ''),
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
