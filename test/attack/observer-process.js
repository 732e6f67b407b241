/**
 * The process of an `Observer`, so that the load of the attackers does not count for the service. Requests each path
 * again and again from its own address, says when it has read each once, and reports the later durations and statuses at
 * the end.
 */
import { Agent, get } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const [port, ...paths] = process.argv.slice(2);

const headers = { 'x-forwarded-for': '203.0.113.9' };

let isWatching = true;

/** Reads a path until the end of the attack. */
async function watch({ path, agent }) {
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const statuses = [];
  while (isWatching) {
    const start = performance.now();
    statuses.push(await read({ port, path, headers, agent }));
    times.push(performance.now() - start);
    await sleep(20);
  }
  agent.destroy();
  return { times, statuses };
}

/**
 * @param {import('node:http').RequestOptions} options
 * @returns {Promise<number>} the status; 0 without a response
 */
function read(options) {
  return new Promise((resolve) => {
    const sent = get(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
  });
}

process.once('message', () => (isWatching = false));
const watched = paths.map((path) => ({ path, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }));
for (const { path, agent } of watched) await read({ port, path, headers, agent });
process.send?.('ready');
process.send?.(await Promise.all(watched.map(watch)), () => process.disconnect());
