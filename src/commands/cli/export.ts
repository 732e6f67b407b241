import { program } from './export-command.js';
import { run } from './cli.js';

await run(program);
