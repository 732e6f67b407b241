/** Processor time and memory of running processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseProcessStat, parseResidentBytes } from './proc-stat.js';

/**
 * @param {number[]} pids
 * @returns {number} seconds of processor time of these processes and their descendants
 */
export function cpuSeconds(pids) {
  const all = allProcesses();
  return familyOf(pids, all).reduce((sum, pid) => sum + (all.get(pid)?.seconds ?? 0), 0);
}

/** @param {number} pid @returns {number} of the process and its descendants */
export const residentBytes = (pid) =>
  familyOf([pid], allProcesses()).reduce((sum, one) => sum + parseResidentBytes(read(`/proc/${one}/status`)), 0);

function allProcesses() {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const stats = pids.map((pid) => [pid, read(`/proc/${pid}/stat`)]);
  return new Map(stats.filter(([, text]) => text !== '').map(([pid, text]) => [pid, parseProcessStat(text)]));
}

function familyOf(pids, all) {
  const children = [...all].filter(([, { parent }]) => pids.includes(parent)).map(([pid]) => pid);
  return children.length === 0 ? pids : [...pids, ...familyOf(children, all)];
}

/** @param {string} file empty when the process has ended */
function read(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
