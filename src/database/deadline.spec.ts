import { stat } from 'node:fs/promises';
import { Unavailable } from '../errors/api-error.js';
import { Deadline } from './deadline.js';

const never = new Promise<never>(() => undefined);

/** Begins something, and keeps everything else in the process from happening; timers are looked at first afterwards. */
const beforeStandstill = <T>(begin: () => Promise<T>, milliseconds: number): Promise<T> =>
  new Promise((resolve, reject) =>
    setImmediate(() => {
      begin().then(resolve, reject);
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
    }),
  );

describe('a deadline', () => {
  it('is over when its time is up', async () => {
    const freed = jest.fn();
    await expect(new Deadline(20).guard(never, freed)).rejects.toThrow(Unavailable);
    expect(freed).toHaveBeenCalledTimes(1);
  });

  it('is not over because the process had no turn: what was answered meanwhile is read', async () => {
    const freed = jest.fn();
    const begin = () => new Deadline(20).guard(stat('.'), freed);
    expect((await beforeStandstill(begin, 200)).isDirectory()).toBe(true);
    expect(freed).not.toHaveBeenCalled();
  });

  it('is over after a standstill, too', async () => {
    const begin = () => new Deadline(20).guard(never, () => undefined);
    await expect(beforeStandstill(begin, 200)).rejects.toThrow(Unavailable);
  });
});
