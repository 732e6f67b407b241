import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { withDataSource, isSqlite } from './data-source.js';
import { isConflict, isDuplicate } from './database-errors.js';
import { tableOptions } from './builders/tables.js';

const logger = new Logger('Lease');

/** Number of attempts to release a lease while the database is busy. */
const RELEASE_TRIES = 50;

export interface LeaseTimes {
  /** Milliseconds after which the lease of a dead holder expires. A third of that is the interval of renewal. */
  readonly duration?: number;
  /** Milliseconds to wait for another holder. */
  readonly patience?: number;
}

/**
 * Runs `work` while no other instance runs work with the same name. A row with an expiry, unlike GET_LOCK, also works
 * on SQLite and across the nodes of Galera. The table is created here, since the lease protects the migrations.
 * @throws {LeaseTaken} if another holder keeps it for longer than the patience
 */
export function withLease<T>(
  options: DataSourceOptions,
  name: string,
  work: () => Promise<T>,
  { duration = 30_000, patience = 60_000 }: LeaseTimes = {},
): Promise<T> {
  // The lease has its own connection, so that it can be renewed during a transaction of the work.
  return withDataSource(connectionOptions(options), async (source) => {
    const lease = new Lease(source, name, duration);
    await lease.await(patience);
    const renewal = setInterval(() => void lease.renew(), duration / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await lease.release();
    }
  });
}

/** Another process held the lease for longer than the patience. */
export class LeaseTaken extends Error {
  constructor(name: string, patience: number) {
    super(
      `Another process on this database had the lease "${name}" for ${patience / 1000} s: try again when it is done.`,
    );
    this.name = LeaseTaken.name;
  }
}

class Lease {
  private readonly holder = `${hostname().slice(0, 60)} ${process.pid} ${randomUUID()}`;
  private readonly now: string;

  constructor(
    private readonly source: DataSource,
    private readonly name: string,
    private readonly duration: number,
  ) {
    // The clock of the database, in milliseconds, because the clocks of instances may differ.
    this.now = isSqlite(source)
      ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
      : 'ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000)';
  }

  async await(patience: number): Promise<void> {
    const start = Date.now();
    let reported = start;
    while (!(await this.acquire())) {
      const waited = Date.now() - start;
      if (waited > patience) throw new LeaseTaken(this.name, patience);
      if (Date.now() - reported > 5000) {
        logger.warn(`Waiting for the lease "${this.name}" since ${Math.round(waited / 1000)} s.`);
        reported = Date.now();
      }
      await sleep(50 + 100 * Math.random());
    }
  }

  async renew(): Promise<void> {
    try {
      const rows = await this.run(`UPDATE lease SET expires_at = ${this.now} + ? WHERE name = ? AND holder = ?`, [
        this.duration,
        this.name,
        this.holder,
      ]);
      if (rows === 0) logger.error(`The lease "${this.name}" expired and another instance has taken it.`);
    } catch (error) {
      // On SQLite, the transaction of the work itself blocks the renewal. This is harmless, since no other process can
      // write meanwhile either.
      if (!isConflict(error)) logger.warn(`The lease "${this.name}" could not be renewed: ${String(error)}`);
    }
  }

  async release(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.run('DELETE FROM lease WHERE name = ? AND holder = ?', [this.name, this.holder]);
        return;
      } catch (error) {
        // Processes that wait for the lease write to the same file, so the write is retried.
        if (isConflict(error) && tries < RELEASE_TRIES) await sleep(20 + 30 * Math.random());
        else return logger.warn(`The lease "${this.name}" will expire by itself: ${String(error)}`);
      }
    }
  }

  private async acquire(): Promise<boolean> {
    try {
      await this.run(
        'CREATE TABLE IF NOT EXISTS lease (name varchar(64) NOT NULL PRIMARY KEY, ' +
          `holder varchar(128) NOT NULL, expires_at bigint NOT NULL)${tableOptions(this.source)}`,
      );
      return (await this.takeOver()) || (await this.takeNew());
    } catch (error) {
      if (isDuplicate(error) || isConflict(error)) return false;
      throw error;
    }
  }

  private async takeOver(): Promise<boolean> {
    const rows = await this.run(
      `UPDATE lease SET holder = ?, expires_at = ${this.now} + ? WHERE name = ? AND expires_at < ${this.now}`,
      [this.holder, this.duration, this.name],
    );
    return rows > 0;
  }

  private async takeNew(): Promise<boolean> {
    const values = [this.name, this.holder, this.duration];
    await this.run(`INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ${this.now} + ?)`, values);
    return true;
  }

  /** Returns the number of changed rows. */
  private async run(sql: string, values: unknown[] = []): Promise<number> {
    const runner = this.source.createQueryRunner();
    try {
      return (await runner.query(sql, values, true)).affected ?? 0;
    } finally {
      await runner.release();
    }
  }
}

function connectionOptions(options: DataSourceOptions): DataSourceOptions {
  const bare = { ...options, entities: [], migrations: [] };
  // SQLite would wait for a lock by blocking the process, and with it the holder of the lock. For this reason the
  // statements are retried instead.
  return bare.type === 'better-sqlite3' ? { ...bare, timeout: 0 } : bare;
}
