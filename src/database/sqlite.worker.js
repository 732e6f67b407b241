/** Runs a SQLite statement in a worker thread: see `statement-workers.ts`. */
import BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { workerData } from 'piscina';

/** @type {{ path: string }} */
const { path } = workerData;

let deadline = Infinity;

const connection = new BetterSqlite3(path, { fileMustExist: true, timeout: 100 });
connection.pragma('query_only = ON');
connection.pragma('cache_size = -16384');
// A statement cannot be interrupted from outside: long ones call this while they look through rows.
connection.function('within_deadline', { deterministic: false, directOnly: true }, () => {
  if (performance.now() > deadline)
    throw Object.assign(new Error('The statement took too long.'), { code: 'SQLITE_INTERRUPT' });
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

/**
 * @param {import('./statement-workers.js').WorkerTask} task
 * @returns {import('./statement-workers.js').WorkerResult}
 */
export default function run({ sql, values, milliseconds }) {
  deadline = performance.now() + milliseconds;
  try {
    return { rows: statement(sql).all(values) };
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error);
    return { failure: { message, code } };
  }
}
