import { Logger } from '@nestjs/common';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { NobodyWaits, Overloaded, Unavailable } from '../errors/api-error.js';
import { Database, type Work } from './database.js';
import { type Waiter } from './waiter.js';
import { sumOfWrites } from './write-counter.entity.js';

/** Milliseconds between two tries to reach a replica that is away. */
const RETRY = 500;

/** Milliseconds that such a try may take. */
const PATIENCE = 700;

/** Milliseconds for which a replica that lags is left alone: the first, and doubled up to the longest while it lags. */
const REST = { first: 5, longest: 500 };

/** The replica has not got as far as it has to be. */
class Behind extends Error {}

/** What was read, where a replica could be read from. */
export interface Found<T> {
  readonly value: T;
}

/**
 * A server that follows the database. It is read from where it holds all that is in a version of the data, and left alone
 * where it lags, is full or is away: whoever asks reads from the database itself then.
 */
export class Replica {
  private readonly logger = new Logger(Replica.name);
  private source: DataSource | undefined;
  private database: Database | undefined;
  private timer: NodeJS.Timeout | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;
  /** How far each connection has been seen to be: a server only goes on. */
  private readonly seen = new WeakMap<object, number>();
  private rest = REST.first;
  private restsUntil = 0;
  private isThere = false;
  /** Whether it has been said that it is away. */
  private isMissed = false;

  /** @param use how many may read at once, and the milliseconds that each may take before it is done elsewhere */
  constructor(
    private readonly name: string,
    private readonly connect: () => Promise<DataSource>,
    private readonly use: { readonly pool: number; readonly timeout: number },
  ) {}

  get isUsable(): boolean {
    return this.isThere && performance.now() >= this.restsUntil;
  }

  /** @returns undefined where it cannot be read from */
  async read<T>(work: Work<T>, version: number, waiter: Waiter): Promise<Found<T> | undefined> {
    try {
      const value = await this.database!.read((manager) => this.asNew(manager, version, work), waiter);
      this.rest = REST.first;
      return { value };
    } catch (error) {
      if (error instanceof NobodyWaits) throw error;
      if (error instanceof Behind) this.leaveAlone();
      else if (error instanceof Unavailable || error instanceof QueryFailedError) this.fail(error);
      else throw error;
      return undefined;
    }
  }

  /** Reaches the replica, now or when it is there. */
  open(): void {
    this.opening = this.reach().catch((error: unknown) => this.lose(error));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.isThere = false;
    clearTimeout(this.timer);
    await this.opening;
    await this.source?.destroy();
  }

  private async reach(): Promise<void> {
    this.source ??= await this.connect();
    const { pool, timeout } = this.use;
    this.database ??= new Database(this.source, this.source, timeout, this.source, { pool, isQuiet: true });
    await this.database.watch(sumOfWrites, PATIENCE);
    this.isThere = true;
    this.isMissed = false;
    this.logger.log(`Public reads go to the replica ${this.name}.`);
  }

  private async asNew<T>(manager: EntityManager, version: number, work: Work<T>): Promise<T> {
    const connection = (await manager.queryRunner!.connect()) as object;
    if ((this.seen.get(connection) ?? -1) < version) {
      const reached = await sumOfWrites(manager);
      this.seen.set(connection, reached);
      if (reached < version) throw new Behind();
    }
    return work(manager);
  }

  private leaveAlone(): void {
    this.restsUntil = performance.now() + this.rest;
    this.rest = Math.min(REST.longest, 2 * this.rest);
  }

  private fail(error: Error): void {
    if (this.isThere && !(error instanceof Overloaded)) this.lose(error.cause ?? error);
  }

  private lose(error: unknown): void {
    this.isThere = false;
    if (this.isClosed) return;
    if (!this.isMissed)
      this.logger.warn(`The replica ${this.name} is not read from until it answers: ${String(error)}`);
    this.isMissed = true;
    this.timer = setTimeout(() => this.open(), RETRY).unref();
  }
}
