import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { isSqlite, tableOptions, withDataSource } from './data-source.js';
import { isConflict, isDuplicate } from './database-errors.js';
import { run } from './sql/statements.js';

const logger = new Logger('Lease');

/** Milliseconds for which the release of a lease is tried while the database is busy. */
const RELEASE_PATIENCE = 2000;

/** Milliseconds after which waiting for a lease is logged. */
const LONG_WAIT = 5000;

/**
 * Runs `work` under a distributed lock: no other instance runs work with the same name meanwhile. A row that expires,
 * unlike GET_LOCK, also works on SQLite and across the nodes of Galera.
 * @param duration milliseconds after which the lease of a crashed holder expires; it is renewed three times in that time
 * @param acquireTimeout milliseconds to wait for another holder
 * @throws {LeaseTaken}
 */
export function withLease<T>(
  options: DataSourceOptions,
  name: string,
  work: () => Promise<T>,
  { duration = 30_000, acquireTimeout = 60_000 } = {},
): Promise<T> {
  // The lease has its own connection, so that it can be renewed during a transaction of the work. It has no busy timeout:
  // SQLite would block the process while it waits for a lock, which this process may hold.
  const own = { ...options, entities: [], migrations: [], ...(isSqlite({ options }) && { timeout: 0 }) };
  return withDataSource(own as DataSourceOptions, async (source) => {
    const holder = `${hostname().slice(0, 60)} ${process.pid} ${randomUUID()}`;
    const waiting = setTimeout(() => logger.warn(`Waiting for the lease "${name}" of another process.`), LONG_WAIT);
    await retryUntilTimeout(() => acquire(source, name, holder, duration), acquireTimeout)
      .catch((error: unknown) => {
        throw isTaken(error) ? new LeaseTaken(name, acquireTimeout) : error;
      })
      .finally(() => clearTimeout(waiting));
    const renewal = setInterval(() => void renew(source, name, holder, duration), duration / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      const release = () => source.query('DELETE FROM lease WHERE name = ? AND holder = ?', [name, holder]);
      await retryUntilTimeout(release, RELEASE_PATIENCE).catch((error: unknown) =>
        logger.warn(`The lease "${name}" will expire by itself: ${String(error)}`),
      );
    }
  });
}

/** Another process held the lease for longer than the timeout. */
export class LeaseTaken extends Error {
  constructor(name: string, timeout: number) {
    super(
      `Another process on this database had the lease "${name}" for ${timeout / 1000} s: try again when it is done.`,
    );
    this.name = LeaseTaken.name;
  }
}

async function acquire(source: DataSource, name: string, holder: string, duration: number): Promise<void> {
  const now = currentTimeSql(source);
  // The table is not created by a migration, since the lease protects the migrations.
  await source.query(
    'CREATE TABLE IF NOT EXISTS lease ' +
      '(name varchar(64) NOT NULL PRIMARY KEY, holder varchar(128) NOT NULL, expires_at bigint NOT NULL)' +
      tableOptions(source),
  );
  await source.query(`DELETE FROM lease WHERE name = ? AND expires_at < ${now}`, [name]);
  const sql = `INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ${now} + ?)`;
  await source.query(sql, [name, holder, duration]);
}

async function renew(source: DataSource, name: string, holder: string, duration: number): Promise<void> {
  try {
    const sql = `UPDATE lease SET expires_at = ${currentTimeSql(source)} + ? WHERE name = ? AND holder = ?`;
    const { affected } = await run(source.manager, sql, [duration, name, holder]);
    if (affected === 0) logger.error(`The lease "${name}" expired and another instance has taken it.`);
  } catch (error) {
    // On SQLite, the transaction of the work blocks the renewal, but also all other writers.
    if (!isConflict(error)) logger.warn(`The lease "${name}" could not be renewed: ${String(error)}`);
  }
}

/** Retries an attempt that fails because of another process, until the timeout. */
async function retryUntilTimeout(attempt: () => Promise<unknown>, timeout: number): Promise<void> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return void (await attempt());
    } catch (error) {
      if (!isTaken(error) || Date.now() > end) throw error;
      await sleep(50 + 100 * Math.random());
    }
  }
}

function isTaken(error: unknown): boolean {
  return isDuplicate(error) || isConflict(error);
}

/** SQL of the clock of the database in milliseconds, because the clocks of instances may differ. */
function currentTimeSql(source: DataSource): string {
  return isSqlite(source)
    ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    : 'ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000)';
}
