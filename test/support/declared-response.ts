import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Response } from 'supertest';
import {
  type Content,
  type Document,
  type Method,
  type Operation,
  type Response as DocumentedResponse,
  type Schema,
} from '../../src/outlets/openapi/openapi-document.js';

/** Written by `npm run openapi`; test/docs.e2e-spec.ts checks that it is up to date. */
const file = join(__dirname, '..', '..', 'docs', 'openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
const templates = Object.entries(document.paths)
  // `{slug}.ics` before `{slug}`
  .sort(([one], [other]) => other.length - one.length)
  .map(([template, item]) => ({
    item,
    pattern: new RegExp(
      `^${template
        .replace('.', '\\.')
        .replace('{id}', '\\d+')
        .replace(/\{\w+\}/, '[^/]+')}/?$`,
    ),
  }));

// In OpenAPI 3.0, `nullable` applies to the `type` beside it, not to a referenced schema.
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });
const validators = new Map<string, ValidateFunction>();

/**
 * For supertest's `expect`: throws if a response does not match the OpenAPI document: an undeclared status, a missing
 * or undeclared header or field, or a field of another type.
 * @param path as the document has it, `/cal/events/v1/events/12`, with or without a query
 */
export function declaredResponse(method: string, path: string): (response: Response) => void {
  const operation = operationOf(method, path.replace(/[?#].*$/s, ''));
  const request = `${method.toUpperCase()} ${path.slice(0, 120)}`;
  return ({ status, type, body, headers }) => {
    if (method === 'head' || method === 'options' || status === 405 || (!operation && status < 400)) return;
    const declared = operation ? declaredResponseOf(operation, status) : undefined;
    if (operation && !declared) throw new Error(`${request} answers ${status}, which is not declared.`);
    const absent = Object.keys(declared?.headers ?? {}).filter(
      (name) => !isOptional(name) && !(name.toLowerCase() in headers),
    );
    if (absent.length > 0) throw new Error(`${request} answers ${status} without ${absent.join(', ')}.`);
    const undeclared = documentedHeaders.filter(
      (name) => name.toLowerCase() in headers && !(name in (declared?.headers ?? {})),
    );
    if (declared && undeclared.length > 0)
      throw new Error(`${request} answers ${status} with ${undeclared.join(', ')}, which is not declared.`);
    const code = errorCode(body);
    // `rest_no_route` is the response to an unknown root, which has no operation.
    if (code !== undefined && code !== 'rest_no_route' && declared && !codesOf(declared).includes(code))
      throw new Error(`${request} answers ${status} with the code ${code}, which is not declared.`);
    const validate = validatorOf(declared?.content ?? errors, type, /[?&]_fields(\[\d*\])?=./.test(path));
    if (validate && !validate(body))
      throw new Error(`${request} answers ${status}, not as declared: ${describeErrors(validate)}`);
  };
}

/** The headers in the document. Security headers, which every response has, are not documented. */
const documentedHeaders = Object.keys(document.components.headers ?? {});

const errors: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function describeErrors({ errors: found = [] }: ValidateFunction): string {
  const first = (found ?? []).slice(0, 5);
  return first
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}

/** Headers that depend on more than the status. */
function isOptional(name: string): boolean {
  return [
    'Age',
    'Warning',
    'Content-Location',
    'Retry-After',
    'ETag',
    'Link',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
  ].includes(name);
}

function operationOf(method: string, path: string): Operation | undefined {
  return templates.find(({ pattern }) => pattern.test(path))?.item[method as Method];
}

function declaredResponseOf({ responses }: Operation, status: number): DocumentedResponse | undefined {
  const answer = responses[status];
  if (!answer || !('$ref' in answer)) return answer;
  return document.components.responses?.[answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1)];
}

/** The error codes of a response, which are the names of its examples. */
function codesOf({ content = {} }: DocumentedResponse): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function errorCode(body: unknown): string | undefined {
  const { code, data } = (body ?? {}) as { readonly code?: unknown; readonly data?: { readonly status?: unknown } };
  return typeof code === 'string' && typeof data?.status === 'number' ? code : undefined;
}

/**
 * @param hasFields whether `_fields` was sent, to which the second of the two schemas applies
 * @returns undefined if the response is not JSON, or not the declared JSON format
 */
function validatorOf(content: Content, type: string, hasFields: boolean): ValidateFunction | undefined {
  if (!/^application\/(?:\w+\+)?json$/.test(type)) return undefined;
  const declared = Object.entries(content).find(([name]) => name.split(';')[0] === type)?.[1].schema;
  if (!declared) return undefined;
  const schema: Schema = declared.anyOf?.[hasFields ? 1 : 0] ?? declared;
  const key = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const validate = validators.get(key) ?? ajv.compile(JSON.parse(key) as object);
  validators.set(key, validate);
  return validate;
}
