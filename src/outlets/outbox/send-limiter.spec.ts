import { SendLimiter } from './send-limiter.js';

describe('SendLimiter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('has room for ten messages at once', () => {
    const lane = new SendLimiter();
    for (let number = 0; number < 4; number += 1) lane.begin();
    expect(lane.capacity).toBe(6);
    lane.end(true);
    expect(lane.capacity).toBe(7);
  });

  it('pauses after failures, longer each time up to 30 s, and tries one message then', () => {
    const lane = new SendLimiter();
    const pauses: number[] = [];
    for (let failure = 0; failure < 9; failure += 1) {
      lane.begin();
      lane.end(false);
      const start = performance.now();
      expect(lane.capacity).toBe(0);
      while (lane.capacity === 0) jest.advanceTimersByTime(50);
      pauses.push(performance.now() - start);
      expect(lane.capacity).toBe(1);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    lane.begin();
    lane.end(true);
    expect(lane.capacity).toBe(10);
  });

  it('counts failures of messages that were begun together as one', () => {
    const lane = new SendLimiter();
    for (let number = 0; number < 10; number += 1) lane.begin();
    for (let number = 0; number < 10; number += 1) lane.end(false);
    jest.advanceTimersByTime(250);
    expect(lane.capacity).toBe(1);
  });
});
