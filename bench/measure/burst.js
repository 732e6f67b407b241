/** Many clients at once ask for an answer that has just expired. */
import { Failure } from '../../scripts/lib/failure.js';
import { Connection } from '../load/connection.js';
import { requestText } from '../load/requests.js';
import { ask } from '../processes/ask.js';
import { runCommand } from '../processes/command.js';

const CROWD = 500;

/**
 * @typedef {object} Burst
 * @property {number} clients
 * @property {number} answered of them
 * @property {number} statements that they caused all together
 * @property {number} ofOne statements that a single client causes in the same situation
 * @property {number} reads how often the answer was read from the database
 */

/**
 * @param {import('../processes/recorder.js').Recorder} recorder with all its caches
 * @param {string} databaseUrl
 * @returns {Promise<Burst>}
 */
export async function measureBurst(recorder, databaseUrl) {
  const key = await editorsKey(databaseUrl);
  const after = async (clients) => {
    await expire(recorder, key);
    let answered = 0;
    const statements = await recorder.during(async () => (answered = await crowd(recorder.port, clients)));
    // How the data stand is asked for three times a second, whoever asks for what.
    return { answered, statements: statements.filter(({ sql }) => !sql.includes('write_counters')).length };
  };
  await after(1); // fills what is shared by all answers
  const { statements: ofOne } = await after(1);
  // An even number of changes leaves the calendar as it was.
  await expire(recorder, key);
  const { answered, statements } = await after(CROWD);
  return { clients: CROWD, answered, statements, ofOne, reads: Math.round(statements / Math.max(1, ofOne)) };
}

/** @param {string} databaseUrl */
export const editorsKey = (databaseUrl) =>
  runCommand('keys', ['create', '--role', 'editor', '--name', 'bench', '--expires', '6h'], databaseUrl);

/** Asks for the list, so that it is kept, and then changes an event on it. */
async function expire(recorder, key) {
  const { body } = await ask(`${recorder.root}/events`);
  const [{ id, sticky }] = JSON.parse(body.toString()).events;
  const { status } = await ask(`${recorder.root}/events/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sticky: !sticky }),
  });
  if (status !== 200) throw new Failure(`Changing an event was answered with ${status}.`);
}

/**
 * @param {number} port
 * @param {number} clients that are connected before the first of them asks
 * @returns {Promise<number>} how many of them got the list
 */
async function crowd(port, clients) {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(port)));
  const statuses = await Promise.all(connections.map((connection) => connection.ask(requestText('/events'))));
  for (const connection of connections) connection.close();
  return statuses.filter((status) => status === 200).length;
}
