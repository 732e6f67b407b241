import { TooMuchMarkup } from '../lib/errors/api-error.js';
import { MAX_MARKS } from '../lib/text/markup.js';
import { assertMarkupLimits, MAX_MARKUP_LENGTH, exceededBound } from './body-limits.js';
import fc from 'fast-check';
import { computationTime } from '../../test/support/process-time.js';

const HTML = '<p class="x">One &amp; two</p>\n';

it.each([
  [undefined],
  [{ title: 'Jazz', description: HTML.repeat(2000) }],
  [{ description: 'x'.repeat(1_000_000) }],
  [{ description: `${'<b>x</b>'.repeat(8571)}` }],
  [{ description: '<'.repeat(MAX_MARKS) }],
  [{ description: `<p>${'x'.repeat(250_000)}`, excerpt: `<p>${'x'.repeat(MAX_MARKUP_LENGTH - 250_006)}` }],
  [{ description: '<'.repeat(MAX_MARKS + 1) }],
  [{ description: '<p '.padEnd(310_000, 'x ') }],
])('accepts texts that are cleaned quickly, and those that their field refuses', (body) =>
  expect(() => assertMarkupLimits(body)).not.toThrow(),
);

it.each([
  [{ description: '<'.repeat(MAX_MARKS), excerpt: '<' }],
  [{ description: '>'.repeat(MAX_MARKS), excerpt: '>' }],
  [{ description: '&'.repeat(MAX_MARKS / 2), excerpt: '\n'.repeat(MAX_MARKS / 2 + 1) }],
  [{ venue: Array.from({ length: 50 }, () => ({ venue: '<script'.repeat(500) })) }],
  [{ description: '<img src=http://x>'.repeat(MAX_MARKS / 2), excerpt: 'a=b' }],
  [{ translations: { fr: { description: `<p ${'x '.repeat(100_000)}`, excerpt: `<p ${'x '.repeat(100_000)}` } } }],
])('refuses texts that are slow to clean, in whichever fields', (body) =>
  expect(() => assertMarkupLimits(body)).toThrow(TooMuchMarkup),
);

const bytes = (text: string) => Buffer.from(text);

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (members: number) => `[${Array.from({ length: members }, () => '1').join(',')}]`;
const object = (keys: number) => `{${Array.from({ length: keys }, (_, key) => `"${key}":1`).join(',')}}`;

/** Measures a parsed value, to compare it with the bounds. */
function walk(value: unknown, depth = 1): { depth: number; keys: number; members: number } {
  if (typeof value !== 'object' || value === null) return { depth: depth - 1, keys: 0, members: 0 };
  const own = Object.values(value);
  const below = own.map((member) => walk(member, depth + 1));
  const isList = Array.isArray(value);
  return {
    depth: Math.max(depth, ...below.map((one) => one.depth)),
    keys: Math.max(isList ? 0 : own.length, ...below.map((one) => one.keys)),
    members: Math.max(isList ? own.length : 0, ...below.map((one) => one.members)),
  };
}

describe('the limits of a JSON text', () => {
  it.each([
    ['32 levels', `{"a":${nested(31)}}`, undefined],
    ['33 levels', `{"a":${nested(32)}}`, ['tooDeep', 32]],
    ['1,000 members', `{"a":${list(1000)}}`, undefined],
    ['1,001 members', `{"a":${list(1001)}}`, ['tooManyMembers', 1000]],
    ['1,000 keys', `{"a":${object(1000)}}`, undefined],
    ['1,001 keys', `{"a":${object(1001)}}`, ['tooManyKeys', 1000]],
    ['many lists, none of them long', `[${Array.from({ length: 900 }, () => list(900)).join(',')}]`, undefined],
    ['brackets and commas in text', JSON.stringify({ a: '[{,"\\'.repeat(5000) }), undefined],
    ['what is no JSON', ']]}},,"', undefined],
    ['nothing', '', undefined],
  ])('%s', (_what, text, bound) => {
    expect(exceededBound(bytes(text))).toEqual(bound);
  });

  it('agree with those of a parser', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'large', withCrossShrink: true },
        fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    // Wrapped, so that some lie just within and some just beyond the depth.
    const wrapped = fc.tuple(tree, fc.nat(40)).map(([inner, levels]) => {
      let value: unknown = inner;
      for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { '"': value };
      return value;
    });
    fc.assert(
      fc.property(wrapped, (value) => {
        expect(exceededBound(bytes(JSON.stringify(value))) !== undefined).toBe(walk(value).depth > 32);
      }),
    );
  });

  it.each([
    ['[[[…', '['.repeat(2 ** 20)],
    ['{"a":{"a":…', '{"a":'.repeat(2 ** 18)],
    ['{"a":1,…', `{${'"a":1,'.repeat(170_000)}`],
    ['one long string', JSON.stringify({ a: 'x'.repeat(2 ** 20) })],
    ['a string of backslashes', `{"a":"${'\\'.repeat(2 ** 20)}`],
    ['quotes', '"'.repeat(2 ** 20)],
  ])('are found quickly in a mebibyte of %s', (_what, text) => {
    const input = bytes(text);
    const times = Array.from({ length: 10 }, () => {
      const start = computationTime();
      exceededBound(input);
      return computationTime() - start;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
