import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { NobodyWaits, Unavailable, WriteConflict } from '../errors/api-error.js';
import { isConflict, isCutOff, isDuplicate, isUnavailable, NowhereWritable } from './database-errors.js';
import { isSqlite } from './data-source.js';
import { Deadline } from './deadline.js';
import { Gate, type Leave } from './gate.js';
import { type Hosts } from './hosts.js';
import { abandon, returnLater } from './query-runners.js';
import { pendingMigrations } from './pending-migrations.js';
import { deferred } from './rows/deferred.js';
import { RecordTurns } from './record-turns.js';
import { SharedCommits } from './shared-commits.js';
import { type Checkpoints } from './checkpoints.js';
import { type FileWatch } from './file-watch.js';
import { type SideReader } from './side-reader.js';
import { transaction } from './transaction.js';
import { ReadsLately } from './reads-lately.js';
import { readShare, writeShare } from './turns.js';
import { ITSELF, type Waiter } from './waiter.js';
import { tellEnded } from './when-ended.js';
import { countWrite, tryToWrite, WriteCounter } from './write-counter.entity.js';

/**
 * Uses the manager it is given and awaits nothing else: another `read` or `write` within it would wait for itself, and
 * the lint refuses it. May run more than once: it changes nothing but the database.
 */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** Of a file: those who write in turn, and may share a commit. */
const MOST_WRITERS = 16;

/** Of the connections to a server: more reads at once only take its processors, and this one's, from each other and from writes. */
const READERS = 0.4;

/**
 * To a server, while somebody reads: each of the few statements of a read would have to wait for all the writes that are
 * under way. So few get as much done on one machine.
 */
const WRITERS_BESIDE = 2;

/** Milliseconds in which a server says whether it can be written to. */
const BRIEFLY = 1000;

/** What is special about a database. */
interface Traits {
  /** Connections to a server. */
  readonly pool?: number;
  /** Where the database may be at one of several. */
  readonly hosts?: Hosts;
  /** Beside the reader of a SQLite file. */
  readonly side?: SideReader;
  /** Of its writer. */
  readonly checkpoints?: Checkpoints;
  /** Of a SQLite file. */
  readonly file?: FileWatch;
  /** Whether somebody else says when it is away. */
  readonly isQuiet?: boolean;
}

/**
 * The one way to the database.
 *
 * SQLite has one connection per data source, so that a plain read would see, and a plain write would join, whatever
 * transaction happens to be open. Hence two data sources: a reader, and a writer that is used by one at a time, though
 * several may share a commit. On a server both are the same pool.
 */
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly recordTurns = new RecordTurns();
  private readonly isFile: boolean;
  private readonly readers: Gate;
  private readonly writers: Gate;
  /** From a server, by those who wait for it. */
  private readonly reads = new ReadsLately(() => this.writers.look());
  /** Of a file. */
  private readonly commits: SharedCommits | undefined;
  private readonly listeners: (() => unknown)[] = [];
  private lastWarning = -Infinity;

  /**
   * @param timeout milliseconds that one `read` or `write` may take in all
   * @param watcher has a connection to a server that nothing else waits for
   */
  constructor(
    private readonly reader: DataSource,
    private readonly writer: DataSource,
    readonly timeout: number,
    private readonly watcher = reader,
    private readonly traits: Traits = {},
  ) {
    this.isFile = isSqlite(writer);
    const { pool = 10 } = traits;
    this.readers = new Gate(this.isFile ? 1 : Math.ceil(READERS * pool), timeout / 2);
    const mostWriters = () => (this.reads.any ? Math.min(WRITERS_BESIDE, pool) : pool);
    this.writers = new Gate(this.isFile ? MOST_WRITERS : mostWriters, timeout / 2);
    this.commits = this.isFile
      ? new SharedCommits(
          writer,
          (manager) => this.count(manager),
          () => traits.file?.assertKept(),
          () => traits.checkpoints?.look(),
        )
      : undefined;
  }

  /**
   * Reads committed data.
   * @param waiter asked before it begins: what nobody waits for is not done
   * @throws {Unavailable} when the database is away or does not answer in time, at once when too many are waiting
   */
  async read<T>(work: Work<T>, waiter: Waiter = ITSELF): Promise<T> {
    return this.unit((deadline) => this.retried(() => this.admitted(work, deadline, waiter), deadline));
  }

  /**
   * Reads where all connections may be busy and many wait: a database that has much to do is not one that is away. For
   * what takes no time.
   * @param timeout milliseconds
   * @throws {Unavailable}
   */
  async watch<T>(work: Work<T>, timeout: number): Promise<T> {
    return this.unit((deadline) => this.retried(() => this.reading(this.watcher, work, deadline), deadline), timeout);
  }

  /**
   * One transaction: all of it or nothing. Runs again, from its beginning, when it lost against another transaction.
   * @param timeout milliseconds, for work that nobody waits for in front of a screen
   * @param record whose writes go one after the other
   * @throws {Unavailable} when the database is away or does not answer in time; then it may still have happened
   * @throws {WriteConflict} when it lost until its time was up
   */
  async write<T>(work: Work<T>, timeout = this.timeout, record?: string): Promise<T> {
    const counted: Work<T> = async (manager) => {
      const result = await work(manager);
      await this.count(manager);
      return result;
    };
    const attempt = (deadline: Deadline) =>
      this.inTurn(
        deadline,
        () =>
          this.commits?.join(work, deadline) ??
          this.use(this.writer, deadline, (runner) => transaction(runner, counted)),
      );
    const attempts = (deadline: Deadline) => this.retried(() => attempt(deadline), deadline).catch(toldAsConflict);
    try {
      const result = await this.unit(
        (deadline) =>
          record === undefined ? attempts(deadline) : this.recordTurns.run(record, deadline, () => attempts(deadline)),
        timeout,
      );
      await this.tellWritten();
      return result;
    } catch (error) {
      // No answer in time: it may have happened all the same.
      if (error instanceof Unavailable || error instanceof WriteConflict) await this.tellWritten();
      throw error;
    }
  }

  /** Has a listener told of each write after its commit; the write is answered when the listener is done. */
  onWritten(listener: () => unknown): void {
    this.listeners.push(listener);
  }

  /**
   * Has a listener told when the database is at another server from now on. The last commits may be missing there, and
   * versions and revisions that were seen may come to stand for something else.
   */
  onMoved(listener: () => void): void {
    this.traits.hosts?.onMoved(listener);
  }

  private async count(manager: EntityManager): Promise<void> {
    if (this.writer.hasMetadata(WriteCounter)) await deferred(manager, () => countWrite(manager));
  }

  private async tellWritten(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener()));
  }

  /** Whether the error says that a row with the same key exists in the unique index of this name. */
  isDuplicate(error: unknown, index: string): boolean {
    const metadata = this.reader.entityMetadatas.flatMap(({ indices }) => indices).find(({ name }) => name === index);
    if (!metadata) throw new Error(`No entity declares the index ${index}.`);
    const columns = metadata.columns.map(({ databaseName }) => databaseName);
    return isDuplicate(error, { index, table: metadata.entityMetadata.tableName, columns });
  }

  /** Names of the migrations that are not in the database yet. */
  async pendingMigrations(): Promise<string[]> {
    return this.watch(pendingMigrations, this.timeout);
  }

  /** Whether a server takes writes now; a file does where the service has started at all. */
  async isWritable(): Promise<boolean> {
    if (this.isFile) return true;
    if (this.traits.hosts?.isReadOnly) return false;
    return this.reading(this.watcher, tryToWrite, new Deadline(BRIEFLY)).then(
      () => true,
      () => false,
    );
  }

  /** Waits for the writes under way. The reader, or pool, is closed by the module that opened it. */
  async onApplicationShutdown(): Promise<void> {
    // It holds nothing, and may have lost its server.
    if (this.watcher !== this.reader) await this.watcher.destroy().catch(() => undefined);
    if (this.writer === this.reader) return;
    await this.traits.side?.end();
    await this.traits.checkpoints?.end();
    for (let others = 0; others < MOST_WRITERS; others += 1) await this.writers.enter();
    this.traits.file?.end();
    await this.writer.destroy();
  }

  /** Reads when it is its turn. */
  private async admitted<T>(work: Work<T>, deadline: Deadline, waiter: Waiter): Promise<T> {
    // Readers of a file may have to wait for others aside, too. Whoever has waited for half of his time is too late.
    if (!this.isFile && waiter !== ITSELF) this.reads.note();
    const leave = await enter(this.readers, deadline, waiter, this.timeout / 8, deadline.left / 2);
    const reading = this.reading(this.reader, work, deadline);
    // A file is read without a pause; who goes on elsewhere, or gives way, keeps nobody from entering.
    if (this.isFile) readShare.afterThis(leave);
    try {
      return await reading;
    } finally {
      if (!this.isFile) leave();
    }
  }

  /** Once more where the connection was cut off: nobody meant this reading, and there are others. */
  private async reading<T>(source: DataSource, work: Work<T>, deadline: Deadline): Promise<T> {
    const read = () => this.use(source, deadline, (runner) => work(runner.manager));
    try {
      return await read();
    } catch (error) {
      if (!isCutOff(error)) throw error;
      return await read();
    }
  }

  private async unit<T>(work: (deadline: Deadline) => Promise<T>, timeout = this.timeout): Promise<T> {
    try {
      this.traits.file?.assertInPlace();
      return await work(new Deadline(timeout));
    } catch (error) {
      throw this.translated(error);
    }
  }

  private async retried<T>(attempt: () => Promise<T>, deadline: Deadline): Promise<T> {
    let lost: Error | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        // Time that runs out in a later try was lost to the others.
        if (lost !== undefined && error instanceof Unavailable) throw lost;
        // Doubles from 5 ms to 160 ms, with jitter, so that two that met do not meet again.
        const pause = 2 ** Math.min(tries, 5) * (5 + 5 * Math.random());
        if (!isConflict(error) || !(await deadline.pause(pause))) throw error;
        lost = error instanceof Error ? error : undefined;
      }
    }
  }

  private async inTurn<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    // What a replica is told alone is lost as soon as the others are back.
    if (this.traits.hosts?.isReadOnly) throw new NowhereWritable();
    // Whoever writes would have to send all of it again: what can still be done in time is not refused.
    const leave = await enter(this.writers, deadline, ITSELF, 0.75 * deadline.left);
    try {
      return await work();
    } finally {
      if (this.isFile) writeShare.afterThis(leave);
      else leave();
    }
  }

  private async use<T>(source: DataSource, deadline: Deadline, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = source.createQueryRunner();
    let usable = true;
    const letGo = () => {
      usable = false;
      abandon(runner);
    };
    try {
      await deadline.guard(runner.connect(), () => returnLater(runner));
      return await deadline.guard(work(runner), letGo);
    } catch (error) {
      if (usable && runner.isTransactionActive) letGo();
      throw error;
    } finally {
      tellEnded(runner);
      if (usable) await runner.release();
    }
  }

  private translated(error: unknown): unknown {
    if (error instanceof NobodyWaits) return error;
    if (error instanceof Unavailable) return this.warn('no answer in time, or too many are waiting', error);
    if (!isConflict(error) && !isUnavailable(error)) return error;
    const message = error instanceof Error ? error.message : String(error);
    return this.warn(message, Object.assign(new Unavailable(), { cause: error }));
  }

  /** Once a second: while a database is away every request ends here. */
  private warn(message: string, error: Unavailable): Unavailable {
    if (!this.traits.isQuiet && performance.now() - this.lastWarning > 1000) {
      this.lastWarning = performance.now();
      this.logger.warn(`The database is unavailable: ${message}`);
    }
    return error;
  }
}

function toldAsConflict(error: unknown): never {
  throw isConflict(error) ? Object.assign(new WriteConflict(), { cause: error }) : error;
}

async function enter(gate: Gate, deadline: Deadline, ...terms: Parameters<Gate['enter']>): Promise<Leave> {
  const now = gate.enterNow();
  if (now) return now;
  const turn = gate.enter(...terms);
  const leaveUnused = () =>
    void turn.then(
      (leave) => leave(),
      () => undefined,
    );
  return deadline.guard(turn, leaveUnused);
}
