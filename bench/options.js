/** The arguments of `npm run bench`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { root } from '../scripts/lib/project.js';
import { CASES } from './cases.js';
import { KINDS } from './databases.js';
import { SINGLES } from './singles.js';

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {string} folder a project with `dist`
 */

const DEFAULTS = { sizes: [10_000, 100_000], databases: ['sqlite', 'mariadb'] };

/** @param {string[]} argv */
export function parseOptions(argv) {
  const program = new Command('npm run bench --')
    .description(
      'Measures the service on seeded calendars and compares the figures with the goals. Progress goes to stderr, tables to ' +
        'stdout. MariaDB and MySQL are private servers for this run.',
    )
    .option('--sizes <numbers>', 'events of each calendar (default: 10000,100000)', listOf(whole))
    .option('--databases <names>', `of ${KINDS.join(', ')} (default: sqlite,mariadb)`, oneOf(KINDS))
    .option('--cases <names>', 'cases by name, or goals such as P1 (default: all)', cases)
    .option('--runs <number>', 'runs of each case; the median counts', whole, 3)
    .option('--seconds <number>', 'length of a run', whole, 2)
    .option('--buffer-pool <size>', 'memory of a server for its pages', '1G')
    .option('--other <folder>', 'another build of the project to compare with', build)
    .option('--json <file>', 'writes all figures to a file');
  program.parse(argv, { from: 'user' });
  const { other, ...given } = program.opts();
  const builds = [{ name: 'this', folder: root }, ...(other ? [{ name: 'other', folder: other }] : [])];
  return { ...DEFAULTS, cases: cases(), ...given, builds };
}

const names = (text) => text.split(',').filter(Boolean);

function whole(text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

const listOf = (parse) => (text) => names(text).map(parse);

const oneOf = (choices) => (text) => {
  if (names(text).every((name) => choices.includes(name))) return names(text);
  throw new InvalidArgumentError(`Known are: ${[...new Set(choices)].join(', ')}.`);
};

/** The cases and single measurements of these names and goals. */
function cases(text) {
  const known = [...CASES, ...SINGLES];
  const chosen = text && oneOf(known.flatMap(({ name, goal }) => [name, goal]))(text);
  const isChosen = ({ name, goal }) => !chosen || chosen.includes(name) || chosen.includes(goal);
  return { repeated: CASES.filter(isChosen), single: SINGLES.filter(isChosen) };
}

function build(folder) {
  if (existsSync(join(folder, 'dist', 'src', 'main.js'))) return resolve(folder);
  throw new InvalidArgumentError('Expected a project folder with dist/src/main.js.');
}
