/** Runs one SQLite statement at a time in a thread of its own: see `side-reader.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** @type {{ path: string, unwanted: Int32Array }} */
const { path, unwanted } = workerData;

const connection = new BetterSqlite3(path, { fileMustExist: true, timeout: 100 });
connection.pragma('query_only = ON');
connection.pragma('cache_size = -2048');
// Statements ask it now and then while they look through rows: nobody can stop them from outside.
connection.function('still_wanted', { deterministic: false, directOnly: true }, () => {
  if (Atomics.load(unwanted, 0) === 1) throw new Error('Nobody waits for this statement any more.');
  return 1;
});

/** @type {LRUCache<string, import('better-sqlite3').Statement>} */
const prepared = new LRUCache({ max: 100 });

/** @param {string} sql */
function statement(sql) {
  let known = prepared.get(sql);
  if (!known) prepared.set(sql, (known = connection.prepare(sql)));
  return known;
}

parentPort?.on('message', (/** @type {{ sql: string, values: unknown[] }} */ asked) => {
  try {
    parentPort?.postMessage({ rows: statement(asked.sql).all(asked.values) });
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error);
    parentPort?.postMessage({ failure: { message, code } });
  }
});
