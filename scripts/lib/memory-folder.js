/** A folder for temporary files, in memory if there is enough room. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';

/** In bytes. Containers often have only 64 MiB there, which some tests would fill. */
const ENOUGH = 2 ** 30;

/**
 * @returns {string} /dev/shm if it has enough room, where commits do not wait for the disk, else the temporary folder
 */
export const memoryFolder = () => (hasRoom(MEMORY) ? MEMORY : tmpdir());

function hasRoom(path) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
