import { setTimeout as sleep } from 'node:timers/promises';
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
    const held = turns.run('events 1', new Deadline(1000), () => sleep(200));
    await expect(turns.run('events 2', new Deadline(50), () => Promise.resolve('done'))).resolves.toBe('done');
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
    const others = [1, 2].map(() => turns.run('events 1', new Deadline(1000), () => sleep(60)));
    expect(await failureOf(turns.run('events 1', new Deadline(90), () => sleep(1)))).toBeInstanceOf(WriteConflict);
    await Promise.all(others);
    const stuck = turns.run('events 1', new Deadline(1000), () => sleep(100));
    expect(await failureOf(turns.run('events 1', new Deadline(30), () => sleep(1)))).toBeInstanceOf(Unavailable);
    await stuck;
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
