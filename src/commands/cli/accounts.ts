import { program } from './accounts-command.js';
import { run } from './cli.js';

await run(program);
