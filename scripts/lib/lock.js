/**
 * A lock file, so that one process at a time installs and builds. The owner creates it exclusively, touches it every
 * few seconds (heartbeat) and removes it at the end. A file without a heartbeat is stale and is removed.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from './project.js';
import { say } from './say.js';

const file = inProject('.cache', 'preparing');
const heartbeatSeconds = 2;
const staleSeconds = 20;

/**
 * @template T
 * @param {() => Promise<T>} work done while this process owns the lock
 * @returns {Promise<T>}
 */
export async function locked(work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let announced = false; !created(); await sleep(250)) {
    if (isStale()) rmSync(file, { force: true });
    else if (!announced) say('Waiting for another process, which is installing or building.');
    announced = true;
  }
  const release = () => rmSync(file, { force: true });
  const heartbeat = setInterval(() => writeFileSync(file, ''), heartbeatSeconds * 1000);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function created() {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isStale() {
  const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return (Date.now() - mtimeMs) / 1000 > staleSeconds;
}
