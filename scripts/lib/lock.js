/**
 * One process at a time installs and builds, also when the service is started twice at once.
 *
 * The lock is a numbered file in a folder; the highest number counts. It holds the process ids of its owner and the owner's
 * children (npm may outlive a killed owner), written anew every few seconds, and a word once it is released. Whoever finds the
 * highest one released, or its processes dead, creates the next number. Creation is exclusive and a number is removed only
 * below a higher one, so two can never own it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPids } from './child.js';
import { inProject } from './project.js';
import { say } from './say.js';

const folder = inProject('.cache', 'prepare.lock');
const heartbeatSeconds = 2;
const staleSeconds = 300; // bounds the harm of a process id that was given to another program after a power cut
const released = 'released';

/**
 * @template T
 * @param {() => Promise<T>} work done while this process owns the lock
 * @returns {Promise<T>}
 */
export async function locked(work) {
  const file = await acquire();
  const heartbeat = setInterval(() => writeFileSync(file, owners()), heartbeatSeconds * 1000);
  const release = () => writeFileSync(file, released);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

/** @returns {Promise<string>} the file of the lock, owned */
async function acquire() {
  mkdirSync(folder, { recursive: true });
  for (let announced = false; ; await sleep(250)) {
    const highest = highestNumber();
    const owner = ownerOf(highest);
    if (owner === undefined) {
      const mine = create(highest + 1);
      if (mine) return mine;
    } else if (!announced) {
      say(`Waiting for process ${owner}, which is installing or building.`);
      announced = true;
    }
  }
}

/** @returns {number} 0 where there is none yet */
function highestNumber() {
  return Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger));
}

/** @returns {string | undefined} the id of the process that owns this lock; undefined when nobody does */
function ownerOf(number) {
  const file = pathOf(number);
  try {
    const text = readFileSync(file, 'utf8');
    const silentSeconds = (Date.now() - statSync(file).mtimeMs) / 1000;
    if (text === '') return silentSeconds < heartbeatSeconds ? 'unknown' : undefined; // being written just now
    if (text === released || silentSeconds > staleSeconds) return undefined;
    return text.split(' ').find((pid) => isAlive(Number(pid)));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false; // left by an earlier process of the same number, as in a container
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @returns {string | undefined} the file of the new lock; undefined when somebody else was faster */
function create(number) {
  const file = pathOf(number);
  try {
    writeFileSync(file, owners(), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
  if (highestNumber() > number) {
    rmSync(file, { force: true });
    return undefined;
  }
  for (const older of readdirSync(folder)) if (Number(older) < number) rmSync(join(folder, older), { force: true });
  return file;
}

const pathOf = (number) => join(folder, String(number));

const owners = () => [process.pid, ...runningPids()].join(' ');
