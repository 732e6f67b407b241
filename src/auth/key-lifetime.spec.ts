import { expiryOf } from './key-lifetime.js';

const now = new Date('2027-01-01T00:00:00Z');

describe('the end of a lifetime', () => {
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
