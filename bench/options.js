/** The arguments of `npm run bench`. */
import { Command, InvalidArgumentError } from 'commander';
import { BY_NAME, GROUPS, USUAL, withNeeded } from './cases/cases.js';
import { KINDS } from './databases/with-databases.js';

/**
 * @typedef {object} Options
 * @property {number[]} sizes ascending
 * @property {number} occurrences percent of the events that are of series
 * @property {string[]} databases
 * @property {import('./cases/cases.js').Case[]} cases
 * @property {number} runs
 * @property {number} seconds
 * @property {number} workers
 * @property {string} bufferPool
 * @property {boolean} keep
 * @property {number} [soak] minutes
 * @property {string} [json]
 */

/**
 * @param {string[]} argv
 * @returns {Options}
 */
export function parseOptions(argv) {
  const program = new Command('npm run bench --')
    .description(
      'Measures the service against bare servers of Node.js, on seeded calendars, and holds it against its goals. Progress ' +
        'goes to stderr, tables to stdout. BENCH_DATABASE_URL names a MariaDB or MySQL server whose account may create ' +
        'databases; without it a private one is started.',
    )
    .option('--sizes <numbers>', 'events of each calendar (default: 10000,100000)', sizes)
    .option('--occurrences <percent>', 'how many of a hundred events are of series', number, 0)
    .option('--databases <names>', KINDS.join(', '), oneOf(KINDS))
    .option(
      '--cases <names>',
      `groups (${Object.keys(GROUPS).join(', ')}) or cases by name (default: throughput,times)`,
      cases,
    )
    .option('--core', 'what the service does with nothing kept: the same as --cases core', false)
    .option('--runs <number>', 'runs of each case; the median counts', whole, 3)
    .option('--seconds <number>', 'length of a run', number, 1)
    .option('--workers <number>', 'processes of the case with workers', whole, 2)
    .option('--buffer-pool <size>', 'memory of a private MariaDB server for its pages', '1G')
    .option('--keep', 'keeps the seeded databases for the next time', false)
    .option(
      '--soak <minutes>',
      'mixed load on the largest calendar instead of the cases, and what becomes of the memory',
      number,
    )
    .option('--json <file>', 'writes all figures to a file');
  program.parse(argv, { from: 'user' });
  const { core, ...given } = program.opts();
  return { sizes: [10_000, 100_000], databases: KINDS, cases: core ? GROUPS.core : USUAL, ...given };
}

const names = (text) => text.split(',').filter(Boolean);

function number(text) {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('Say a number above 0.');
}

function whole(text) {
  if (Number.isInteger(number(text))) return Number(text);
  throw new InvalidArgumentError('Say a whole number.');
}

const sizes = (text) =>
  names(text)
    .map(whole)
    .sort((one, other) => one - other);

/** @param {string[]} choices */
const oneOf = (choices) => (text) => {
  const unknown = names(text).filter((name) => !choices.includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Known are: ${choices.join(', ')}.`);
  return names(text);
};

/** Groups, or single cases; each once. */
function cases(text) {
  const chosen = oneOf([...Object.keys(GROUPS), ...BY_NAME.keys()])(text);
  return withNeeded(chosen.flatMap((name) => GROUPS[name] ?? BY_NAME.get(name)));
}
