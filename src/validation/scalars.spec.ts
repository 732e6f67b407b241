import fc from 'fast-check';
import { Fault } from '../errors/fault.js';
import { messages } from '../errors/messages.js';
import { decimal, integer, oneOf, parseBoolean, parseEmail, parseId, parseUrl } from './scalars.js';

/** The English sentence of a fault. */
function complaint(parsed: unknown): string {
  if (!(parsed instanceof Fault)) throw new Error(`accepted: ${String(parsed)}`);
  return parsed.wording(messages.en);
}

describe('parseBoolean', () => {
  it.each([true, 1, 'true', 'TRUE', '1', 'yes', 'On', ' true ', ['1']])('takes %p for true', (value) =>
    expect(parseBoolean(value)).toBe(true),
  );
  it.each([false, 0, 'false', 'False', '0', 'no', 'OFF', ['no']])('takes %p for false', (value) =>
    expect(parseBoolean(value)).toBe(false),
  );
  it.each(['', 2, 'maybe', 'y', {}, null, [], '01'])('refuses %p', (value) =>
    expect(complaint(parseBoolean(value))).toMatch(/true or false/),
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
    [['5'], 5],
  ])('reads %p as %d', (value, expected) => expect(integer()(value)).toBe(expected));

  it('reads -0 as 0', () => expect([integer()(-0), integer()('-0')]).toEqual([0, 0]));

  it.each([1.5, '1.5', '1e3', '0x10', '', ' ', 'five', '5 6', true, null, {}, [], NaN])('refuses %p', (value) =>
    expect(complaint(integer()(value))).toBe('Must be a whole number.'),
  );

  it.each([2 ** 53, '9007199254740993', 1e300])('says how great %p may be', (value) =>
    expect(complaint(integer()(value))).toBe('Must lie between -9007199254740991 and 9007199254740991.'),
  );

  it('includes its bounds, and names them', () => {
    const month = integer({ min: 1, max: 12 });
    expect([month(1), month('12')]).toEqual([1, 12]);
    expect(complaint(month(13))).toBe('Must lie between 1 and 12.');
    expect(complaint(integer({ min: 1 })(0))).toBe('Must be 1 or more.');
    expect(complaint(integer({ max: 9 })(10))).toBe('Must be 9 or less.');
  });

  it('reads every safe integer, as number and as text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(integer()(number)).toBe(number);
        expect(integer()(String(number))).toBe(number);
      }),
    );
  });
});

describe('parseId', () => {
  it.each([1, '1', '0042'])('reads %p', (value) => expect(parseId(value)).toBe(Number(value)));
  it.each([0, -1, '0', '-1', 'abc', 1.5, '', null, {}])('refuses %p', (value) =>
    expect(complaint(parseId(value))).toMatch(/an id/),
  );
});

describe('decimal', () => {
  it.each([
    [45.5, 45.5],
    ['45.5', 45.5],
    ['-73', -73],
    ['.5', 0.5],
    ['1e-7', 1e-7],
  ])('reads %p as %d', (value, expected) => expect(decimal()(value)).toBe(expected));

  it.each(['', 'x', '1,5', 'Infinity', 'NaN', '0x1', '1e999', Infinity, NaN, true, null])('refuses %p', (value) =>
    expect(complaint(decimal()(value))).toBe('Must be a number.'),
  );

  it('includes its bounds', () => {
    const latitude = decimal({ min: -90, max: 90 });
    expect([latitude(90), latitude('-90')]).toEqual([90, -90]);
    expect(complaint(latitude(90.1))).toBe('Must lie between -90 and 90.');
  });
});

describe('oneOf', () => {
  const order = oneOf(['asc', 'desc']);
  it('takes its words exactly', () => expect([order('asc'), order(['desc'])]).toEqual(['asc', 'desc']));
  it.each(['ASC', ' asc', '', 1, null, 'constructor'])('refuses %p', (value) =>
    expect(complaint(order(value))).toBe('Must be one of: asc, desc.'),
  );
});

describe('parseUrl', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=c#d',
    'HTTPS://Example.com',
    'https://été.fr/à',
    'http://[::1]:80/',
  ])('gives %s back as written', (url) => expect(parseUrl(` ${url} `)).toBe(url));

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
  ])('refuses %p', (value) => expect(parseUrl(value)).toBeInstanceOf(Fault));

  it.each([
    'https://user:secret@example.com',
    'http://user@example.com/a',
    'https://:x@example.com',
    'https://@example.com',
  ])('refuses %s in words: everybody could read the password', (url) =>
    expect(complaint(parseUrl(url))).toMatch(/^Must not hold a user name or password/),
  );

  it.each(['https://example.com/@user', 'https://example.com?a=b@c', 'https://example.com#a@b'])(
    'takes %s, which names no user',
    (url) => expect(parseUrl(url)).toBe(url),
  );

  it('takes 2,048 characters, no more', () => {
    const url = `https://example.com/${'x'.repeat(2028)}`;
    expect(parseUrl(url)).toBe(url);
    expect(complaint(parseUrl(`${url}x`))).toMatch(/2048/);
  });
});

describe('parseEmail', () => {
  it('takes an address', () => expect(parseEmail(' office@example.com ')).toBe('office@example.com'));
  it.each(['office', 'a@b', 'a b@example.com', '"a\u0001b"@example.com', 'a@b\uD800.com', '', 5, null])(
    'refuses %p',
    (value) => expect(complaint(parseEmail(value))).toMatch(/e-mail/),
  );
});

describe('every parser of one value', () => {
  const parsers = [parseBoolean, integer(), parseId, decimal(), oneOf(['a']), parseUrl, parseEmail];

  it('refuses a list of several', () => {
    for (const parse of parsers) expect(complaint(parse(['1', '1']))).toBe('Must be given only once.');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), fc.constantFrom(...parsers), (value, parse) => void parse(value)));
  });
});
