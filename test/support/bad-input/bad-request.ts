import { type Role } from '../../../src/http/role.js';
import { type Operation } from './operations.js';
import { type Entry, jsonOf } from './raw-json.js';

/** A request as it goes over the wire. */
export interface BadRequest {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The role whose key is sent, unless the headers have one. */
  readonly role: Role | null;
  /** The part of the generator that it comes from, for reports. */
  readonly label: string;
}

/** A request that is being built. */
export interface Draft {
  readonly operation: Operation;
  method: string;
  /** The first segment of the path: a language or something invalid. */
  language: string;
  /** The values of `{id}` and `{slug}`, percent-encoded. */
  path: Record<string, string>;
  /** Percent-encoded pairs. */
  query: string[];
  headers: Record<string, string>;
  body: Entry[] | undefined;
  form: boolean;
  role: Role | null;
}

/** A placeholder in texts for bytes that are not UTF-8. */
export const BAD_BYTES = '\uE000';

const BYTES = [[0xff], [0xc3, 0x28], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]];

/** Percent-encodes everything but letters, digits and a few marks; half a surrogate pair becomes the character for what is no character. */
export function percentEncode(text: string): string {
  const kept = /[\w.~-]/;
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return kept.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

export function requestOf(draft: Draft, about: string): BadRequest {
  const { operation, method, role, headers } = draft;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => draft.path[name] ?? '');
  const query = draft.query.length > 0 ? `?${draft.query.join('&')}` : '';
  const type = draft.form ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    ...{ method, role, label: about },
    target: `/${draft.language}${path}${query}`.replaceAll(/[^\x21-\xff]/g, percentEncode),
    headers: { ...(draft.body && { 'content-type': type }), ...headers },
    ...(draft.body && { body: bytesOf(draft.form ? formOf(draft.body) : jsonOf(draft.body)) }),
  };
}

function formOf(body: readonly Entry[]): string {
  return body
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((member) => `${percentEncode(name)}[]=${percentEncode(toFormValue(member))}`)
        : [`${percentEncode(name)}=${percentEncode(toFormValue(value))}`],
    )
    .join('&');
}

/** A value as text for forms and queries. */
export function toFormValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function bytesOf(text: string): Buffer {
  const parts = text.split(BAD_BYTES).map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part, place) => (place === 0 ? [part] : [badBytes(place + text.length), part])));
}

export function badBytes(choice: number): Buffer {
  return Buffer.from(BYTES[choice % BYTES.length]!);
}

/** Formats a request for a report. */
export function formatRequest({ method, target, headers, body, role, label }: BadRequest): string {
  const text = body?.toString('utf8');
  const isText = text === undefined || !text.includes('\uFFFD');
  return [
    `${method} ${target}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    `key: ${role ?? 'none'}   (${label})`,
    ...(body ? [isText ? text! : `base64: ${body.toString('base64')}`] : []),
  ].join('\n');
}
