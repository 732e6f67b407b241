/** Sends requests with autocannon. */
import autocannon from 'autocannon';
import { Failure } from '../scripts/lib/report.js';
import { ROOT } from './service.js';

/**
 * @typedef {object} Traffic
 * @property {number} port
 * @property {() => import('./cases.js').Request} next the request that is sent next, whichever client sends it
 * @property {number} clients
 * @property {number} status of every response
 * @property {string} [key]
 * @property {number} [seconds]
 * @property {number} [amount] of requests, instead of seconds
 */

/**
 * @param {Traffic} traffic
 * @returns {Promise<{ count: number, seconds: number, times: number[] }>} times in milliseconds
 * @throws {Failure} when a response has another status, or none comes
 */
export async function send({ port, next, clients, status, key, seconds, amount }) {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const setupRequest = (request) => {
    const { path, method = 'GET', body } = next();
    return { ...request, path: ROOT + path, method, headers, body: body && JSON.stringify(body) };
  };
  const times = [];
  const others = new Map();
  const start = performance.now();
  let last = start;
  const result = await new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        ...{ url: `http://127.0.0.1:${port}`, connections: clients, timeout: 60, requests: [{ setupRequest }] },
        ...(amount ? { amount } : { duration: seconds }),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, received, _bytes, time) => {
      last = performance.now();
      times.push(time);
      if (received !== status) others.set(received, (others.get(received) ?? 0) + 1);
    });
  });
  if (result.errors > 0) throw new Failure(`${result.errors} requests had no response.`);
  if (others.size > 0)
    throw new Failure(`Unexpected responses: ${[...others].map(([code, n]) => `${code} x ${n}`).join(', ')}.`);
  return { count: times.length, seconds: (last - start) / 1000, times };
}
