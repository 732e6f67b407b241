import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '../../scripts/lib/memory-folder.js';

/** A new folder for a database: in memory where there is room, since tests commit thousands of times, and a commit waits for the disk. */
export function scratchFolder(): string {
  return mkdtempSync(join(memoryFolder(), 'calendar-test-'));
}
