import { existsSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import { Failure } from '../../scripts/lib/failure.js';
import { courseOf, measureRounds, medianOf } from './rounds.js';

/** A load that answers at once; every request takes as many milliseconds as there were runs before. */
function loadOf(failing) {
  const sent = [];
  const send = async (traffic) => {
    sent.push(traffic);
    if (traffic.requests[0].includes(failing) && sent.length > 4) throw new Failure('503 instead of 200');
    return { count: 10, seconds: 1, p50: sent.length, p99: sent.length, next: (traffic.first ?? 0) + 1 };
  };
  return { sent, send };
}

const courses = (load, names) =>
  names.map((name) => {
    const actors = { load, subject: { pid: process.pid, port: 1 }, database: { kind: 'sqlite' }, list: '{}' };
    return courseOf({ name, title: name, clients: 1, status: 200 }, actors, [{ path: `/${name}` }]);
  });

/** The benchmark reads processor time from /proc, and refuses to run where there is none. */
const onLinux = existsSync('/proc/self/stat') ? describe : describe.skip;

onLinux('rounds', () => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);

  it('measure every case once before any is measured again, each after a warm-up', async () => {
    const load = loadOf('nothing');
    const measured = await measureRounds(courses(load, ['one', 'other']), { runs: 2, seconds: 1 });
    const order = load.sent.map(({ requests: [request], seconds }) => [/(one|other)/.exec(request)[0], seconds]);
    expect(order.slice(0, 4)).toEqual([
      ['one', 8],
      ['one', 1],
      ['other', 8],
      ['other', 1],
    ]);
    expect(measured.map(({ name, runs }) => [name, runs.length])).toEqual([
      ['one', 2],
      ['other', 2],
    ]);
    expect(measured[0].median.p50).toBe(4);
  });

  it('go on where the last run stopped, so that what was kept of a question does not answer it', async () => {
    const load = loadOf('nothing');
    await measureRounds(courses(load, ['one']), { runs: 2, seconds: 1 });
    expect(load.sent.map(({ first }) => first)).toEqual([0, 1, 2, 3]);
  });

  it('begin with a thousand writes where there are enough of them', async () => {
    const load = loadOf('nothing');
    const actors = { load, subject: { pid: process.pid, port: 1 }, database: { kind: 'sqlite' }, list: '{}' };
    const write = { name: 'write', title: 'write', clients: 1, status: 200, isWrite: true };
    const paths = (count) => Array.from({ length: count }, (_, turn) => ({ path: `/${turn}` }));
    for (const count of [8000, 400])
      await measureRounds([courseOf(write, actors, paths(count))], { runs: 2, seconds: 1 });
    const warmUps = load.sent.filter((_, turn) => turn % 2 === 0);
    expect(warmUps.map(({ atLeast }) => atLeast)).toEqual([1000, 1, 100, 1]);
  });

  it('go on with the others when a case fails, and say why it did', async () => {
    const measured = await measureRounds(courses(loadOf('one'), ['one', 'other']), { runs: 3, seconds: 1 });
    expect(measured[0]).toMatchObject({ failure: '503 instead of 200', runs: [expect.anything()] });
    expect(measured[0].median).toBeUndefined();
    expect(measured[1].runs).toHaveLength(3);
  });
});

describe('the median of runs', () => {
  const run = (p50, busy, databaseCpu = 1) => ({ p50, busy, databaseCpu });

  it('is that of each figure by itself', () => expect(medianOf([run(1), run(9), run(2)]).p50).toBe(2));

  it('is disturbed where most of them were', () => {
    expect(medianOf([run(1, true), run(1, true), run(1, false)]).busy).toBe(true);
    expect(medianOf([run(1, true), run(1, false), run(1, false)]).busy).toBe(false);
  });

  it('leaves unknown what is unknown', () => expect(medianOf([run(1, false, null)]).databaseCpu).toBeNull());
});
