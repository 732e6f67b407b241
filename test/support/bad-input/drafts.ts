import { LANGUAGES } from '../../../src/lib/i18n/language.js';
import { type Role, ROLES } from '../../../src/http/role.js';
import { type Random } from '../../../tools/seed/random.js';
import { allResources, resourceOf } from '../resources.js';
import { type Draft, percentEncode, toFormValue } from './bad-request.js';
import { type Operation, type InputField } from './operations.js';
import { type Entry } from './raw-json.js';
import { uniqueName, validValue } from './values.js';
import { type TestRecords } from './test-records.js';

/** A valid request with only what is required. */
export function minimalDraft(operation: Operation, world: TestRecords, random: Random): Draft {
  const { method, resource, body } = operation;
  const mayDelete = method === 'delete';
  const place = mayDelete ? 0 : random.integer(1, 3);
  const language = random.pick(LANGUAGES);
  return {
    ...{ operation, language },
    method: method.toUpperCase(),
    path: resource ? { id: String(world.ids[resource]![place]), slug: world.slugs[resource]![place]! } : {},
    query: [],
    headers: {},
    body: body ? required(operation, world, random) : undefined,
    form: false,
    role: null,
  };
}

function required(operation: Operation, world: TestRecords, random: Random): Entry[] {
  if (!operation.family.startsWith('create')) return [];
  const name = resourceOf(operation.resource!).nameField;
  const dates = [
    ['start_date', '2027-06-21 19:30'],
    ['end_date', '2027-06-21 22:00'],
  ] as const;
  return [[name, uniqueName(world, random)], ...(operation.resource === 'events' ? dates : [])];
}

/** A valid request with some optional parameters and fields. */
export function validDraft(operation: Operation, world: TestRecords, random: Random): Draft {
  const draft = minimalDraft(operation, world, random);
  const share = random.pick([5, 15, 40]);
  for (const place of operation.inputs) {
    if (place.keys.length > 1 || place.required || !random.percent(share)) continue;
    if (isCostly(place) && random.percent(95)) continue;
    const value = validValue(operation, place, world, random);
    if (place.in === 'query')
      draft.query.push(`${String(place.keys[0])}=${[value].flat().map(toFormValue).map(percentEncode).join(',')}`);
    else if (place.in === 'body') draft.body = setField(draft, place, value);
  }
  draft.body &&= withoutConflicts(draft.body);
  const isFlat = draft.body?.every(([, value]) => typeof value !== 'object' || Array.isArray(value)) ?? false;
  draft.form = operation.form && isFlat && random.percent(15);
  return draft;
}

/** Fields that may contradict each other: a body keeps the first of each group. */
const CONFLICTING_FIELDS = [
  ['date', 'date_utc'],
  ['state', 'province', 'stateprovince'],
];

function withoutConflicts(body: readonly Entry[]): Entry[] {
  const names = new Set(body.map(([name]) => name));
  const rivals = CONFLICTING_FIELDS.flatMap((group) => group.filter((name) => names.has(name)).slice(1));
  const alone = names.has('geo_lat') === names.has('geo_lng') ? [] : ['geo_lat', 'geo_lng'];
  return body.filter(([name]) => ![...rivals, ...alone].includes(name));
}

/** Each password costs 50 ms of scrypt. */
export function isCostly({ in: where, keys }: InputField): boolean {
  return where === 'body' && keys[0] === 'password';
}

/** A random role: any for reads, mostly one with rights for writes. */
export function roleFor({ method }: Operation, random: Random): Role | null {
  if (method === 'get') return random.percent(50) ? null : random.pick(ROLES);
  return random.share<Role | null>(
    [30, null],
    [35, 'administrator'],
    [20, 'editor'],
    [8, 'author'],
    [5, 'contributor'],
    [2, 'reader'],
  );
}

/** Sets a field of the body, which may be nested; creates the objects around it. */
export function setField({ operation, body = [] }: Draft, { keys }: InputField, value: unknown): Entry[] {
  const [name, ...inside] = keys;
  const title = operation.resource ? resourceOf(operation.resource).nameField : undefined;
  const isText = name === 'translations' && inside.length === 2;
  const kept = body.filter(([other]) => other !== name && !(isText && other === title));
  if (isText)
    return [
      ...kept,
      ['translations', { [inside[0]!]: wrapValue([inside[1]!], { ...(title && { [title]: 'Some name' }) }, value) }],
    ];
  return [...kept, [String(name), wrapValue(inside, REQUIRED_IN[String(name)] ?? {}, value)]];
}

/** Required properties of nested objects. */
const REQUIRED_IN: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    allResources
      .filter(({ isPublished }) => isPublished)
      .map((resource) => [resource.field, { [resource.nameField]: `Some ${resource.singular}` }]),
  ),
  image: { url: 'https://example.com/some.jpg' },
};

function wrapValue(keys: readonly (string | number)[], needed: object, value: unknown): unknown {
  const [key, ...inside] = keys;
  if (key === undefined) return value;
  if (typeof key === 'number') return [wrapValue(inside, needed, value)];
  return { ...needed, [key]: wrapValue(inside, {}, value) };
}
