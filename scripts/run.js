/** `node scripts/run.js NAME …`: builds if needed, and runs a command of src/commands/cli or `seed`, which alone writes to stdout. */
import { existsSync } from 'node:fs';
import { prepareBuild } from './lib/prepare.js';
import { runInThisProcess, inProject } from './lib/project.js';
import { Failure, main } from './lib/report.js';

const [name = '', ...args] = process.argv.slice(2);
const file = name === 'seed' ? 'tools/seed/command.js' : `src/commands/cli/${name}.js`;

await main(async () => {
  await prepareBuild();
  if (!/^[a-z-]+$/.test(name) || !existsSync(inProject('dist', file))) {
    throw new Failure(`There is no command "${name}".`);
  }
});
await runInThisProcess(file, args);
