/** Where files in memory are, if there is room for those of the tests. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm';

/** Bytes; containers often have 64 MiB there, which the calendars of some tests would fill. */
const ENOUGH = 2 ** 30;

/** @returns {string} the folder of temporary files, in memory where there is room: nothing there waits for the disk */
export const memoryFolder = () => (hasRoom(MEMORY) ? MEMORY : tmpdir());

function hasRoom(path) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
