import { MinuteCounts } from './minute-counts.js';

describe('counts of a minute', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('add up under each name, and begin anew after a minute', () => {
    const counts = new MinuteCounts();
    expect(counts.add('a')).toEqual({ count: 1, left: 60_000 });
    jest.advanceTimersByTime(20_000);
    expect(counts.add('a', 2)).toEqual({ count: 3, left: 40_000 });
    expect(counts.add('b').count).toBe(1);
    expect(counts.add('a', -1).count).toBe(2);
    jest.advanceTimersByTime(40_000);
    expect(counts.add('a')).toEqual({ count: 1, left: 60_000 });
  });

  it('last for no longer than a minute, whatever fractions the clock shows', () => {
    const now = jest.spyOn(performance, 'now');
    const counts = new MinuteCounts();
    const lefts = Array.from({ length: 1000 }, (_, name) => {
      now.mockReturnValue(1000 * Math.PI * (name + 1));
      return counts.add(`client ${name}`).left;
    });
    now.mockRestore();
    expect(Math.max(...lefts)).toBe(60_000);
  });

  it('leave nothing to do when tens of thousands of them end', () => {
    const counts = new MinuteCounts();
    for (let name = 0; name < 60_000; name += 1) counts.add(`client ${name}`);
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(60_000);
    expect(counts.add('client 0').count).toBe(1);
  });

  it('forget those that were not asked for longest where there are too many', () => {
    const counts = new MinuteCounts();
    counts.add('early');
    for (let name = 0; name < 100_000; name += 1) counts.add(`client ${name}`);
    expect(counts.add('early').count).toBe(1);
    expect(counts.add('client 99999').count).toBe(2);
  });
});
