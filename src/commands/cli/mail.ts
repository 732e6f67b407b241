import { program } from './mail-command.js';
import { run } from './cli.js';

await run(program);
