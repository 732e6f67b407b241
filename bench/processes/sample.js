/** What the service does for the default list, and for its feed: what the baselines do likewise, and what all others have to answer. */
import { Failure } from '../../scripts/lib/failure.js';
import { ROOT } from '../load/requests.js';
import { ask } from './ask.js';

/**
 * @typedef {object} Sample
 * @property {import('./ask.js').Answer} list
 * @property {import('./ask.js').Answer} notModified
 * @property {import('./ask.js').Answer} feed
 * @property {import('./record-statements.js').Recorded} statements of the requests that a bare server answers
 * @property {string} databaseUrl
 */

/**
 * @param {string} databaseUrl
 * @param {import('./recorder.js').Recorder} recorder a service that keeps nothing
 * @param {Set<string>} paths that a bare server answers
 * @returns {Promise<Sample>}
 */
export async function takeSample(databaseUrl, recorder, paths) {
  const url = `${recorder.root}/events`;
  const list = await ask(url);
  const statements = new Map();
  for (const path of paths) statements.set(ROOT + path, await recorder.during(() => ask(recorder.root + path)));
  const notModified = await ask(url, { headers: { 'If-None-Match': list.headers.etag } });
  const feed = await ask(`${url}.ics`);
  return { list, notModified, feed, statements, databaseUrl };
}

/**
 * A comparison is worth nothing where one of the two sends something else.
 * @param {Map<string, import('./service.js').Subject>} subjects
 * @param {Sample} sample
 * @throws {Failure} where one does
 */
export async function assertSameBytes(subjects, { list, notModified, feed }) {
  for (const [name, subject] of subjects) {
    // Sends rows as they are.
    if (name === 'same-sql') continue;
    const isBare304 = name === 'not-modified';
    const headers = isBare304 ? { 'If-None-Match': notModified.headers.etag } : {};
    const expected = isBare304 ? notModified : name === 'ready-feed' ? feed : list;
    const { status, body } = await ask(`${subject.root}/events`, { headers });
    if (status === expected.status && body.equals(expected.body)) continue;
    throw new Failure(`"${name}" answers ${status} with ${body.length} bytes: not what the service answered before.`);
  }
}
