import { formatKey, hashSecret, matchesSecret, newKey, parseKey } from './keys.js';
import { expiryOf } from './key-lifetime.js';

describe('a key', () => {
  const key = newKey();
  const text = formatKey(key);

  it('is one word of id, secret and checksum', () => {
    expect(text).toMatch(/^cal_[a-z0-9]{12}_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
    expect(text).toContain(`cal_${key.id}_${key.secret}_`);
  });

  it('can be parsed', () => {
    expect(parseKey(text)).toEqual(key);
  });

  it('is new each time', () => {
    expect(new Set(Array.from({ length: 200 }, () => formatKey(newKey()))).size).toBe(200);
  });

  it('is refused with any one character changed', () => {
    for (const [at, character] of [...text].entries()) {
      const typo = text.slice(0, at) + (character === '0' ? '1' : '0') + text.slice(at + 1);
      expect(parseKey(typo)).toBeUndefined();
    }
  });

  it.each(['', 'cal_', 'secret', text.slice(1), `${text} `, `${text}\n`, text.toUpperCase(), text.slice(0, -1)])(
    'is not %j',
    (other) => {
      expect(parseKey(other)).toBeUndefined();
    },
  );

  it('is recognized by the hash of its secret alone', () => {
    const hash = hashSecret(key.secret);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toContain(key.secret);
    expect(matchesSecret(hash, key.secret)).toBe(true);
    expect(matchesSecret(hash, newKey().secret)).toBe(false);
    expect(matchesSecret('', key.secret)).toBe(false);
  });
});

const now = new Date('2027-01-01T00:00:00Z');

describe('the expiry of a lifetime', () => {
  it.each([
    ['12h', '2027-01-01T12:00:00.000Z'],
    ['90d', '2027-04-01T00:00:00.000Z'],
    ['4w', '2027-01-29T00:00:00.000Z'],
    ['1y', '2028-01-01T00:00:00.000Z'],
  ])('of %s is %s', (lifetime, end) => {
    expect(expiryOf(lifetime, now)?.toISOString()).toBe(end);
  });

  it.each(['', '90', 'd', '0d', '-1d', '1.5d', '90 d', '9999999y', '1m'])('is unknown for %j', (lifetime) => {
    expect(expiryOf(lifetime, now)).toBeUndefined();
  });
});
