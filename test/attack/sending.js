/**
 * Many visitors, in a process of their own: each message is a phase, answered with what became of its requests.
 * Either `clients` ask without a pause, or `rate` requests a second are sent whether or not there are answers yet.
 */
import { Agent, get } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Phase
 * @property {number} port
 * @property {readonly string[]} paths asked for in turns; a number is appended, so that none is asked for twice
 * @property {number} milliseconds
 * @property {number} [clients]
 * @property {number} [rate] a second
 */

/** @typedef {{ status: number, milliseconds: number }} Answer status 0 where there was none */

const ADDRESSES = 1000;

let sent = 0;

/**
 * @param {Phase} phase
 * @param {Agent} agent
 * @returns {Promise<Answer>}
 */
function ask({ port, paths }, agent) {
  sent += 1;
  const path = paths[sent % paths.length] + sent;
  const visitor = sent % ADDRESSES;
  const headers = { 'x-forwarded-for': `198.18.${visitor >> 8}.${visitor & 255}` };
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (status = 0) => resolve({ status, milliseconds: performance.now() - start });
    const asked = get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode));
      answer.on('error', () => done());
    });
    asked.on('error', () => done());
  });
}

/**
 * @param {Phase} phase
 * @param {Agent} agent
 */
async function withoutPause(phase, agent) {
  const until = performance.now() + phase.milliseconds;
  const client = async () => {
    /** @type {Answer[]} */
    const answers = [];
    while (performance.now() < until) answers.push(await ask(phase, agent));
    return answers;
  };
  return (await Promise.all(Array.from({ length: phase.clients ?? 1 }, client))).flat();
}

/**
 * @param {Phase} phase
 * @param {Agent} agent
 */
async function atRate(phase, agent) {
  const start = performance.now();
  const count = Math.ceil((phase.rate ?? 1) * (phase.milliseconds / 1000));
  const answers = [];
  for (let number = 0; number < count; number += 1) {
    const due = start + (number * 1000) / (phase.rate ?? 1) - performance.now();
    if (due > 0) await sleep(due);
    answers.push(ask(phase, agent));
  }
  return Promise.all(answers);
}

process.on('message', async (/** @type {Phase} */ phase) => {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const answers = await (phase.rate === undefined ? withoutPause : atRate)(phase, agent);
  agent.destroy();
  process.send?.(answers);
});
