import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { type Settings } from '../lib/config/settings.js';

const CACHE = join(dirname(createRequire(import.meta.url).resolve('#package.json')), '.cache');

/** Milliseconds in which a service on this machine answers, unless something else has its port. */
const MAX_WAIT = 1000;

type Database = Pick<Settings, 'databaseUrl'>;

/** Where the service of a database listens. */
interface Listening extends Pick<AddressInfo, 'address' | 'port'> {
  readonly pid: number;
}

/** One file for each database: several calendars may run from one folder. */
export function listeningFile({ databaseUrl }: Database): string {
  return join(CACHE, `listening-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}.json`);
}

/** The process that lives as long as the service: workers come and go. */
const servicePid = (): number => (cluster.isWorker ? process.ppid : process.pid);

/**
 * Stores the port on which the service of a database listens, for commands that print addresses: they do not see an
 * environment that only the service was given. Where the folder is read-only, as in a container, nothing is stored.
 */
export function storePort(database: Database, { address, port }: Omit<Listening, 'pid'>, pid = servicePid()): void {
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(listeningFile(database), JSON.stringify({ pid, address, port } satisfies Listening));
  } catch {
    // The commands then take the port of their own settings.
  }
}

/** Forgets the port at the end of the service, unless another one has stored its own since. */
export function forgetPort(database: Database): void {
  if (read(database)?.pid === servicePid()) remove(database);
}

/** The port of the service that is running on this database; undefined if none has stored it, or that one has ended. */
export async function runningPort(database: Database): Promise<number | undefined> {
  const stored = read(database);
  if (!stored) return undefined;
  if (!isRunning(stored.pid)) {
    remove(database);
    return undefined;
  }
  // The id of a process that was killed may be that of another one by now.
  return (await isAnswering(stored)) ? stored.port : undefined;
}

function read(database: Database): Listening | undefined {
  try {
    return JSON.parse(readFileSync(listeningFile(database), 'utf8')) as Listening;
  } catch {
    return undefined;
  }
}

function remove(database: Database): void {
  try {
    rmSync(listeningFile(database), { force: true });
  } catch {
    // Another user has stored it.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether connections to an address are accepted. A service on all addresses is reached at that of this machine. */
function isAnswering({ address, port }: Listening): Promise<boolean> {
  const host = ['::', '0.0.0.0'].includes(address) ? 'localhost' : address;
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: MAX_WAIT });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    for (const failure of ['error', 'timeout']) socket.once(failure, () => end(false));
  });
}
