/** Runs the service's own commands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { adopt } from '../../scripts/lib/child.js';
import { Failure } from '../../scripts/lib/failure.js';
import { built, environment, workFolder } from './environment.js';

/**
 * @param {string} name a file of src/cli
 * @param {string[]} args
 * @param {string} databaseUrl
 * @returns {Promise<string>} what it wrote to stdout
 */
export async function runCommand(name, args, databaseUrl) {
  const child = spawn(process.execPath, [built(`cli/${name}.js`), ...args], {
    cwd: workFolder(),
    env: environment({ DATABASE_URL: databaseUrl }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child);
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Failure(`The command ${name} failed:\n${complaint}`);
  return output.trim();
}
