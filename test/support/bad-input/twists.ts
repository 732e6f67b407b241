import { LANGUAGES } from '../../../src/lib/i18n/language.js';
import { type Random } from '../../../tools/seed/random.js';
import { badBytes, type BadRequest, BAD_BYTES, type Draft, percentEncode, toFormValue } from './bad-request.js';
import { compressed, strangeHeader } from './headers.js';
import { type InputField } from './operations.js';
import { type Entry, jsonOf, RawJson } from './raw-json.js';
import { setField } from './drafts.js';
import { wrongValue } from './values.js';

const QUERIES = ['%', '%zz', '%ff', '%C0%80', '%ED%A0%80', '&&&&', '=', '=x', '?', '[]=1', '[', '%00=1', '+', ';a=b'];

const PATHS = [
  '0',
  '00',
  '-1',
  '1.5',
  '1e3',
  '%31',
  '%',
  '%ff',
  '%00',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%5c',
  '1%00',
  '١',
  '%F0%9F%8E%89',
];

const MORE_PATHS = [
  '9007199254740993',
  '4294967296',
  '18446744073709551616',
  '9'.repeat(400),
  'a'.repeat(3000),
  ' ',
  '*',
  ':id',
];

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LOCK',
  'M-SEARCH',
  'LINK',
  'GET',
  'POST',
  'PUT',
  'PATCH',
];

const ROOTS = ['de', 'EN', '', 'en/fr', '%65n', 'e%6e', '..', 'en%00', 'fr/..', '/en', '__proto__', 'constructor', '%'];

const UNKNOWN: readonly Entry[] = [
  ...(
    ['titel', 'zzz', '', ' title', 'title\u0000', '__proto__', 'constructor', 'toString', 'x'.repeat(5000)] as const
  ).map((name) => [name, 1] as const),
  ['', null],
  ['translations', { de: { title: 'x' } }],
  ['translations', { fr: null, en: null }],
  ['translations', { fr: { titre: 'x', status: 'publish', __proto__: 1 } }],
];

/** Makes one thing of a valid request wrong. */
export type Twist = (draft: Draft, random: Random) => void;

const wrongPlace: Twist = (draft, random) => {
  const { operation } = draft;
  const place = random.pick(operation.inputs);
  const valid = place.schema.example ?? place.schema.default ?? 1;
  const value = wrongValue(place.schema, valid, random);
  if (place.in === 'query') draft.query.push(...spelled(String(place.keys[0]), value, random));
  else if (place.in === 'header')
    Object.assign(draft.headers, strangeHeader(random, String(place.keys[0]).toLowerCase()));
  else if (place.in === 'path') draft.path[String(place.keys[0])] = random.pick([...PATHS, ...MORE_PATHS]);
  else if (draft.body) draft.body = setField(draft, place, value);
};

/** Writes a value into a query; lists have several notations. */
function spelled(name: string, value: unknown, random: Random): string[] {
  const text = (part: unknown) => percentEncode(toFormValue(part instanceof RawJson ? part.text : part)).slice(0, 6000);
  if (!Array.isArray(value)) return [`${name}${random.percent(10) ? '[]' : ''}=${text(value)}`];
  if (random.percent(30)) return [`${name}=${value.map(text).join(',')}`];
  return value.map((member) => `${name}${random.pick(['', '[]', '[0]', '%5B%5D'])}=${text(member)}`);
}

const inBody: readonly Twist[] = [
  (draft, random) => void draft.body!.splice(random.integer(0, draft.body!.length), 1),
  (draft, random) => void draft.body!.push(random.pick(UNKNOWN)),
  (draft, random) => void draft.body!.push([random.pick(draft.body!)?.[0] ?? 'title', random.pick([null, '', 1, 'x'])]),
  (draft) => (draft.body = [['data', new RawJson(jsonOf(draft.body!))]]),
  (draft) => (draft.body = []),
  (draft, random) => void draft.body!.push([bodyName(draft, random), `a${BAD_BYTES}b`]),
  (draft, random) =>
    void draft.body!.push([
      bodyName(draft, random),
      new RawJson(random.pick(['nul', '01', '.5', "'a'", '"\u0001"', 'undefined', '1e', '[1,]', '{"a"}'])),
    ]),
  (draft, random) => void draft.body!.push([bodyName(draft, random), new RawJson(deep(random))]),
  (draft) => (draft.form = draft.operation.form && !draft.form),
  (draft, random) =>
    void draft.body!.push([
      'translation_language',
      random.pick([...LANGUAGES, 'de', '', null, ['fr'], ['fr', 'en'], {}]),
    ]),
];

function bodyName({ operation }: Draft, random: Random): string {
  const fields = operation.inputs.filter((place: InputField) => place.in === 'body');
  return String(random.pick(fields).keys[0]);
}

function deep(random: Random): string {
  const depth = random.pick([50, 1000, 20_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"venue":[', ']}'],
    ['[{"id":', '}]'],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const anywhere: readonly Twist[] = [
  (draft, random) => void Object.assign(draft.headers, strangeHeader(random)),
  (draft, random) => void Object.assign(draft.headers, strangeHeader(random), strangeHeader(random)),
  (draft, random) => void draft.query.push(random.pick(QUERIES)),
  (draft, random) =>
    void draft.query.push(...draft.query, ...(random.percent(5) ? ['a'.repeat(random.pick([8000, 20_000]))] : [])),
  (draft, random) => void (draft.method = random.pick(METHODS)),
  (draft, random) => void (draft.language = random.pick(ROOTS)),
  (draft, random) =>
    void draft.query.push(
      `translation_language=${random.pick([...LANGUAGES, 'de', '', 'fr&translation_language=en'])}`,
    ),
];

/** Makes one thing of a draft wrong. */
export function twist(draft: Draft, random: Random): void {
  const chosen = random.share<Twist>(
    [50, wrongPlace],
    [25, draft.body ? random.pick(inBody) : wrongPlace],
    [25, random.pick(anywhere)],
  );
  chosen(draft, random);
}

const WHOLE_BODIES = [
  '',
  ' ',
  '[]',
  'null',
  '1',
  '"x"',
  '{',
  '}',
  '{}{}',
  '\ufeff{}',
  '{"a":1',
  '[{}]',
  'title=a',
  '\u0000',
];

const OTHER_TYPES = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16le'];

/** Damages the bytes of a body in ways that a list of fields cannot express. */
export function twistBytes(request: BadRequest, random: Random): BadRequest {
  const { body, headers } = request;
  if (!body) return request;
  const other = random.integer(1, 6);
  if (other === 6) return { ...request, headers: { ...headers, 'content-type': random.pick(OTHER_TYPES) } };
  if (other === 1) return { ...request, body: body.subarray(0, random.integer(0, body.length - 1)) };
  if (other === 2) return { ...request, body: Buffer.from(random.pick(WHOLE_BODIES)) };
  if (other === 3)
    return { ...request, body: compressed(body, random), headers: { ...headers, 'content-encoding': 'gzip' } };
  if (other === 4) return { ...request, body: Buffer.from(body.toString('utf8'), random.pick(['utf16le', 'latin1'])) };
  if (random.percent(30)) return { ...request, body: Buffer.concat([body, Buffer.alloc(1_100_000, 0x20)]) };
  return { ...request, body: Buffer.concat([badBytes(random.integer(0, 9)), body]) };
}

/** Changes, removes, duplicates or inserts bytes of the target or the body. */
export function mutate(request: BadRequest, random: Random): BadRequest {
  const { target, body } = request;
  if (body && body.length > 0 && random.percent(60)) return { ...request, body: mutated(body, random) };
  // Removes the characters that Node refuses in a request target.
  const bytes = mutated(Buffer.from(target, 'latin1'), random)
    .toString('latin1')
    .replaceAll(/[^\x21-\xff]/g, '');
  return { ...request, target: bytes.startsWith('/') ? bytes : `/${bytes}` };
}

function mutated(bytes: Buffer, random: Random): Buffer {
  let list = [...bytes];
  for (let change = random.integer(1, 4); change > 0; change--) {
    const place = random.integer(0, Math.max(0, list.length - 1));
    const length = random.integer(1, 8);
    const part = list.slice(place, place + length);
    const noise = Array.from({ length }, () => random.integer(0, 255));
    const ways = [
      [random.integer(0, 255), ...list.slice(place + 1)],
      list.slice(place + length),
      [...part, ...list.slice(place)],
      [...noise, ...list.slice(place)],
      [(list[place] ?? 0) ^ (1 << random.integer(0, 7)), ...list.slice(place + 1)],
      [
        ...Buffer.from(random.pick(['%', '%00', '"', "'", '[', '{', '&', '=', '/', '..', '\\', '\\u0000'])),
        ...list.slice(place),
      ],
    ];
    list = [...list.slice(0, place), ...random.pick(ways)];
  }
  return Buffer.from(list);
}
