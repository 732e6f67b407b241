import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded, Unavailable } from '../lib/errors/api-error.js';
import { BoundedQueue } from './bounded-queue.js';
import { Deadline } from './deadline.js';
import { stat } from 'node:fs/promises';
import { processTime } from '../../test/support/process-time.js';

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
  it('expires when its time is up', async () => {
    const freed = jest.fn();
    await expect(new Deadline(20).guard(never, freed)).rejects.toThrow(Unavailable);
    expect(freed).toHaveBeenCalledTimes(1);
  });

  it('is extended once by the time of a blocked event loop, so that results that have arrived are used', async () => {
    const freed = jest.fn();
    const begin = () => new Deadline(20).guard(stat('.'), freed);
    expect((await beforeStandstill(begin, 200)).isDirectory()).toBe(true);
    expect(freed).not.toHaveBeenCalled();
  });

  it('expires after a blocked event loop, too', async () => {
    const begin = () => new Deadline(20).guard(never, () => undefined);
    await expect(beforeStandstill(begin, 200)).rejects.toThrow(Unavailable);
  });
});

const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a bounded queue', () => {
  it('runs the maximum number of tasks at a time, in the order of arrival', async () => {
    const queue = new BoundedQueue(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const task = (number: number) => async () => {
      begun.push(number);
      most = Math.max(most, (running += 1));
      await sleep(5);
      running -= 1;
    };
    await Promise.all([1, 2, 3, 4, 5].map((number) => queue.run(task(number), new Deadline(4000))));
    expect([begun, most]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  it('refuses a task at once that would wait for too long, and tells when to retry', async () => {
    const queue = new BoundedQueue(1);
    const slow = () => sleep(100);
    for (let times = 0; times < 3; times += 1) await queue.run(slow, new Deadline(4000));
    const start = processTime();
    const tasks = Array.from({ length: 100 }, () => outcome(queue.run(slow, new Deadline(400))));
    const refused = await Promise.race(tasks.slice(-1));
    expect(processTime() - start).toBeLessThan(90);
    expect(refused).toBeInstanceOf(Overloaded);
    expect((refused as Overloaded).headers['Retry-After']).toBe('1');
    const failures = (await Promise.all(tasks)).filter((failure) => failure !== undefined);
    expect(failures.length).toBeLessThan(100);
    for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable);
  });

  it('accepts tasks again after an outage in which all took longer than a deadline', async () => {
    const queue = new BoundedQueue(1);
    for (let times = 0; times < 10; times += 1) await queue.run(() => sleep(60), new Deadline(4000));
    const taskAtOnce = () => outcome(queue.run(() => Promise.resolve('done'), new Deadline(20)));
    expect(await Promise.all([taskAtOnce(), taskAtOnce()])).toContainEqual(expect.any(Overloaded));
    for (let times = 0; times < 20; times += 1) expect(await taskAtOnce()).toBe('done');
    expect(await Promise.all([taskAtOnce(), taskAtOnce()])).toEqual(['done', 'done']);
  });

  it('runs the next task of a caller who has begun before all others', async () => {
    const queue = new BoundedQueue(1, 0);
    const ended: string[] = [];
    const task = (name: string) => async () => {
      await sleep(5);
      ended.push(name);
    };
    const first = queue.run(task('first'), new Deadline(4000));
    const others = [
      queue.run(task('other'), new Deadline(4000)),
      queue.run(task('continued'), new Deadline(4000), true),
    ];
    await Promise.all([first, ...others]);
    expect(ended).toEqual(['first', 'continued', 'other']);
    await expect(
      Promise.all([queue.run(task('a'), new Deadline(4000)), queue.run(task('b'), new Deadline(4000))]),
    ).rejects.toBeInstanceOf(Overloaded);
  });

  it('keeps the place of a task until it ends, and limits the waiting time of others', async () => {
    const queue = new BoundedQueue(1);
    let end = (): void => undefined;
    const running = queue.run(() => new Promise<void>((resolve) => (end = resolve)), new Deadline(4000));
    const impatient = queue.run(() => Promise.resolve(0), new Deadline(30));
    const behind = queue.run(() => Promise.resolve(1), new Deadline(4000));
    await expect(impatient).rejects.toBeInstanceOf(Unavailable);
    expect(await Promise.race([behind, sleep(30).then(() => 'waits')])).toBe('waits');
    end();
    await running;
    expect(await behind).toBe(1);
  });
});
