/**
 * A load generator in its own process: each message is a phase, answered with the results of its requests. Either
 * `clients` send without a pause (closed loop), or `rate` requests are sent each second (open loop).
 */
import { Agent, get } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Phase
 * @property {number} port
 * @property {readonly string[]} paths requested in turns; a number is appended, so that no address is requested twice
 * @property {number} milliseconds
 * @property {number} [clients]
 * @property {number} [rate] a second
 */

/** @typedef {{ status: number, milliseconds: number }} Result status 0 without a response */

const ADDRESSES = 1000;

let sent = 0;

/**
 * @param {Phase} phase
 * @param {Agent} agent
 * @returns {Promise<Result>}
 */
function send({ port, paths }, agent) {
  sent += 1;
  const path = paths[sent % paths.length] + sent;
  const address = sent % ADDRESSES;
  const headers = { 'x-forwarded-for': `198.18.${address >> 8}.${address & 255}` };
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (status = 0) => resolve({ status, milliseconds: performance.now() - start });
    const request = get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode));
      response.on('error', () => done());
    });
    request.on('error', () => done());
  });
}

/**
 * @param {Phase} phase
 * @param {Agent} agent
 */
async function closedLoop(phase, agent) {
  const until = performance.now() + phase.milliseconds;
  const client = async () => {
    /** @type {Result[]} */
    const results = [];
    while (performance.now() < until) results.push(await send(phase, agent));
    return results;
  };
  return (await Promise.all(Array.from({ length: phase.clients ?? 1 }, client))).flat();
}

/**
 * @param {Phase} phase
 * @param {Agent} agent
 */
async function openLoop(phase, agent) {
  const start = performance.now();
  const count = Math.ceil((phase.rate ?? 1) * (phase.milliseconds / 1000));
  const results = [];
  for (let number = 0; number < count; number += 1) {
    const due = start + (number * 1000) / (phase.rate ?? 1) - performance.now();
    if (due > 0) await sleep(due);
    results.push(send(phase, agent));
  }
  return Promise.all(results);
}

process.on('message', async (/** @type {Phase} */ phase) => {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const results = await (phase.rate === undefined ? closedLoop : openLoop)(phase, agent);
  agent.destroy();
  process.send?.(results);
});
