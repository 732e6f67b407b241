/** The process that sends requests, apart from the one that measures and from what is measured. */
import { percentile } from '../measure/statistics.js';
import { Connection } from './connection.js';

/**
 * @typedef {object} Traffic
 * @property {number} port
 * @property {string[]} requests whole requests, sent one after the other, from the first again after the last
 * @property {number} [first] which of them to begin with
 * @property {number} clients connections, each with one request under way
 * @property {number} [seconds] for which requests are sent; what is under way then is waited for
 * @property {number} [atLeast] answers, however long they take
 * @property {number} status what every answer has to have
 */

/**
 * @typedef {object} Answers
 * @property {number} count
 * @property {number} seconds from the first request to the last answer
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} next the request after the last one that was sent
 */

/**
 * @param {Traffic} traffic
 * @returns {Promise<Answers>}
 */
async function send({ port, requests, first = 0, clients, seconds = 0, atLeast = 1, status }) {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(port)));
  const times = [];
  let sent = 0;
  const start = performance.now();
  const client = async (connection) => {
    while (sent < atLeast || performance.now() - start < 1000 * seconds) {
      const request = requests[(first + sent++) % requests.length];
      const asked = performance.now();
      const got = await connection.ask(request);
      if (got !== status) throw new Error(`${got} instead of ${status} for ${request.split('\r\n', 1)}`);
      times.push(performance.now() - asked);
    }
  };
  try {
    await Promise.all(connections.map(client));
  } finally {
    for (const connection of connections) connection.close();
  }
  return { ...summary(times, start), next: (first + sent) % requests.length };
}

/**
 * @param {number[]} times
 * @param {number} start
 */
function summary(times, start) {
  const seconds = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(times).sort();
  return { count: sorted.length, seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

process.on('message', (/** @type {Traffic} */ traffic) => {
  send(traffic).then(
    (answers) => process.send({ answers }),
    (error) => process.send({ failure: error.message }),
  );
});
process.once('disconnect', () => process.exit());
