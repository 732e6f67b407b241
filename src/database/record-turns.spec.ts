import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/support/until.js';
import { Unavailable, WriteConflict } from '../errors/api-error.js';
import { Deadline } from './deadline.js';
import { RecordTurns } from './record-turns.js';

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

describe('the turns of a record', () => {
  it('come in the order of arrival, one at a time', async () => {
    const turns = new RecordTurns();
    const seen: string[] = [];
    const write = (name: string, ms: number) =>
      turns.run('events 1', new Deadline(1000), async () => {
        seen.push(`${name} begins`);
        await sleep(ms);
        seen.push(`${name} ends`);
      });
    await Promise.all([write('a', 20), write('b', 5), write('c', 1)]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('are those of one record alone', async () => {
    const turns = new RecordTurns();
    let end = () => {};
    const held = turns.run('events 1', new Deadline(60_000), () => new Promise<void>((resolve) => (end = resolve)));
    await expect(turns.run('events 2', new Deadline(1000), () => Promise.resolve('done'))).resolves.toBe('done');
    end();
    await held;
  });

  it('go on after a failure', async () => {
    const turns = new RecordTurns();
    const broken = failureOf(turns.run('events 1', new Deadline(1000), () => Promise.reject(new Error('broke'))));
    await expect(turns.run('events 1', new Deadline(1000), () => Promise.resolve('done'))).resolves.toBe('done');
    expect(await broken).toEqual(new Error('broke'));
  });

  it('that come too late are a conflict where others got on, else the database is away', async () => {
    const turns = new RecordTurns();
    // They end when the test says so: a busy machine wakes nobody in time.
    const ends: (() => void)[] = [];
    const held = () => turns.run('events 1', new Deadline(60_000), () => new Promise<void>((end) => ends.push(end)));
    const late = () => failureOf(turns.run('events 1', new Deadline(90), () => Promise.resolve()));
    const others = [held(), held()];
    await until(() => ends.length === 1);
    const overtaken = late();
    ends[0]!();
    expect(await overtaken).toBeInstanceOf(WriteConflict);
    expect(await late()).toBeInstanceOf(Unavailable);
    await until(() => ends.length === 2);
    ends[1]!();
    await Promise.all(others);
  });

  it('are a hundred at most', async () => {
    const turns = new RecordTurns();
    const waiting = Array.from({ length: 100 }, () =>
      turns.run('events 1', new Deadline(1000), () => Promise.resolve()),
    );
    expect(await failureOf(turns.run('events 1', new Deadline(1000), () => Promise.resolve()))).toBeInstanceOf(
      WriteConflict,
    );
    await Promise.all(waiting);
  });
});
