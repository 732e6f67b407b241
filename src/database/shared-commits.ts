import { type Database as SqliteConnection } from 'better-sqlite3';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Overtaken } from './database-errors.js';
import { type Deadline } from './deadline.js';
import { abandon } from './query-runners.js';
import { transaction } from './transaction.js';

/** Milliseconds for which a transaction takes in writers, beside the one who opened it. */
const LONGEST = 15;

/** A writer, and what becomes of him. */
class Member {
  readonly settled: Promise<unknown>;
  /** Rejects when nobody waits for him any more. */
  readonly gone: Promise<never>;
  isGone = false;
  resolve!: (value: unknown) => void;
  reject!: (error: unknown) => void;
  private giveUp!: (error: Error) => void;

  constructor(readonly work: (manager: EntityManager) => Promise<unknown>) {
    this.settled = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.gone = new Promise((_resolve, reject) => (this.giveUp = reject));
    this.gone.catch(() => undefined);
    this.settled.catch(() => undefined);
  }

  leave(): void {
    this.isGone = true;
    this.giveUp(new Overtaken());
  }
}

/**
 * Writers of a SQLite file go one after the other, and a commit, with its wait for the disk, takes as long as what many of
 * them write. Those who wait for the same commit share it: each is a savepoint of his own, undone alone when he fails,
 * and all of them hear of it when the commit is on the disk.
 */
export class SharedCommits {
  private readonly waiting: Member[] = [];
  private isRunning = false;

  /**
   * @param last done once for all, before the commit
   * @param assertKept asked after each commit, before anybody hears of it: throws where it does not count
   * @param afterwards done after each commit, outside of transactions
   */
  constructor(
    private readonly source: DataSource,
    private readonly last: (manager: EntityManager) => Promise<void>,
    private readonly assertKept: () => void = () => undefined,
    private readonly afterwards: () => void = () => undefined,
  ) {}

  /** Does a piece of work in a transaction, and gives what came of it once that is committed. */
  join<T>(work: (manager: EntityManager) => Promise<T>, deadline: Deadline): Promise<T> {
    const member = new Member(work);
    this.waiting.push(member);
    if (!this.isRunning) void this.run();
    return deadline.guard(member.settled as Promise<T>, () => member.leave());
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      // SQLite answers without a pause: nobody would share a commit with requests that have arrived and are not read yet.
      await new Promise((resolve) => setImmediate(resolve));
      await this.commitTogether();
      this.afterwards();
    }
    this.isRunning = false;
  }

  /**
   * One transaction. Where it is lost for the fault of one, or the time of one is up, the others begin anew. Whoever comes
   * alone stays alone: savepoints take time, too.
   */
  private async commitTogether(): Promise<void> {
    const runner = this.source.createQueryRunner();
    const inside: Member[] = [];
    const outcomes: (() => void)[] = [];
    const isAlone = this.waiting.length === 1;
    const end = isAlone ? 0 : performance.now() + LONGEST;
    let current: Member | undefined;
    let isWritten = false;
    try {
      for (current = this.next(inside); current; current = performance.now() < end ? this.next(inside) : undefined) {
        if (outcomes.length === 0) await runner.startTransaction();
        const { work, gone, resolve, reject } = current;
        try {
          const value = await Promise.race([isAlone ? work(runner.manager) : transaction(runner, work), gone]);
          outcomes.push(() => resolve(value));
          isWritten = true;
        } catch (error) {
          if (isAlone || current.isGone || !(await isOpen(runner))) throw error;
          outcomes.push(() => reject(error));
        }
      }
      if (isWritten) await this.last(runner.manager);
      if (inside.length > 0) {
        await runner.commitTransaction();
        this.assertKept();
      }
      for (const settle of outcomes) settle();
    } catch (error) {
      abandon(runner);
      for (const member of inside) member.reject(current && member !== current ? new Overtaken() : error);
    }
  }

  private next(inside: Member[]): Member | undefined {
    let member = this.waiting.shift();
    while (member?.isGone) member = this.waiting.shift();
    if (member) inside.push(member);
    return member;
  }
}

/** SQLite gives up the whole of a transaction where it cannot go on: when the disk is full. */
async function isOpen(runner: QueryRunner): Promise<boolean> {
  return ((await runner.connect()) as SqliteConnection).inTransaction;
}
