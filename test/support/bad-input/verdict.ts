import { allResources } from '../resources.js';
import { isLanguage, type Language } from '../../../src/lib/i18n/language.js';
import { type BadRequest } from './bad-request.js';
import { type Reply } from './sender.js';
import { isMessageIn } from './wording.js';

export type Claim =
  | 'is no fault of the service'
  | 'has the one shape of errors'
  | 'is in its language'
  | 'is clean'
  | 'stores nothing'
  | 'leaves the prototypes alone';

/** A claim that a response violates. */
export interface Verdict {
  readonly claim: Claim;
  readonly says: string;
}

/** @returns undefined if the response violates no claim */
export function verdictOf(request: BadRequest, reply: Reply): Verdict | undefined {
  const { status, text } = reply;
  const says = (claim: Claim, what: string): Verdict => ({ claim, says: `${what}\n${status} ${text.slice(0, 1000)}` });
  if (status >= 500) return says('is no fault of the service', `It answers ${status}.`);
  if (request.method === 'HEAD') return undefined;
  if (status < 400) {
    const dirt = isOfRecords(request, reply) ? unsafeTextIn(parsed(text)) : undefined;
    return dirt === undefined ? undefined : says('is clean', `This is not clean: ${dirt}`);
  }
  const misshapen = shapeError(reply) ?? allowHeaderError(request, reply);
  if (misshapen !== undefined) return says('has the one shape of errors', misshapen);
  const wrong = languageError(request, reply);
  return wrong === undefined ? undefined : says('is in its language', wrong);
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly params?: string[] | Record<string, string> };
}

const MORE_DATA: Readonly<Record<string, string>> = {
  rest_missing_callback_param: 'params',
  rest_invalid_param: 'params',
  term_exists: 'term_id',
  'image-in-use': 'records',
};

function shapeError({ status, headers, text }: Reply): string | undefined {
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `Its type is ${headers['content-type']}.`;
  const body = parsed(text) as ErrorBody | string;
  if (typeof body === 'string') return 'It is no JSON.';
  if (keysOf(body) !== 'code,data,message') return `Its members are ${keysOf(body)}.`;
  const { code, message, data } = body;
  if (!/^[a-z][a-z0-9_-]+$/.test(code) || typeof message !== 'string' || message === '')
    return 'Code or message is odd.';
  if (data.status !== status) return `data.status is ${data.status}.`;
  // A 401 says why the key is refused, so that a page need not read the message.
  const more = status === 401 ? 'reason' : MORE_DATA[code];
  const wanted = [more, 'status'].filter(Boolean).sort().join();
  if (keysOf(data) !== wanted) return `The members of data are ${keysOf(data)}.`;
  if (status === 401 && headers['www-authenticate'] !== 'Bearer') return 'It does not say how to show who one is.';
  const { params } = data;
  if (params === undefined) return undefined;
  if (Array.isArray(params) !== (code === 'rest_missing_callback_param'))
    return 'params has the shape of another code.';
  const values = Object.values(params);
  return values.length > 0 && values.every((value) => typeof value === 'string') ? undefined : 'params is odd.';
}

/** The Allow header of a 405 must not contain the refused method. */
function allowHeaderError({ method }: BadRequest, { status, headers }: Reply): string | undefined {
  if (status !== 405) return undefined;
  const allowed = headers.allow?.split(', ') ?? [];
  return allowed.length === 0 || allowed.includes(method) ? `It allows ${headers.allow}.` : undefined;
}

/** @returns the text itself where it is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function keysOf(value: object): string {
  return Object.keys(value).sort().join();
}

function languageError(request: BadRequest, { headers, text }: Reply): string | undefined {
  const language = headers['content-language'];
  if (!isLanguage(language)) return `Content-Language is ${language}.`;
  const expected = languageOf(request);
  if (expected !== undefined && expected !== language)
    return `It is said to be in ${language}, and not in ${expected}.`;
  const { message, data } = JSON.parse(text) as ErrorBody;
  const details = data.params && !Array.isArray(data.params) ? Object.values(data.params) : [];
  const foreign = [message, ...details].find((sentence) => !isMessageIn(language, sentence));
  return foreign === undefined ? undefined : `No message in ${language}: ${foreign}`;
}

/** @returns undefined if the language also depends on `translation_language`, or if the root is invalid */
function languageOf({ target, headers, body }: BadRequest): Language | undefined {
  const root = /^\/(en|fr)\/cal\/events\/v1(?=[/?]|$)/.exec(target)?.[1];
  const isHidden = headers['content-encoding'] !== undefined;
  const isOverruled = isHidden || /translation_language/.test(target + (body?.toString('latin1') ?? ''));
  return isLanguage(root) && !isOverruled ? root : undefined;
}

function isOfRecords({ target }: BadRequest, { headers, text }: Reply): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  return isJson && text !== '' && allResources.some(({ path }) => target.includes(`/v1${path}`));
}

const HTML_FIELDS = ['description', 'excerpt'];

const URL_FIELDS = ['url', 'website', 'rest_url', 'image'];

/** The first text in a response that could run as a script in a browser (XSS). */
function unsafeTextIn(value: unknown, name = '', isJsonLd = false): string | undefined {
  if (typeof value === 'string') return isClean(value, name, isJsonLd) ? undefined : `${name}: ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const dirt = unsafeTextIn(member, Array.isArray(value) ? name : key, isJsonLd || key === 'json_ld');
    if (dirt !== undefined) return dirt;
  }
  return undefined;
}

/** @param isJsonLd JSON-LD has no HTML: its descriptions are plain text. */
function isClean(text: string, name: string, isJsonLd: boolean): boolean {
  if (URL_FIELDS.includes(name)) return /^https?:\/\/[^\s"<>]*$/i.test(text);
  if (!text.includes('<')) return true;
  if (isJsonLd || !HTML_FIELDS.includes(name)) return !/<[a-z/!?][^<>]*>/i.test(text);
  return [...text.matchAll(/<([^>]*)>?/g)].every(([, tag]) => isHarmless(tag!));
}

const HARMLESS =
  /^\/?(?:p|br|hr|div|span|h[1-6]|blockquote|pre|code|b|strong|i|em|u|s|del|ins|mark|small|su[bp]|abbr|cite|q|time|[uod]l|li|d[td]|a|img|figure|figcaption|table|caption|t(?:head|body|foot|r|h|d))(?=[\s/]|$)/;

const HARMLESS_ATTRIBUTES =
  /^(?:\s+(?:(?:lang|dir|title|hreflang|alt|width|height|start|datetime|colspan|rowspan|scope)="[^"]*"|(?:href|src)="(?!\s*(?:javascript|data|vbscript):)[^"]*"))*\s*\/?$/i;

function isHarmless(tag: string): boolean {
  const [name] = HARMLESS.exec(tag) ?? [];
  return name !== undefined && HARMLESS_ATTRIBUTES.test(tag.slice(name.length));
}
