/**
 * Somebody else, in a process of his own, so that what keeps the attackers busy is not taken for the service: asks for
 * each path again and again, from an address of his own, and says at the end how long it took and what came of it.
 */
import { Agent, get } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const [port, ...paths] = process.argv.slice(2);

const headers = { 'x-forwarded-for': '203.0.113.9' };

let isWatching = true;

/** @param {string} path */
async function watch(path) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const statuses = [];
  while (isWatching) {
    const start = performance.now();
    statuses.push(await ask({ port, path, headers, agent }));
    times.push(performance.now() - start);
    await sleep(20);
  }
  agent.destroy();
  return { times, statuses };
}

/**
 * @param {import('node:http').RequestOptions} options
 * @returns {Promise<number>} the status; 0 where there was no answer
 */
function ask(options) {
  return new Promise((resolve) => {
    const asked = get(options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    asked.on('error', () => resolve(0));
  });
}

process.once('message', () => (isWatching = false));
process.send?.(await Promise.all(paths.map(watch)), () => process.disconnect());
