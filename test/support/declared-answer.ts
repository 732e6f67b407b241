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
} from '../../src/openapi/openapi-document.js';

/** `npm run openapi` writes it; test/docs.e2e-spec.ts says whether it is that of the sources. */
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

// `nullable` by the letter of OpenAPI 3.0: it widens the type beside it, and no schema that is referred to.
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });
const validators = new Map<string, ValidateFunction>();

/**
 * For supertest's `expect`: fails where the answer to a request is not what the document declares for its operation and
 * status: another status, a header or a field that is missing or extra, a field of another type.
 * @param path as the document has it, `/cal/events/v1/events/12`, with or without a query
 */
export function declaredAnswer(method: string, path: string): (response: Response) => void {
  const operation = operationOf(method, path.replace(/[?#].*$/s, ''));
  const request = `${method.toUpperCase()} ${path.slice(0, 120)}`;
  return ({ status, type, body, headers }) => {
    if (method === 'head' || method === 'options' || status === 405 || (!operation && status < 400)) return;
    const answer = operation ? answerOf(operation, status) : undefined;
    if (operation && !answer) throw new Error(`${request} answers ${status}, which is not declared.`);
    const absent = Object.keys(answer?.headers ?? {}).filter(
      (name) => !isOptional(name) && !(name.toLowerCase() in headers),
    );
    if (absent.length > 0) throw new Error(`${request} answers ${status} without ${absent.join(', ')}.`);
    const extra = described.filter((name) => name.toLowerCase() in headers && !(name in (answer?.headers ?? {})));
    if (answer && extra.length > 0)
      throw new Error(`${request} answers ${status} with ${extra.join(', ')}, which is not declared.`);
    const code = errorCode(body);
    // Of a root that is none no operation answers.
    if (code !== undefined && code !== 'rest_no_route' && answer && !codesOf(answer).includes(code))
      throw new Error(`${request} answers ${status} with the code ${code}, which is not declared.`);
    const validate = validatorOf(answer?.content ?? errors, type, /[?&]_fields(\[\d*\])?=./.test(path));
    if (validate && !validate(body))
      throw new Error(`${request} answers ${status}, not as declared: ${faults(validate)}`);
  };
}

/** The headers that the document knows; what every answer carries for browsers is not told of. */
const described = Object.keys(document.components.headers ?? {});

const errors: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function faults({ errors: found = [] }: ValidateFunction): string {
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

function answerOf({ responses }: Operation, status: number): DocumentedResponse | undefined {
  const answer = responses[status];
  if (!answer || !('$ref' in answer)) return answer;
  return document.components.responses?.[answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1)];
}

/** Examples of errors have the names of their codes. */
function codesOf({ content = {} }: DocumentedResponse): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function errorCode(body: unknown): string | undefined {
  const { code, data } = (body ?? {}) as { readonly code?: unknown; readonly data?: { readonly status?: unknown } };
  return typeof code === 'string' && typeof data?.status === 'number' ? code : undefined;
}

/**
 * @param hasFields whether `_fields` was asked for: of the two schemas of such a response it is the second one then
 * @returns undefined where the answer has no JSON, which other formats may be forms of
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
