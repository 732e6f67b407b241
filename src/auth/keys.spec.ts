import { formatKey, hashSecret, matchesSecret, newKey, parseKey } from './keys.js';

describe('a key', () => {
  const key = newKey();
  const text = formatKey(key);

  it('is one word of id, secret and checksum', () => {
    expect(text).toMatch(/^cal_[a-z0-9]{12}_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
    expect(text).toContain(`cal_${key.id}_${key.secret}_`);
  });

  it('is read back', () => {
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

  it('is recognised by the hash of its secret alone', () => {
    const hash = hashSecret(key.secret);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toContain(key.secret);
    expect(matchesSecret(hash, key.secret)).toBe(true);
    expect(matchesSecret(hash, newKey().secret)).toBe(false);
    expect(matchesSecret('', key.secret)).toBe(false);
  });
});
