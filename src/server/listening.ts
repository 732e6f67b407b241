import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Settings } from '../lib/config/settings.js';

const CACHE = join(dirname(createRequire(import.meta.url).resolve('#package.json')), '.cache');

/** One file for each database: several calendars may run from one folder. */
function fileOf({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string {
  return join(CACHE, `listening-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}.json`);
}

/**
 * Stores the port on which the service of a database listens, for commands that print addresses: they do not see an
 * environment that only the service was given. Where the folder is read-only, as in a container, nothing is stored.
 */
export function storePort(settings: Pick<Settings, 'databaseUrl'>, port: number, pid = process.pid): void {
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(fileOf(settings), JSON.stringify({ pid, port }));
  } catch {
    // The commands then take the port of their own settings.
  }
}

/** The port of the service that is running on this database; undefined if none has stored it, or that one has ended. */
export function runningPort(settings: Pick<Settings, 'databaseUrl'>): number | undefined {
  try {
    const { pid, port } = JSON.parse(readFileSync(fileOf(settings), 'utf8')) as { pid: number; port: number };
    return isRunning(pid) ? port : undefined;
  } catch {
    return undefined;
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
