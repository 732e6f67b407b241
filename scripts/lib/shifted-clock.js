/** A clock that is shifted for a program and all that it starts: libfaketime, which Debian and Ubuntu have in `faketime`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The variant for programs with several threads. */
const LIBRARY = join('faketime', 'libfaketimeMT.so.1');

/** The path of the library, if it is installed. */
export function findClockLibrary() {
  const parents = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((folder) => existsSync(folder));
  // Debian has a folder for each architecture.
  const folders = parents.flatMap((parent) => [parent, ...readdirSync(parent).map((name) => join(parent, name))]);
  return folders.map((folder) => join(folder, LIBRARY)).find((path) => existsSync(path));
}

/**
 * The variables of a clock that shows `moment` now, and runs on. It is given as an offset, so that each process which
 * starts later continues the same time.
 * @param {Date} moment
 */
export function clockAt(moment, library) {
  const offset = Math.round((moment.getTime() - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    // Durations are measured with the real clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Otherwise, Chromium waits without sleeping.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}
