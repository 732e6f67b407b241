/** Reads the texts of /proc (proc(5)). */

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock is. */
const TICKS_PER_SECOND = 100;

/**
 * @param {string} text of /proc/<pid>/stat
 * @returns {{ parent: number, seconds: number }} the parent's id, and the processor time in user and kernel mode
 */
export function parseProcessStat(text) {
  // The second field is the name in parentheses, and may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
}

/**
 * @param {string} text of /proc/stat
 * @returns {number} busy seconds of all processors together, including steal time
 */
export function parseBusySeconds(text) {
  const [user, nice, system, , , irq, softirq, steal] = text.slice('cpu'.length, text.indexOf('\n')).trim().split(/ +/);
  return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/**
 * @param {string} text of /proc/<pid>/status
 * @returns {number} resident memory in bytes; 0 for a process that is ending
 */
export const parseResidentBytes = (text) => 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
