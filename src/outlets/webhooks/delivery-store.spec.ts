import { nextDelivery, RETRY_DELAYS } from './delivery-store.js';

const now = new Date('2027-01-01T00:00:00.500Z');
const secondsUntil = (attempts: number, random: number) =>
  (nextDelivery(attempts, now, undefined, random)!.getTime() - now.getTime()) / 1000;

describe('nextDelivery', () => {
  it.each([
    ...[
      [1, 5],
      [2, 300],
      [3, 1800],
      [4, 7200],
      [5, 18_000],
      [6, 36_000],
      [7, 50_400],
      [8, 72_000],
      [9, 86_400],
    ],
  ])('after %i attempts comes about %i s later, in whole seconds', (attempts, delay) => {
    expect(secondsUntil(attempts, 0.5)).toBeCloseTo(delay + 0.5, 3);
    expect(secondsUntil(attempts, 0)).toBeGreaterThanOrEqual(delay * 0.9);
    expect(secondsUntil(attempts, 0.999)).toBeLessThanOrEqual(delay * 1.1 + 1);
    expect(nextDelivery(attempts, now)!.getMilliseconds()).toBe(0);
  });

  it('is not before the receiver wishes, up to a day', () => {
    expect(nextDelivery(1, now, 90_000)!.getTime()).toBe(Date.parse('2027-01-01T00:01:31Z'));
    expect(nextDelivery(1, now, 9 * 86_400_000)!.getTime()).toBe(Date.parse('2027-01-02T00:00:01Z'));
    expect(nextDelivery(4, now, 1)!.getTime()).toBeGreaterThan(now.getTime() + 6000_000);
    expect(nextDelivery(10, now, 1)).toBeUndefined();
  });

  it('is none after the tenth', () => {
    expect(RETRY_DELAYS).toHaveLength(9);
    expect(nextDelivery(10, now)).toBeUndefined();
  });
});
