/** What running processes have used. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseBusySeconds, parseProcessStat, parseResidentBytes } from './proc-stat.js';

/** @typedef {Map<number, ReturnType<typeof parseProcessStat>>} Processes by their ids */

/** @returns {Processes} all of the machine, at this moment */
export function allProcesses() {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const stats = pids.map((pid) => [pid, read(`/proc/${pid}/stat`)]);
  return new Map(stats.filter(([, text]) => text !== '').map(([pid, text]) => [pid, parseProcessStat(text)]));
}

/**
 * @param {Processes} processes
 * @param {number[]} pids
 * @returns {number} processor time in seconds, of these and all below them, each counted once
 */
export function cpuSeconds(processes, pids) {
  const family = new Set(pids.flatMap((pid) => familyOf(pid, processes)));
  return [...family].reduce((sum, member) => sum + (processes.get(member)?.seconds ?? 0), 0);
}

/**
 * @param {number} pid
 * @returns {number} resident memory in bytes, of the process and all below it; what they share counts for each
 */
export const residentBytes = (pid) =>
  familyOf(pid, allProcesses()).reduce((sum, member) => sum + parseResidentBytes(read(`/proc/${member}/status`)), 0);

/** @returns {number} seconds for which the processors of the machine have been busy since its start, all added up */
export const machineBusySeconds = () => parseBusySeconds(read('/proc/stat'));

/**
 * @param {number} pid
 * @param {Processes} processes
 * @returns {number[]} it and its descendants
 */
function familyOf(pid, processes) {
  const children = [...processes].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => familyOf(child, processes))];
}

/** @param {string} file empty where the process has ended meanwhile */
function read(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
