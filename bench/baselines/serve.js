/** What the baselines share: a bare server that is told by its parent what to answer, and says where it listens. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @typedef {object} Task
 * @property {string[]} headers names and values in turn, as the service sent them
 * @property {Buffer} body
 * @property {string} [databaseUrl]
 * @property {import('../processes/record-statements.js').Recorded} [statements]
 */

/** @param {(task: Task) => import('node:http').RequestListener | Promise<import('node:http').RequestListener>} listener */
export const serve = (listener) =>
  serveBy(async (task) => {
    const server = createServer(await listener(task)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  });

/** @param {(task: Task) => Promise<import('node:http').Server>} start a server that listens */
export async function serveBy(start) {
  const [task] = await once(process, 'message');
  const server = await start({ ...task, body: Buffer.from(task.body) });
  process.send(server.address().port);
  process.once('disconnect', () => process.exit());
}
