/** `npm run test:faults`: kills and freezes the service and its database, and fails when a write is lost. */
import './lib/node-version.js';
import { Command, InvalidArgumentError } from 'commander';
import { endWithChildren } from './lib/child.js';
import { main } from './lib/failure.js';
import { jest } from './lib/jest.js';
import { endWithParent } from './lib/parent.js';
import { prepareBuild } from './lib/prepare.js';

const engines = ['sqlite', 'mariadb', 'mysql', 'galera'];

/** @param {string} text */
function number(text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Give a whole number above 0.');
}

/** @param {string} text */
function names(text) {
  const unknown = text.split(',').filter((name) => !engines.includes(name));
  if (unknown.length === 0) return text;
  throw new InvalidArgumentError(`Use one or more of ${engines.join(', ')}, separated by commas.`);
}

endWithParent();
await main(async () => {
  const program = new Command('npm run test:faults --')
    .description(
      'Kills and freezes instances of the service, its database and the nodes of a cluster in mid-write, restarts them, ' +
        'fills the disk, and compares the whole database with what was acknowledged. Prints figures; exit code 0 when ' +
        'all goals are met, else 1. test/faults/README.md says more.',
    )
    .option('--rounds <number>', 'how often each process is killed; other faults in proportion', number, 20)
    .option('--writes <number>', 'acknowledged writes that a follower of the changes keeps step with', number, 10_000)
    .option('--only <engines>', `databases to test: ${engines.join(', ')} (default: all that are installed)`, names);
  program.parse();
  const { rounds, writes, only } = program.opts();
  await prepareBuild();
  endWithChildren();
  const amounts = { FAULTS_ROUNDS: String(rounds), FAULTS_WRITES: String(writes), ...(only && { FAULTS_ONLY: only }) };
  ({ code: process.exitCode } = await jest(['--selectProjects', 'faults'], amounts));
});
