import { ReadsLately } from './reads-lately.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('there are reads for a tenth of a second after the last one, whose end is told once', () => {
  const ended = jest.fn();
  const reads = new ReadsLately(ended);
  expect(reads.any).toBe(false);
  reads.note();
  for (let reading = 0; reading < 10; reading += 1) {
    jest.advanceTimersByTime(90);
    expect(reads.any).toBe(true);
    reads.note();
  }
  jest.advanceTimersByTime(99);
  expect(reads.any).toBe(true);
  expect(ended).not.toHaveBeenCalled();
  jest.advanceTimersByTime(101);
  expect(reads.any).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(ended).toHaveBeenCalledTimes(1);
});
