/** `npm run test:attack`: attacks the service for some minutes, prints figures, and fails by its goals. */
import { Command, Option } from 'commander';
import { endWithParent } from './lib/child.js';
import { runProject } from './lib/jest.js';
import { positiveInteger, positiveNumber } from './lib/options.js';
import { main } from './lib/report.js';

/** The names in `test/attack/attack.ts`. */
const ATTACKS = [
  'payloads',
  'markers',
  'blocking',
  'floods',
  'overload',
  'proxies',
  'slow-clients',
  'uploads',
  'submissions',
];

endWithParent();
await main(async () => {
  const program = new Command('npm run test:attack --')
    .description(
      'Attacks the service as strangers could. Prints figures; exit code 0 if all goals are met, else 1. ' +
        'test/attack/README.md describes the attacks.',
    )
    .option('--minutes <number>', 'approximate duration', positiveNumber, 10)
    .addOption(new Option('--only <attack>', 'runs one attack, for its share of the time').choices(ATTACKS))
    .option('--seed <number>', 'repeats the random choices of a run, which prints its seed', positiveInteger);
  program.parse();
  const { minutes, only, seed = Date.now() % 1_000_000 } = program.opts();
  process.exitCode = await runProject('attack', {
    ATTACK_MINUTES: minutes,
    TEST_SEED: seed,
    ...(only && { ATTACK_ONLY: only }),
  });
});
