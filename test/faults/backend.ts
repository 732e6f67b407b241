import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServers, startServer } from '../../scripts/lib/database-server.js';
import { DURABLE, FaultyServer } from '../support/faulty-server.js';
import { temporarySqlite } from '../support/temporary-database.js';

export type Engine = 'sqlite' | 'mariadb' | 'mysql';

/** A database that faults happen to. */
export interface Backend {
  readonly url: string;
  /** Absent for SQLite, whose file has no process of its own. */
  readonly server?: FaultyServer;
  stop(): Promise<void>;
}

/** @returns undefined where this machine has no such server */
export async function startBackend(engine: Engine): Promise<Backend | undefined> {
  if (engine === 'sqlite') {
    const database = await temporarySqlite();
    return { url: database.url, stop: () => database.drop() };
  }
  const program = programOf(engine);
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'calendar-faults-'));
  const use = { settings: DURABLE, dataFolder: join(folder, 'data') };
  const server = await FaultyServer.start(() => startServer(program, use));
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, server, stop };
}

/** @returns undefined where this machine has no such server */
export function programOf(engine: 'mariadb' | 'mysql'): string | undefined {
  return findServers().find(({ name }) => name.toLowerCase() === engine)?.program;
}
