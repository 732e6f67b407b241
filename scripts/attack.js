/** `npm run test:attack`: attacks the service for some minutes, prints figures, and fails by its goals. */
import './lib/node-version.js';
import { Command, InvalidArgumentError, Option } from 'commander';
import { endWithChildren } from './lib/child.js';
import { main } from './lib/failure.js';
import { jest } from './lib/jest.js';
import { endWithParent } from './lib/parent.js';
import { prepareBuild } from './lib/prepare.js';

/** The names in `test/attack/attack.ts`. */
const ATTACKS = ['payloads', 'markers', 'blocking', 'floods', 'overload', 'proxies', 'slow-clients'];

/** @param {string} text */
function number(text) {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('Give a number above 0.');
}

endWithParent();
await main(async () => {
  const program = new Command('npm run test:attack --')
    .description(
      'Attacks the service as strangers might: payloads in every parameter and field, planted markers over every route and ' +
        'format, texts that take long to read, floods, forged addresses, slow clients. Prints figures; exit code 0 ' +
        'where all goals are met, else 1. test/attack/README.md says more.',
    )
    .option('--minutes <number>', 'approximate duration', number, 10)
    .addOption(new Option('--only <attack>', 'runs one attack, for its share of the time').choices(ATTACKS))
    .option('--seed <number>', 'repeats the random choices of a run, which prints its seed', number);
  program.parse();
  const { minutes, only, seed = Date.now() % 1_000_000 } = program.opts();
  await prepareBuild();
  endWithChildren();
  const amounts = { ATTACK_MINUTES: String(minutes), TEST_SEED: String(seed), ...(only && { ATTACK_ONLY: only }) };
  ({ code: process.exitCode } = await jest(['--selectProjects', 'attack'], amounts));
});
