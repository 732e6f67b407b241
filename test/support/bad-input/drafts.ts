import { LANGUAGES } from '../../../src/i18n/language.js';
import { type Role, ROLES } from '../../../src/http/context/role.js';
import { type Random } from '../../../tools/seed/random.js';
import { allResources, resourceOf } from '../resources.js';
import { type Draft, encoded, plain } from './bad-request.js';
import { type Operation, type Place } from './places.js';
import { type Entry } from './raw-json.js';
import { uniqueName, validValue } from './values.js';
import { type World } from './world.js';

/** A request that has what it must have, and nothing else. */
export function leastDraft(operation: Operation, world: World, random: Random): Draft {
  const { method, kind, body } = operation;
  const mayDelete = method === 'delete';
  const place = mayDelete ? 0 : random.integer(1, 3);
  const language = random.pick(LANGUAGES);
  return {
    ...{ operation, language },
    method: method.toUpperCase(),
    path: kind ? { id: String(world.ids[kind]![place]), slug: world.slugs[kind]![place]! } : {},
    query: [],
    headers: {},
    body: body ? required(operation, world, random) : undefined,
    form: false,
    role: null,
  };
}

function required(operation: Operation, world: World, random: Random): Entry[] {
  if (!operation.family.startsWith('create')) return [];
  const name = resourceOf(operation.kind!).nameField;
  const dates = [
    ['start_date', '2027-06-21 19:30'],
    ['end_date', '2027-06-21 22:00'],
  ] as const;
  return [[name, uniqueName(world, random)], ...(operation.kind === 'events' ? dates : [])];
}

/** A request that is right, with some of what it may have. */
export function validDraft(operation: Operation, world: World, random: Random): Draft {
  const draft = leastDraft(operation, world, random);
  const share = random.pick([5, 15, 40]);
  for (const place of operation.places) {
    if (place.keys.length > 1 || place.required || !random.percent(share)) continue;
    if (isCostly(place) && random.percent(95)) continue;
    const value = validValue(operation, place, world, random);
    if (place.in === 'query')
      draft.query.push(`${String(place.keys[0])}=${[value].flat().map(plain).map(encoded).join(',')}`);
    else if (place.in === 'body') draft.body = setField(draft, place, value);
  }
  draft.body &&= agreeing(draft.body);
  const isFlat = draft.body?.every(([, value]) => typeof value !== 'object' || Array.isArray(value)) ?? false;
  draft.form = operation.form && isFlat && random.percent(15);
  return draft;
}

/** Fields that say the same: of these a body has the first. */
const RIVALS = [
  ['date', 'date_utc'],
  ['state', 'province', 'stateprovince'],
];

function agreeing(body: readonly Entry[]): Entry[] {
  const names = new Set(body.map(([name]) => name));
  const rivals = RIVALS.flatMap((group) => group.filter((name) => names.has(name)).slice(1));
  const alone = names.has('geo_lat') === names.has('geo_lng') ? [] : ['geo_lat', 'geo_lng'];
  return body.filter(([name]) => ![...rivals, ...alone].includes(name));
}

/** Each password costs 50 ms of scrypt. */
export function isCostly({ in: where, keys }: Place): boolean {
  return where === 'body' && keys[0] === 'password';
}

/** Who asks: reads by anybody, writes mostly by those who may. */
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

/** The body of a draft with a field set, wherever it is; what has to stand around it is made. */
export function setField({ operation, body = [] }: Draft, { keys }: Place, value: unknown): Entry[] {
  const [name, ...inside] = keys;
  const title = operation.kind ? resourceOf(operation.kind).nameField : undefined;
  const isText = name === 'translations' && inside.length === 2;
  const kept = body.filter(([other]) => other !== name && !(isText && other === title));
  if (isText)
    return [
      ...kept,
      ['translations', { [inside[0]!]: around([inside[1]!], { ...(title && { [title]: 'Some name' }) }, value) }],
    ];
  return [...kept, [String(name), around(inside, NEEDED_IN[String(name)] ?? {}, value)]];
}

/** What an object inside a body needs, whatever else is in it. */
const NEEDED_IN: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    allResources
      .filter(({ isPublished }) => isPublished)
      .map((kind) => [kind.field, { [kind.nameField]: `Some ${kind.one}` }]),
  ),
  image: { url: 'https://example.com/some.jpg' },
};

function around(keys: readonly (string | number)[], needed: object, value: unknown): unknown {
  const [key, ...inside] = keys;
  if (key === undefined) return value;
  if (typeof key === 'number') return [around(inside, needed, value)];
  return { ...needed, [key]: around(inside, {}, value) };
}
