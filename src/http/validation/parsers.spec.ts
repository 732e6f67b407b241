import fc from 'fast-check';
import { FieldError } from '../../lib/errors/field-error.js';
import {
  parseFieldPaths,
  parseIdList,
  parseTermList,
  parseTermNames,
  parseWordList,
  boolean,
  decimal,
  integer,
  oneOf,
  parseEmail,
  parseUrl,
  plainText,
  recordId,
} from './parsers.js';
import { errorsIn, validated } from '../../../test/support/validated.js';
import { messages } from '../../lib/i18n/messages.js';
import { Field, type ValueType } from './field.js';

/** A class with one field of a type. */
function dtoOf(type: ValueType) {
  class Dto {
    @Field(type, { whenEmpty: 'kept' })
    value?: unknown;
  }
  return Dto;
}

const read = async (type: ValueType, value: unknown) => (await validated(dtoOf(type), { value })).value;
const refused = async (type: ValueType, value: unknown) => (await errorsIn(dtoOf(type), { value })).value;

/** The English sentence of a fault. */
function complaint(parsed: unknown): string {
  if (!(parsed instanceof FieldError)) throw new Error(`accepted: ${String(parsed)}`);
  return parsed.wording(messages.en);
}

describe('boolean', () => {
  it.each([true, 1, 'true', 'TRUE', '1', 'yes', 'On', ' true '])('parses %p as true', async (value) =>
    expect(await read(boolean, value)).toBe(true),
  );
  it.each([false, 0, 'false', 'False', '0', 'no', 'OFF'])('parses %p as false', async (value) =>
    expect(await read(boolean, value)).toBe(false),
  );
  it.each([2, 'maybe', 'y', {}, [], '01', [true], ['no']])('refuses %p', async (value) =>
    expect(await refused(boolean, value)).toMatch(/true or false/),
  );
});

describe('integer', () => {
  it.each([
    [5, 5],
    ['5', 5],
    [' 5 ', 5],
    ['-5', -5],
    ['+5', 5],
    ['007', 7],
    [-0, 0],
    ['-0', 0],
  ])('parses %p as %d', async (value, expected) => expect(await read(integer(), value)).toBe(expected));

  it.each([1.5, '1.5', '1e3', '0x10', ' ', 'five', '5 6', true, {}, [], [5], ['5']])('refuses %p', async (value) =>
    expect(await refused(integer(), value)).toBe('Must be a whole number.'),
  );

  it.each([2 ** 53, '9007199254740993', 1e300])('names the range of %p', async (value) =>
    expect(await refused(integer(), value)).toBe('Must lie between -9007199254740991 and 9007199254740991.'),
  );

  it('includes its limits, and names them', async () => {
    const month = integer({ min: 1, max: 12 });
    expect([await read(month, 1), await read(month, '12')]).toEqual([1, 12]);
    expect(await refused(month, 13)).toBe('Must lie between 1 and 12.');
    expect(await refused(integer({ min: 1 }), 0)).toBe('Must be 1 or more.');
    expect(await refused(integer({ max: 9 }), 10)).toBe('Must be 9 or less.');
  });

  it('parses every safe integer, as number and as text', async () => {
    const property = fc.asyncProperty(fc.maxSafeInteger(), async (number) => {
      expect(await read(integer(), number)).toBe(number);
      expect(await read(integer(), String(number))).toBe(number);
    });
    await fc.assert(property);
  });
});

describe('an id', () => {
  it.each([1, '1', '0042'])('may be %p', async (value) => expect(await read(recordId, value)).toBe(Number(value)));
  it.each([0, -1, '0', '-1', 'abc', 1.5, {}])('is never %p', async (value) =>
    expect(await refused(recordId, value)).toMatch(/an id/),
  );
});

describe('decimal', () => {
  it.each([
    [45.5, 45.5],
    ['45.5', 45.5],
    ['-73', -73],
    ['.5', 0.5],
    ['1e-7', 1e-7],
  ])('parses %p as %d', async (value, expected) => expect(await read(decimal(), value)).toBe(expected));

  it.each(['x', '1,5', 'Infinity', 'NaN', '0x1', '1e999', true])('refuses %p', async (value) =>
    expect(await refused(decimal(), value)).toBe('Must be a number.'),
  );

  it('includes its limits', async () => {
    const latitude = decimal({ min: -90, max: 90 });
    expect([await read(latitude, 90), await read(latitude, '-90')]).toEqual([90, -90]);
    expect(await refused(latitude, 90.1)).toBe('Must lie between -90 and 90.');
  });
});

describe('oneOf', () => {
  const order = oneOf(['asc', 'desc']);
  it('accepts its words exactly', async () =>
    expect([await read(order, 'asc'), await read(order, ['desc'])]).toEqual(['asc', 'desc']));
  it.each(['ASC', ' asc', 1, 'constructor'])('refuses %p', async (value) =>
    expect(await refused(order, value)).toBe('Must be one of: asc, desc.'),
  );
});

describe('plainText', () => {
  it('counts characters as code points, however they combine', async () => {
    expect(await read(plainText(3), '😀😀😀')).toBe('😀😀😀');
    for (const text of ['abcd', '😀😀😀😀', 'a\uFE0Fb\uFE0F'])
      expect(await refused(plainText(3), text)).toBe('Must not be longer than 3 characters.');
  });
});

describe('parseUrl', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=c#d',
    'HTTPS://Example.com',
    'https://été.fr/à',
    'http://[::1]:80/',
  ])('returns %s as written', (url) => expect(parseUrl(` ${url} `)).toBe(url));

  it.each([
    ...[
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'http:example.com',
      'http:///x',
      '',
    ],
    ...[
      'http://',
      'http://a b.com',
      'http://exam\nple.com',
      'http://x/"onload="',
      'https://x/<b>',
      'http://[::1',
      'http://x/\uD800',
    ],
    ...[5, null, {}, ['http://a.com', 'http://b.com']],
  ])('refuses %p', (value) => expect(parseUrl(value)).toBeInstanceOf(FieldError));

  it.each([
    'https://user:secret@example.com',
    'http://user@example.com/a',
    'https://:x@example.com',
    'https://@example.com',
  ])('refuses %s with a reason: the password would be public', (url) =>
    expect(complaint(parseUrl(url))).toMatch(/^Must not hold a user name or password/),
  );

  it.each(['https://example.com/@user', 'https://example.com?a=b@c', 'https://example.com#a@b'])(
    'accepts %s, which has no user name',
    (url) => expect(parseUrl(url)).toBe(url),
  );

  it('accepts 2,048 characters, no more', () => {
    const url = `https://example.com/${'x'.repeat(2028)}`;
    expect(parseUrl(url)).toBe(url);
    expect(complaint(parseUrl(`${url}x`))).toMatch(/2048/);
  });
});

describe('parseEmail', () => {
  it('accepts an address', () => expect(parseEmail(' office@example.com ')).toBe('office@example.com'));
  it.each(['office', 'a@b', 'a b@example.com', '"a\u0001b"@example.com', 'a@b\uD800.com', '', 5, null])(
    'refuses %p',
    (value) => expect(complaint(parseEmail(value))).toMatch(/e-mail/),
  );
});

describe('every type of one value', () => {
  const types = [boolean, integer(), recordId, decimal(), oneOf(['a']), plainText()];

  it('refuses a list of several', async () => {
    for (const type of types) expect(await refused(type, ['1', '1'])).toBe('Must be given only once.');
    for (const parse of [parseUrl, parseEmail]) expect(complaint(parse(['1', '1']))).toBe('Must be given only once.');
  });

  it('has a message for every JSON value that it refuses', async () => {
    const property = fc.asyncProperty(fc.jsonValue(), fc.constantFrom(...types), async (value, type) => {
      for (const sentence of Object.values(await errorsIn(dtoOf(type), { value }))) expect(sentence).not.toBe('');
    });
    await fc.assert(property);
  });
});

describe('parseFieldPaths', () => {
  it.each([
    ['id,title', ['id', 'title']],
    [' id , venue.venue ,, id', ['id', 'venue.venue']],
    [
      ['id', 'title,url'],
      ['id', 'title', 'url'],
    ],
    ['a.b.c.d.e', ['a.b.c.d.e']],
    [',', []],
  ])('parses %j', (raw, paths) => expect(parseFieldPaths(raw)).toEqual(paths));

  it.each([
    'a.b.c.d.e.f',
    'x'.repeat(256),
    Array.from({ length: 201 }, (_, number) => `f${number}`).join(),
    [7],
    [{ id: 1 }],
    null,
  ])('refuses %j', (raw) => expect(parseFieldPaths(raw)).toBeInstanceOf(FieldError));
});

describe('parseIdList', () => {
  it.each([
    ['12,15', [12, 15]],
    ['12', [12]],
    [12, [12]],
    [' 3 , 1,2 ', [3, 1, 2]],
    [
      ['3,1', '2', 3],
      [3, 1, 2],
    ],
    [
      [['1', ['2,3']], 4],
      [1, 2, 3, 4],
    ],
    ['5,5,05', [5]],
    [{ id: 7, title: 'Jazz' }, [7]],
    [
      [{ id: 7 }, '8'],
      [7, 8],
    ],
    [[], []],
  ])('parses %j', (raw, ids) => expect(parseIdList(raw)).toEqual(ids));

  it.each([
    '',
    'a',
    '1,',
    '1,,2',
    '0',
    '-1',
    '1.5',
    '1;2',
    true,
    null,
    {},
    [null],
    [1, 'x'],
    [{ id: 'x' }],
    [{ id: [1] }],
  ])('refuses %j', (raw) => expect(parseIdList(raw)).toBeInstanceOf(FieldError));

  it('refuses lists that are nested too deeply', () => {
    expect(parseIdList([[[[[[1]]]]]])).toBeInstanceOf(FieldError);
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(parseIdList(deep)).toBeInstanceOf(FieldError);
  });

  it('returns each id once, in the order of their first occurrence, however they are split up', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(lists, (parts) => {
        const expected = [...new Set(parts.flat())];
        expect(parseIdList(parts)).toEqual(expected);
        expect(parseIdList(parts.map((part) => part.join(',')))).toEqual(expected);
        expect(parseIdList(parts.flat().join(', '))).toEqual(expected);
      }),
    );
  });
});

describe('parseTermList', () => {
  it('distinguishes digits in text from ids', () => {
    expect(parseTermList(['12', 12, 'music'])).toEqual([{ text: '12' }, { id: 12 }, { text: 'music' }]);
  });

  it('splits text at its commas', () => {
    const expected = [{ text: 'Wine' }, { text: 'cheese' }, { text: 'été' }];
    expect(parseTermList('Wine, cheese,été')).toEqual(expected);
    expect(parseTermList(['Wine, cheese', 'été'])).toEqual(expected);
  });

  it('accepts terms as they were read', () => {
    expect(parseTermList([{ id: 5, name: 'Jazz', slug: 'jazz' }, 5])).toEqual([{ id: 5 }]);
  });

  it('cleans names like every plain text', () => {
    expect(parseTermList('<b>Jazz</b>\u0000')).toEqual([{ text: 'Jazz' }]);
  });

  it.each(['', 'a,', '<b></b>', 0, -1, 1.5, true, null, {}, [{ name: 'Jazz' }], 'x'.repeat(256)])('refuses %j', (raw) =>
    expect(parseTermList(raw)).toBeInstanceOf(FieldError),
  );
});

describe('parseTermNames', () => {
  it('keeps the commas of a name in a list', () => {
    expect(parseTermNames(['Wine, cheese', 'été'])).toEqual([{ text: 'Wine, cheese' }, { text: 'été' }]);
  });

  it('splits a single text', () =>
    expect(parseTermNames('Wine, cheese')).toEqual([{ text: 'Wine' }, { text: 'cheese' }]));
});

describe('parseWordList', () => {
  const parseStatuses = parseWordList(['publish', 'draft', 'any']);

  it.each([['publish,draft'], ['publish , draft,publish'], [['publish', 'draft']], [['publish,draft', 'draft']]])(
    'parses %j',
    (raw) => expect(parseStatuses(raw)).toEqual(['publish', 'draft']),
  );

  it.each(['', 'Publish', 'publish,', 'other', 1, null, {}])('refuses %j', (raw) =>
    expect(parseStatuses(raw)).toBeInstanceOf(FieldError),
  );
});

it('no parser of lists ever throws', () => {
  const parsers = fc.constantFrom(parseIdList, parseTermList, parseTermNames, parseWordList(['a']));
  fc.assert(fc.property(fc.anything(), parsers, (value, parse) => void parse(value)));
});
