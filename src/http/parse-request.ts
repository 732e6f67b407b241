import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response, raw } from 'express';
import { BodyTooLarge, InvalidJson, RequestTimeout, UnsupportedMediaType } from '../lib/errors/api-error.js';
import { type CalendarRequest } from './request-context.js';
import { exceededBound, MAX_KEYS, assertMarkupLimits } from './body-limits.js';
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

/** The fields of a form. `tags[]=`, an empty list, becomes `tags=`. Ignores `__proto__`, and fields without a name. */
function mergeForm(input: object): Record<string, unknown> {
  const fields = Object.entries(mergeLists(input)).filter(([name]) => !['', '__proto__'].includes(name));
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

/** The largest body, in MiB and in bytes. */
const BODY_MEBIBYTES = 1;
const BODY_LIMIT = BODY_MEBIBYTES * 1024 * 1024;

/** Milliseconds for a body to arrive. Uploads have a time of their own. */
const BODY_TIMEOUT = 30_000;

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const readBytes = raw({ limit: BODY_LIMIT, type: [JSON_TYPE, FORM_TYPE] });

/**
 * Reads the body of a request, a JSON object or a form, into `request.body`. Checks the headers before it reads a byte, and
 * the content before it is parsed.
 * @throws {ApiError} if the body is of another type or too large
 */
export async function receiveBody(request: CalendarRequest, response: Response): Promise<void> {
  if (!METHODS_WITH_BODY.has(request.method)) return;
  const { 'content-length': length, expect } = request.headers;
  if (Number(length ?? 0) > BODY_LIMIT) throw new BodyTooLarge(BODY_MEBIBYTES);
  if (hasContent(request) && !(request.is([JSON_TYPE, FORM_TYPE]) && isDeclaredUtf8(request)))
    throw new UnsupportedMediaType();
  // The adapter leaves 100 Continue to this function (RFC 9110, section 10.1.1).
  if (expect !== undefined && /^100-continue$/i.test(expect)) response.writeContinue();
  await runBodyParser(request, response);
  if (!Buffer.isBuffer(request.body)) return;
  request.body = request.is(FORM_TYPE) ? parseForm(request.body) : parseJson(request.body);
  assertMarkupLimits(request.body);
}

/** Whether the charset is UTF-8, the default. Many programs call it `utf8` (WHATWG Encoding, section 4.2). */
function isDeclaredUtf8({ headers }: CalendarRequest): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return /^utf-?8$/i.test(charset);
}

function runBodyParser(request: CalendarRequest, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RequestTimeout()), BODY_TIMEOUT);
    readBytes(request, response, (error: unknown) => {
      clearTimeout(timer);
      if (error instanceof Error) reject(asApiError(error));
      else resolve();
    });
  });
}

/** Turns an error of body-parser into one of the API. */
function asApiError(error: Error): Error {
  const { type, status, expose } = error as { type?: unknown; status?: unknown; expose?: unknown };
  if (type === 'entity.too.large') return new BodyTooLarge(BODY_MEBIBYTES);
  if (type === 'encoding.unsupported') return new UnsupportedMediaType();
  // The body is incomplete, or could not be decompressed.
  return status === 400 && expose === true ? new InvalidJson() : error;
}

/**
 * Parses JSON, unless it is not UTF-8 (RFC 8259, section 8.1) or exceeds limits. Bytes of another encoding would be stored
 * as U+FFFD, or be taken for quotes.
 */
function parseJson(bytes: Buffer): object {
  if (!isUtf8(bytes)) throw new InvalidJson((messages) => messages.jsonNotUtf8);
  const bound = exceededBound(bytes);
  if (bound) throw new InvalidJson((messages) => messages[bound[0]](bound[1]));
  const body = bytes.length === 0 ? {} : jsonOf(new TextDecoder().decode(bytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidJson();
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJson();
  }
}

const ESCAPES = /(?:%[\da-f]{2})+/gi;

/** Parses a form, unless it has bytes or escapes (`%E9`) of another encoding, which would be decoded as UTF-8. */
function parseForm(bytes: Buffer): object {
  const escapes = bytes.toString('latin1').match(ESCAPES) ?? [];
  if (![bytes, ...escapes.map(unescapeBytes)].every(isUtf8)) throw new UnsupportedMediaType();
  const text = new TextDecoder().decode(bytes);
  if (text.split('&', MAX_KEYS + 1).length > MAX_KEYS)
    throw new InvalidJson((messages) => messages.tooManyKeys(MAX_KEYS));
  return mergeForm(parse(text, '&', '=', { maxKeys: 0 }));
}

function unescapeBytes(escape: string): Buffer {
  return Buffer.from(escape.replaceAll('%', ''), 'hex');
}

function hasContent({ headers }: CalendarRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return (length !== undefined && Number(length) !== 0) || encoding !== undefined;
}

const OTHER_BODY = 'calendar:other-body';

/** Marks handlers that read a body which is neither JSON nor a form themselves. */
export const OtherBody = () => SetMetadata(OTHER_BODY, true);

/**
 * Reads the body after the guards that check the key and the rate limits. Middleware would read it before these checks.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<true | undefined>(OTHER_BODY, execution.getHandler())) return true;
    const http = execution.switchToHttp();
    await receiveBody(http.getRequest<CalendarRequest>(), http.getResponse<Response>());
    return true;
  }
}
