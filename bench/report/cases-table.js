/** The cases of one calendar as a table, with how long they took in smaller calendars. */
import { shortNumber, shortSize } from './numbers.js';
import { table } from './table.js';

const MIB = 1024 ** 2;

/**
 * @param {import('../measure/calendar.js').Result} result
 * @param {import('../measure/calendar.js').Result[]} smaller of the same database
 * @param {Map<string, string>} titles of the cases
 */
export function casesTable(result, smaller, titles) {
  const before = smaller.map(({ size }) => `p50 at ${shortSize(size)}`);
  const heads = ['case', '/s', 'p50 ms', 'p99 ms', ...before, 'CPU µs', 'of database', 'u', 'statements', 'MiB'];
  return table(
    heads,
    result.cases.map((one) => row(one, smaller, titles)),
  );
}

function row({ name, median, statements, memory }, smaller, titles) {
  const { requestsPerSecond, p50, p99, appCpu, databaseCpu, unit, busy } = median ?? {};
  const before = smaller.map(({ cases }) => cases.find((other) => other.name === name)?.median?.p50);
  const units = unit && databaseCpu !== null ? (appCpu + databaseCpu) / unit : undefined;
  const figures = [requestsPerSecond, p50, p99, ...before, appCpu, databaseCpu, units, statements?.warm, memory / MIB];
  return [`${titles.get(name)}${busy ? ' *' : ''}`, ...figures.map(shortNumber)];
}
