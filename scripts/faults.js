/** `npm run test:faults`: kills and freezes the service and its database, and fails when a write is lost. */
import { Command, InvalidArgumentError } from 'commander';
import { endWithParent } from './lib/child.js';
import { runProject } from './lib/jest.js';
import { positiveInteger } from './lib/options.js';
import { main } from './lib/report.js';

const engines = ['sqlite', 'mariadb', 'mysql', 'galera'];

/** @param {string} text */
function names(text) {
  if (text.split(',').every((name) => engines.includes(name))) return text;
  throw new InvalidArgumentError(`Use one or more of ${engines.join(', ')}, separated by commas.`);
}

endWithParent();
await main(async () => {
  const program = new Command('npm run test:faults --')
    .description(
      'Kills and freezes instances of the service and its database during writes, and compares the database with what was ' +
        'acknowledged. Prints figures; exit code 0 when all goals are met, else 1. test/faults/README.md says more.',
    )
    .option('--rounds <number>', 'how often each process is killed; other faults in proportion', positiveInteger, 20)
    .option(
      '--writes <number>',
      'acknowledged writes that a follower of the changes keeps step with',
      positiveInteger,
      10_000,
    )
    .option('--only <engines>', `databases to test: ${engines.join(', ')} (default: all that are installed)`, names);
  program.parse();
  const { rounds, writes, only } = program.opts();
  process.exitCode = await runProject('faults', {
    FAULTS_ROUNDS: rounds,
    FAULTS_WRITES: writes,
    ...(only && { FAULTS_ONLY: only }),
  });
});
