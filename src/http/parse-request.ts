import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type RequestHandler, type Response, json, urlencoded } from 'express';
import { BodyTooLarge, InvalidJson, UnsupportedMediaType } from '../errors/api-error.js';
import { type CalendarRequest } from './calendar-request.js';
import { exceededBound, type JsonBound, MAX_KEYS, assertMarkupLimits } from './body-limits.js';
import { parse } from 'node:querystring';

/** Merges the spellings of lists under their plain key: `tags[]=1&tags[1]=2&tags=3` → `['3', '1', '2']`. */
function mergeLists(input: object): Record<string, unknown> {
  const plain = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(input) as [string, unknown][]) {
    const name = key.replace(/\[\d*\]$/, '');
    if (name === key) plain.set(name, value);
    else {
      const list = lists.get(name) ?? [];
      list.push(...asList(value));
      lists.set(name, list);
    }
  }
  for (const [name, list] of lists) plain.set(name, [...asList(plain.get(name)), ...list]);
  return Object.fromEntries(plain);
}

function asList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The fields of a form. `tags[]=`, an empty list, becomes `tags=`. */
export function mergeForm(input: object): Record<string, unknown> {
  const fields = Object.entries(mergeLists(input));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, Array.isArray(value) && value.join('') === '' ? '' : value]),
  );
}

/**
 * The query parser for Express, for text and lists of text. It does not limit the number of parameters, because a
 * dropped filter would silently return everything; the maximum length of the URL limits it.
 */
export function parseQuery(text: string | null | undefined): Record<string, unknown> {
  return text ? mergeLists(parse(text, '&', '=', { maxKeys: 0 })) : {};
}

/** The largest body, in bytes: 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const readJson = json({ limit: BODY_LIMIT, strict: true, type: JSON_TYPE, verify: assertJsonLimits });
const readForm = urlencoded({
  limit: BODY_LIMIT,
  parameterLimit: MAX_KEYS,
  extended: false,
  type: FORM_TYPE,
  verify: assertUtf8,
});

/**
 * Reads the body of a request, a JSON object or a form, into `request.body`. Checks the headers before it reads a byte, and
 * the content before it is parsed.
 * @throws {ApiError} if the body is of another type or too large
 */
export async function receiveBody(request: CalendarRequest, response: Response): Promise<void> {
  if (!METHODS_WITH_BODY.has(request.method)) return;
  const { 'content-length': length, expect } = request.headers;
  if (Number(length ?? 0) > BODY_LIMIT) throw new BodyTooLarge(BODY_LIMIT);
  if (hasContent(request) && !request.is([JSON_TYPE, FORM_TYPE])) throw new UnsupportedMediaType();
  normalizeCharset(request);
  // The adapter leaves 100 Continue to this function (RFC 9110, section 10.1.1).
  if (expect !== undefined && /^100-continue$/i.test(expect)) response.writeContinue();
  const isForm = Boolean(request.is(FORM_TYPE));
  await runBodyParser(isForm ? readForm : readJson, request, response);
  const body: unknown = request.body;
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidJson();
  request.body = isForm ? mergeForm(body) : body;
  assertMarkupLimits(request.body);
}

/** Renames `utf8`, which many programs send (WHATWG Encoding, section 4.2) and body-parser does not know. */
function normalizeCharset({ headers }: CalendarRequest): void {
  const type = headers['content-type'];
  if (type) headers['content-type'] = type.replace(/;\s*charset\s*=\s*(?:utf8|"utf8")\s*(?=;|$)/i, '; charset=utf-8');
}

function runBodyParser(reader: RequestHandler, request: CalendarRequest, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    reader(request, response, (error: unknown) => (error instanceof Error ? reject(asApiError(error)) : resolve()));
  });
}

/** Turns an error of body-parser into one of the API. */
function asApiError(error: Error): Error {
  if (error instanceof JsonLimitExceeded)
    return new InvalidJson((messages) => messages[error.bound[0]](error.bound[1]));
  switch ((error as { type?: unknown }).type) {
    case 'entity.parse.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return new InvalidJson();
    case 'entity.too.large':
      return new BodyTooLarge(BODY_LIMIT);
    case 'parameters.too.many':
      return new InvalidJson((messages) => messages.tooManyKeys(MAX_KEYS));
    case NOT_UTF8:
      return new InvalidJson((messages) => messages.jsonNotUtf8);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new UnsupportedMediaType();
    default:
      return isDecompressionError(error) ? new InvalidJson() : error;
  }
}

/** Whether the compressed body could not be decompressed. This is the only error to which body-parser gives no type. */
function isDecompressionError(error: Error): boolean {
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  return status === 400 && expose === true;
}

/** Thrown by `verify`. It cannot be an ApiError, because body-parser overwrites the status of the error. */
class JsonLimitExceeded extends Error {
  constructor(readonly bound: JsonBound) {
    super(bound[0]);
  }
}

/** Refuses forms with bytes or escapes (`%E9`) of another encoding, which would be decoded as UTF-8 nevertheless. */
function assertUtf8(_request: unknown, _response: unknown, text: Buffer, encoding: string): void {
  if (encoding !== 'utf-8' || !isUtf8(text) || !areUtf8(text.toString('latin1').match(ESCAPES) ?? []))
    throw bodyParserError('charset.unsupported');
}

const ESCAPES = /(?:%[\da-f]{2})+/gi;

function areUtf8(escapes: readonly string[]): boolean {
  return escapes.every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')));
}

/** An error in the form of those of body-parser, so that `asApiError` handles both. */
function bodyParserError(type: string): Error {
  return Object.assign(new Error(type), { type });
}

const NOT_UTF8 = 'not UTF-8';

/**
 * Refuses JSON that is not UTF-8 (RFC 8259, section 8.1) or exceeds limits. Bytes of another encoding would be stored
 * as U+FFFD, or be taken for quotes.
 */
function assertJsonLimits(_request: unknown, _response: unknown, text: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw bodyParserError('charset.unsupported');
  if (!isUtf8(text)) throw bodyParserError(NOT_UTF8);
  const bound = exceededBound(text);
  if (bound) throw new JsonLimitExceeded(bound);
}

function hasContent({ headers }: CalendarRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return (length !== undefined && Number(length) !== 0) || encoding !== undefined;
}

/**
 * Reads the body after the guards that check the key and the rate limits. Middleware would read it before these checks.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    await receiveBody(http.getRequest<CalendarRequest>(), http.getResponse<Response>());
    return true;
  }
}
