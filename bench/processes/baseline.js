/** Starts a baseline. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { adopt } from '../../scripts/lib/child.js';
import { Failure } from '../../scripts/lib/failure.js';
import { inProject } from '../../scripts/lib/project.js';
import { environment, workFolder } from './environment.js';
import { subjectOf } from './service.js';

/** Node's own server makes these itself. */
const MADE_BY_NODE = new Set(['connection', 'keep-alive', 'date']);

/**
 * @param {string} name a file of bench/baselines
 * @param {import('./ask.js').Answer} answer what it sends
 * @param {Partial<import('../baselines/serve.js').Task>} [more]
 * @returns {Promise<import('./service.js').Subject>}
 */
export async function startBaseline(name, { rawHeaders, body }, more = {}) {
  // Advanced, so that dates among the values of statements stay dates.
  const options = { cwd: workFolder(), env: environment({}), execArgv: [], serialization: 'advanced' };
  const child = fork(inProject('bench', 'baselines', `${name}.js`), options);
  adopt(child);
  child.send({ headers: sentHeaders(rawHeaders), body, ...more });
  const ended = once(child, 'exit').then(() => [undefined]);
  const [port] = await Promise.race([once(child, 'message'), ended]);
  if (!port) throw new Failure(`The baseline ${name} did not start.`);
  return subjectOf(child, port);
}

/** @param {string[]} rawHeaders */
const sentHeaders = (rawHeaders) =>
  rawHeaders.filter((_text, index) => !MADE_BY_NODE.has(rawHeaders[index - (index % 2)].toLowerCase()));
