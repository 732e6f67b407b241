/** Copies the log of a SQLite file into the file whenever it is told to: see `checkpoints.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/** @type {{ path: string }} */
const { path } = workerData;

const connection = new BetterSqlite3(path, { fileMustExist: true, timeout: 0 });
// The file is on the disk before the log is begun anew.
connection.pragma('synchronous = FULL');

parentPort?.on('message', () => {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The disk is full, or somebody else copies: the writer tells of the one, and goes on after the other.
  }
  parentPort?.postMessage('copied');
});
