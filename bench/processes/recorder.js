/** A service whose statements can be read. Slower than the real one: it counts, it is not timed. */
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { inProject } from '../../scripts/lib/project.js';
import { startService } from './service.js';

const recording = pathToFileURL(inProject('bench', 'processes', 'record-statements.js')).href;

/** Whoever counts statements gives them the time to be sent. */
const PATIENT = { DATABASE_TIMEOUT: '60000' };

/** @typedef {import('./record-statements.js').Statement} Statement */
/** @typedef {import('./service.js').Service & { during: (work: () => Promise<unknown>) => Promise<Statement[]> }} Recorder */

/**
 * @param {string} databaseUrl
 * @param {Record<string, string>} settings
 * @returns {Promise<Recorder>}
 */
export async function startRecorder(databaseUrl, settings) {
  const service = await startService(databaseUrl, { ...settings, ...PATIENT }, ['--import', recording]);
  const take = async () => {
    service.process.send('take');
    const [statements] = await once(service.process, 'message');
    return statements;
  };
  const during = async (work) => {
    await take();
    await work();
    return take();
  };
  return { ...service, during };
}
