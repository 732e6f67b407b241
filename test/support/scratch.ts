import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '../../scripts/lib/memory-folder.js';

/** A new folder for a database, in memory if there is room, where the thousands of commits of tests are fast. */
export function scratchFolder(): string {
  return mkdtempSync(join(memoryFolder(), 'calendar-test-'));
}
