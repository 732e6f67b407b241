import { Unavailable } from '../lib/errors/api-error.js';
import { DataVersion } from './data-version.js';

/** A database of which only the version is asked; each read waits until the test answers it. */
class AskedDatabase {
  readonly waiting: { answer(version: number): void; fail(): void }[] = [];
  tellWritten: () => unknown = () => undefined;

  readonly versionLifetime = 300;
  readonly timeout = 8_000;
  readonly timeouts: number[] = [];

  dataVersion(timeout: number): Promise<number> {
    this.timeouts.push(timeout);
    return new Promise((resolve, reject) =>
      this.waiting.push({ answer: resolve, fail: () => reject(new Unavailable()) }),
    );
  }

  onWritten(listener: () => unknown): void {
    this.tellWritten = listener;
  }
}

let database: AskedDatabase;
let versions: DataVersion;

beforeEach(() => {
  jest.useFakeTimers();
  database = new AskedDatabase();
  versions = new DataVersion(database);
});

afterEach(() => jest.useRealTimers());

it('is read within a quarter of the time of a request', async () => {
  await known(1);
  expect(database.timeouts).toEqual([2_000]);
});

async function known(version: number): Promise<void> {
  const current = versions.current();
  database.waiting.at(-1)!.answer(version);
  await current;
}

async function failing(): Promise<void> {
  const current = versions.current();
  database.waiting.at(-1)!.fail();
  await expect(current).rejects.toThrow(Unavailable);
}

describe('the data version', () => {
  it('is read once for concurrent callers, and again after a third of a second', async () => {
    const all = Promise.all([versions.current(), versions.current()]);
    expect(database.waiting).toHaveLength(1);
    database.waiting[0]!.answer(7);
    expect(await all).toEqual([7, 7]);
    expect(await versions.current()).toBe(7);
    jest.advanceTimersByTime(299);
    await versions.current();
    expect(database.waiting).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await known(8);
    expect(database.waiting).toHaveLength(2);
    expect(await versions.current()).toBe(8);
  });

  it('is refreshed in the background, for two thirds of a second at most', async () => {
    await known(7);
    jest.advanceTimersByTime(699);
    expect([await versions.current(), await versions.current()]).toEqual([7, 7]);
    expect(database.waiting).toHaveLength(2);
    jest.advanceTimersByTime(1);
    const current = versions.current();
    database.waiting[1]!.answer(8);
    expect(await current).toBe(8);
    expect(database.waiting).toHaveLength(2);
  });

  it('is not used any more after its refresh has failed', async () => {
    await known(7);
    jest.advanceTimersByTime(400);
    expect(await versions.current()).toBe(7);
    database.waiting[1]!.fail();
    await Promise.resolve();
    await expect(versions.current()).rejects.toThrow(Unavailable);
    expect(versions.lastKnown).toEqual({ version: 7, age: 400 });
  });

  it('is unknown after a write, also for a read in progress', async () => {
    const before = versions.current();
    database.tellWritten();
    database.waiting[0]!.answer(7);
    await before;
    await known(8);
    database.tellWritten();
    await known(9);
    expect(database.waiting).toHaveLength(3);
  });

  it('is kept for a minute while the database is down', async () => {
    await known(7);
    expect(versions.lastKnown).toBeUndefined();
    jest.advanceTimersByTime(1000);
    await failing();
    expect(versions.lastKnown).toEqual({ version: 7, age: 1000 });
    jest.advanceTimersByTime(58_999);
    expect(versions.lastKnown?.version).toBe(7);
    jest.advanceTimersByTime(1);
    expect(versions.lastKnown).toBeUndefined();
  });

  it('is not kept if there was a write since', async () => {
    await known(7);
    database.tellWritten();
    await failing();
    expect(versions.lastKnown).toBeUndefined();
  });

  it('is not waited for while the database is down, and tried twice a second', async () => {
    await failing();
    await expect(versions.current()).rejects.toThrow(Unavailable);
    expect(database.waiting).toHaveLength(1);
    jest.advanceTimersByTime(500);
    await expect(versions.current()).rejects.toThrow(Unavailable);
    expect(database.waiting).toHaveLength(2);
    database.waiting[1]!.answer(9);
    await Promise.resolve();
    expect(await versions.current()).toBe(9);
  });
});
