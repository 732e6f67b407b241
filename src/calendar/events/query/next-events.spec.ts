import { type DataVersion } from '../../../database/data-version.js';
import { type Database } from '../../../database/database.js';
import { NextEvents } from './next-events.js';

const NONE = { events: [], last: undefined };

/** The list with a version and reads that a test decides on. */
function aList() {
  const state = { version: 1, reads: [] as { resolve: (value: object) => void; reject: (reason: Error) => void }[] };
  const read = () => new Promise<object>((resolve, reject) => state.reads.push({ resolve, reject }));
  const versions = { current: () => Promise.resolve(state.version) };
  const next = new NextEvents({ read } as unknown as Database, versions as unknown as DataVersion);
  const asked = async () => {
    const answer = next.get();
    answer.catch(() => undefined);
    await Promise.resolve();
    await Promise.resolve();
    return { answer };
  };
  return { state, asked };
}

it('reads once for a version of the data, however many ask meanwhile', async () => {
  const { state, asked } = aList();
  const first = await asked();
  const second = await asked();
  state.reads[0]!.resolve(NONE);
  expect(await Promise.all([first.answer, second.answer])).toEqual([NONE, NONE]);
  await asked();
  expect(state.reads).toHaveLength(1);
  state.version = 2;
  await asked();
  expect(state.reads).toHaveLength(2);
});

it('reads again after a failure, which does not discard a newer list', async () => {
  const { state, asked } = aList();
  const failing = await asked();
  state.version = 2;
  await asked();
  state.reads[0]!.reject(new Error('too late'));
  await expect(failing.answer).rejects.toThrow('too late');
  await asked();
  expect(state.reads).toHaveLength(2);
  state.reads[1]!.reject(new Error('gone'));
  await new Promise((resolve) => setTimeout(resolve, 1));
  await asked();
  expect(state.reads).toHaveLength(3);
});

it('reads again if the clock has gone back: events that had ended have not', async () => {
  const { state, asked } = aList();
  await asked();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], now: Date.now() - 60_000 });
  try {
    await asked();
  } finally {
    jest.useRealTimers();
  }
  expect(state.reads).toHaveLength(2);
});
