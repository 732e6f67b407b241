/** `node scripts/run.js NAME …`: runs dist/src/cli/NAME.js with the arguments, built first where needed; stdout is the command's alone. */
import './lib/node-version.js';
import { existsSync } from 'node:fs';
import { become } from './lib/become.js';
import { Failure, main } from './lib/failure.js';
import { prepareBuild } from './lib/prepare.js';
import { inProject } from './lib/project.js';

const [name = '', ...args] = process.argv.slice(2);

await main(async () => {
  await prepareBuild();
  if (!/^[a-z-]+$/.test(name) || !existsSync(inProject('dist', 'src', 'cli', `${name}.js`))) {
    throw new Failure(`There is no command "${name}": the commands are the files of src/cli.`);
  }
});
await become(`cli/${name}.js`, args);
