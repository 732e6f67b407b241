/** What the service does for the default list: what the baselines do likewise, and what all others have to answer. */
import { Failure } from '../../scripts/lib/failure.js';
import { ask } from './ask.js';

/**
 * @typedef {object} Sample
 * @property {import('./ask.js').Answer} list
 * @property {import('./ask.js').Answer} notModified
 * @property {import('./record-statements.js').Statement[]} statements of a list whose records were shown before
 * @property {string} databaseUrl
 */

/**
 * @param {string} databaseUrl
 * @param {import('./recorder.js').Recorder} recorder a service without the cache of answers
 * @returns {Promise<Sample>}
 */
export async function takeSample(databaseUrl, recorder) {
  const url = `${recorder.root}/events`;
  await ask(url);
  const list = await ask(url);
  const statements = await recorder.during(() => ask(url));
  const notModified = await ask(url, { headers: { 'If-None-Match': list.headers.etag } });
  return { list, notModified, statements, databaseUrl };
}

/**
 * A comparison is worth nothing where one of the two sends something else.
 * @param {Map<string, import('./service.js').Subject>} subjects
 * @param {Sample} sample
 * @throws {Failure} where one does
 */
export async function assertSameBytes(subjects, { list, notModified }) {
  for (const [name, subject] of subjects) {
    const isBare304 = name === 'not-modified';
    const headers = isBare304 ? { 'If-None-Match': notModified.headers.etag } : {};
    const { status, body } = await ask(`${subject.root}/events`, { headers });
    const expected = isBare304 ? notModified : list;
    if (status === expected.status && body.equals(expected.body)) continue;
    throw new Failure(`"${name}" answers ${status} with ${body.length} bytes: not what the service answered before.`);
  }
}
