/** What the baselines share: a bare server of Node.js that is told by its parent what to answer, and says where it listens. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @typedef {object} Task
 * @property {string[]} headers names and values in turn, as the service sent them
 * @property {Buffer} body
 * @property {string} [databaseUrl]
 * @property {import('../processes/record-statements.js').Recorded} [statements]
 */

/**
 * @param {(task: Task) => import('node:http').RequestListener | Promise<import('node:http').RequestListener>} listener
 */
export async function serve(listener) {
  const [task] = await once(process, 'message');
  const server = createServer(await listener({ ...task, body: Buffer.from(task.body) })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(server.address().port);
  process.once('disconnect', () => process.exit());
}
