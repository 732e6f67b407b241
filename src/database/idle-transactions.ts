import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type DataSource, QueryFailedError } from 'typeorm';
import { type Database } from './database.js';
import { LONGEST_IDLE } from './longest-idle.js';

/** Milliseconds between two looks. */
const INTERVAL = 2000;

/** Milliseconds that a look may take. */
const TIMEOUT = 1000;

const NO_RIGHT = new Set([1044, 1142, 1227]);

const IDLE =
  'SELECT process.id AS id FROM information_schema.innodb_trx AS trx ' +
  'JOIN information_schema.processlist AS process ON process.id = trx.trx_mysql_thread_id ' +
  "WHERE process.command = 'Sleep' AND process.time >= ? AND process.db = DATABASE() " +
  "AND process.user = SUBSTRING_INDEX(USER(), '@', 1)";

/**
 * Ends transactions of instances that froze in the middle, so that their locks hold up nobody. MariaDB does that itself
 * (`idle_transaction_timeout`); MySQL has nothing like it, so each instance looks for what others left behind. It takes
 * the global right PROCESS to see transactions; without it, it is said once, and the locks stay until the frozen
 * instance goes on or its connection is closed.
 */
export class IdleTransactions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdleTransactions.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly source: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    if (this.source.options.type === 'mysql') this.schedule();
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.endIdle()
        .catch((error: unknown) => this.failed(error))
        .then(() => this.timer && this.schedule());
    }, INTERVAL).unref();
  }

  private async endIdle(): Promise<void> {
    const ended = await this.database.watch(async (manager) => {
      const idle = await manager.query<{ id: number }[]>(IDLE, [LONGEST_IDLE]);
      for (const { id } of idle) await manager.query('KILL ?', [Number(id)]).catch(unlessGone);
      return idle.length;
    }, TIMEOUT);
    if (ended > 0) this.logger.warn(`Ended ${ended} transactions in which nothing had happened for ${LONGEST_IDLE} s.`);
  }

  private failed(error: unknown): void {
    // A database that is away is told of by those who wait for it.
    if (!NO_RIGHT.has(errnoOf(error))) return;
    this.beforeApplicationShutdown();
    this.logger.warn(
      'Locks of an instance that freezes are not freed: the account lacks the right PROCESS ' +
        '(GRANT PROCESS ON *.* TO …; docs/decisions/database.md).',
    );
  }
}

/** 1094: there is no such session any more. */
function unlessGone(error: unknown): void {
  if (errnoOf(error) !== 1094) throw error;
}

function errnoOf(error: unknown): number {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return Number((cause as { errno?: unknown } | null)?.errno ?? 0);
}
