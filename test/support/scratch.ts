import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm';

/** Bytes; containers often have 64 MiB there, which the calendars of some tests would fill. */
const ENOUGH = 2 ** 30;

/**
 * A new folder for a database: in memory where there is room, since tests commit thousands of times, and a commit waits
 * for the disk.
 */
export function scratchFolder(): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'calendar-test-'));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
