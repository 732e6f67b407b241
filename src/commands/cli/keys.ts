import { program } from './keys-command.js';
import { run } from './cli.js';

await run(program);
