/**
 * `node scripts/run.js NAME …`: builds if needed, then runs a command. Only the command writes to stdout.
 * Commands are the files of src/cli, and `seed` of tools/.
 */
import './lib/node-version.js';
import { existsSync } from 'node:fs';
import { become } from './lib/become.js';
import { Failure, main } from './lib/failure.js';
import { prepareBuild } from './lib/prepare.js';
import { inProject } from './lib/project.js';

const [name = '', ...args] = process.argv.slice(2);
const file = name === 'seed' ? 'tools/seed/command.js' : `src/cli/${name}.js`;

await main(async () => {
  await prepareBuild();
  if (!/^[a-z-]+$/.test(name) || !existsSync(inProject('dist', ...file.split('/')))) {
    throw new Failure(`There is no command "${name}".`);
  }
});
await become(file, args);
