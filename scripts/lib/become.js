import { pathToFileURL } from 'node:url';
import { inProject } from './project.js';

/**
 * Runs a built program in this process, as `node dist/<file>` would: no parent stands between it and its signals.
 * @param {string} file below dist, such as `src/main.js`
 * @param {string[]} [args]
 */
export async function become(file, args = process.argv.slice(2)) {
  const path = inProject('dist', ...file.split('/'));
  process.setSourceMapsEnabled(true);
  process.execArgv.push('--enable-source-maps'); // cluster workers (WEB_CONCURRENCY) inherit it
  process.argv.splice(1, process.argv.length, path, ...args);
  await import(pathToFileURL(path).href);
}
