import { program } from './copy-command.js';
import { run } from './cli.js';

await run(program);
