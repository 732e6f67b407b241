/** The arguments of `npm test`. */
import { Failure } from './failure.js';

const runNames = ['unit', 'sqlite', 'mysql'];

/**
 * `--only unit,sqlite` or TEST_ONLY chooses runs, `--full` leaves nothing out; everything else is for jest.
 * @returns {{ chosen: string[], isFull: boolean, forJest: string[] }}
 */
export function parseArguments(argv) {
  const forJest = argv.filter((argument) => argument !== '--full');
  let only = process.env.TEST_ONLY ?? '';
  const at = forJest.findIndex((argument) => argument === '--only' || argument.startsWith('--only='));
  if (at >= 0)
    only = forJest[at].includes('=') ? forJest.splice(at, 1)[0].slice('--only='.length) : forJest.splice(at, 2)[1];
  const chosen = only ? only.split(',') : runNames;
  const unknown = chosen.filter((name) => !runNames.includes(name));
  if (unknown.length > 0) throw new Failure(`--only takes ${runNames.join(', ')}, not ${unknown.join(', ')}.`);
  return { chosen, isFull: argv.includes('--full'), forJest };
}
