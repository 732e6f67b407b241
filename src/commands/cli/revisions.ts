import { program } from './revisions-command.js';
import { run } from './cli.js';

await run(program);
