import { program } from './images-command.js';
import { run } from './cli.js';

await run(program);
