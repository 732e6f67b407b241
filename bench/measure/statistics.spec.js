import { describe, expect, it } from '@jest/globals';
import { median, percentile, slope } from './statistics.js';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  it('is a value that was measured, by nearest rank', () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
  });

  it('of one value is that value', () => {
    expect(percentile([7], 0.01)).toBe(7);
    expect(percentile([7], 0.99)).toBe(7);
  });
});

describe('median', () => {
  it('is not moved by one run that went wrong', () => expect(median([10, 900, 11])).toBe(11));
  it('of an even number is between the two in the middle', () => expect(median([4, 1, 3, 2])).toBe(2.5));
});

describe('slope', () => {
  it('is the growth of what grows evenly', () => {
    const even = [0, 1, 2].map((x) => [x, 5 + 3 * x]);
    expect(slope(even)).toBeCloseTo(3);
  });

  it('is 0 where nothing can be said', () => expect(slope([[1, 2]])).toBe(0));
});
