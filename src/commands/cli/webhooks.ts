import { program } from './webhooks-command.js';
import { run } from './cli.js';

await run(program);
