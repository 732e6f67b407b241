import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** In bytes. Containers often have only 64 MiB in /dev/shm, which some tests would fill. */
const ENOUGH = 2 ** 30;

/** A folder for temporary files: in memory if there is enough room, so that commits do not wait for the disk. */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
