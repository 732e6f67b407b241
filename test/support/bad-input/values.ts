import { type Schema } from '../../../src/outlets/openapi/openapi-document.js';
import { type Random } from '../../../tools/seed/random.js';
import { allResources } from '../resources.js';
import { type ResourcePlural, type Operation, type InputField } from './operations.js';
import { RawJson } from './raw-json.js';
import { type TestRecords } from './test-records.js';

const KIND_OF: Readonly<Record<string, ResourcePlural>> = {
  ...Object.fromEntries(allResources.flatMap(({ field, plural }) => (field ? [[field, plural]] : []))),
  ...{ event: 'events', post: 'events', post_parent: 'events' },
};

const DATES = [
  '2027-06-21',
  '2027-06-21 19:30',
  '2027-06-21T19:30:00-04:00',
  'tomorrow 9am',
  '1813600800',
  'demain à 9h',
];

/** A valid value for an input. */
export function validValue(
  operation: Operation,
  { keys, schema }: InputField,
  world: TestRecords,
  random: Random,
): unknown {
  const name = String(keys.at(-1));
  if (/date|^(from|to|starts_|ends_|modified_)/.test(name)) return random.pick(DATES);
  if (name === 'author') return random.pick(world.accounts);
  const resource = KIND_OF[name];
  const isList = schema.type === 'array';
  // The first of each resource may have been deleted.
  if (resource && resource !== operation.resource) return one(random.pick(world.ids[resource]!.slice(1)), isList);
  if (['include', 'exclude', 'id'].includes(name) && operation.resource)
    return one(random.pick(world.ids[operation.resource]!), isList);
  if (name === 'parent') return random.pick([0, world.ids.categories![1]]);
  if (name === 'image') return `https://example.com/${random.integer(1, 50)}.jpg`;
  if (allResources.some(({ nameField }) => nameField === name)) return uniqueName(world, random);
  if (name === 'slug') return `slug-${world.block}-${random.integer(1, 1e9)}`;
  if (schema.example !== undefined && random.percent(60)) return schema.example;
  return valueForSchema(schema, random);
}

export function uniqueName({ block }: TestRecords, random: Random): string {
  return `Fête & <b>concert</b> ${block} ${random.integer(1, 1e9)}`;
}

function one(id: number, isList: boolean): unknown {
  return isList ? [id] : id;
}

function valueForSchema(schema: Schema, random: Random): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.oneOf) return valueForSchema(random.pick(schema.oneOf), random);
  const { minimum = 1, maximum = minimum + 20 } = schema;
  switch (schema.type) {
    case 'integer':
      return random.integer(minimum, Math.min(maximum, minimum + 20));
    case 'number':
      return minimum + random.fraction() * (maximum - minimum);
    case 'boolean':
      return random.percent(50);
    case 'array':
      return schema.items && !schema.items.$ref ? [valueForSchema(schema.items, random)] : [];
    case 'object':
      return {};
    default:
      return valueForFormat(schema, random);
  }
}

function valueForFormat({ format, example }: Schema, random: Random): unknown {
  if (format === 'uri') return `https://example.com/${random.integer(1, 50)}.jpg`;
  if (format === 'email') return `office${random.integer(1, 50)}@example.com`;
  return example ?? `Some text ${random.integer(1, 1e9)}`;
}

/** Values that are invalid almost everywhere. */
const STRANGE: readonly unknown[] = [
  ...[null, '', ' ', true, false, 0, -1, 1.5, 2, 'abc', '12abc', '1e3', '0x1F', '١٢', '+5', '1,', ',1', '1;2'],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31), 1e21, 1e-7, '9007199254740993', '18446744073709551616'],
  ...['1e999', '-1e999', '-0', '1E+2', '123456789012345678901234567890', '0.1e-400'].map((text) => new RawJson(text)),
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    [[[[[1]]]]],
    { id: 1 },
    { id: { id: 1 } },
    { id: null },
    [{ id: null }],
    { id: '', url: '' },
    [1, 'a', null],
    { 0: 1 },
    { length: 3 },
  ],
  ...['2027-02-30', '2027-13-01', '0000-00-00', '9999-12-31 23:59:59', '10000-01-01', '1000-01-01', '-271821-04-20'],
  ...[
    '24:00',
    '2027-06-21 25:00',
    '2027-06-21T10:00:00+99:00',
    '99999999999999',
    '-99999999999',
    '20270230',
    '00000000',
  ],
  ...[
    'next next next monday',
    'tomorrow '.repeat(30),
    '+99999999 days',
    'in 1e9 years',
    '-5 months ago',
    'noon midnight',
  ],
  ...['America/Nowhere', '+99:99', 'UTC+25', 'UTC-00:00', 'Etc/GMT+99', 'america/toronto', 'GMT', '+24:00', 'EST5EDT'],
  ...[
    'ftp://x',
    'http://',
    'https://[::1',
    'http://a b',
    '//x',
    'https://x:99999/',
    'http://\u0000',
    'https://é.example',
  ],
  ...['a@', '@b', 'a@b', 'a b@c.example', '"a\\"@b.example', `${'a'.repeat(300)}@example.com`],
  ...['-5', '$', '10 - ', '€€', '1,2,3,4', '1 000 000,999 $', ['free', -1], [{}], '9'.repeat(60), ['1e999'], 'NaN'],
  ...['publish,', 'PUBLISH', 'trash', 'any', 'publish,nothing', 'en ', 'FR', 'asc;desc', 'none,none'],
  ...['x'.repeat(255), 'x'.repeat(256), '😀'.repeat(255), 'é'.repeat(30_001), 'x'.repeat(61_000), '<p>'.repeat(5000)],
  ...['\u0000', 'a\u0000b', '\ud800', '\udc00\ud800', '\ufffe', '\uE000', 'a\uE000b', '---', '...', '日本語', '🎉'],
  ...[new RawJson('"\\ud83d"'), new RawJson('{"__proto__":1}'), new RawJson('{"a":1,"a":2}')],
  new RawJson(`${'['.repeat(3000)}${']'.repeat(3000)}`),
];

/** A value that is wrong by the schema, or strange. */
export function wrongValue(schema: Schema, valid: unknown, random: Random): unknown {
  const { minimum, maximum, maxLength } = schema;
  const wrong: unknown[] = [
    ...(minimum === undefined ? [] : [minimum - 1, minimum, minimum - 0.5]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum, maximum * 1e6]),
    ...(maxLength === undefined ? [] : ['y'.repeat(maxLength), 'y'.repeat(maxLength + 1), ' '.repeat(maxLength + 1)]),
    ...(schema.enum ? [String(schema.enum[0]).toUpperCase(), `${String(schema.enum[0])}x`, schema.enum] : []),
    ...[[valid, valid], [[valid]], { value: valid }, String(valid), [valid, null], `${String(valid)}\u0000`],
  ];
  return random.percent(40) ? random.pick(wrong) : random.pick(STRANGE);
}
