/** Memory when the caches are full. */
import { requestText } from '../load/requests.js';
import { residentBytes } from './processes.js';

const CLIENTS = 4;
const SECONDS = 8;

/** Lists of a hundred events, each of another window: hundreds of kilobytes for every entry of a cache. */
export const largeLists = ({ windows }) =>
  windows.map(([start, end]) => requestText(`/events?per_page=100&start_date=${start}&end_date=${end}`));

/**
 * @param {import('../load/load.js').Load} load
 * @param {import('../processes/service.js').Subject} subject
 * @param {import('../cases/targets.js').Targets} targets
 * @returns {Promise<number>} resident bytes
 */
export async function memoryWithFullCache(load, subject, targets) {
  const { port, pid } = subject;
  await load.send({ port, requests: largeLists(targets), clients: CLIENTS, seconds: SECONDS, status: 200 });
  return residentBytes(pid);
}
