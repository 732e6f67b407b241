/** Has work done at one seeded calendar after the other. */
import { openMariaDb } from './mariadb.js';
import { openSqlite } from './sqlite.js';

/**
 * @typedef {object} Database a seeded calendar
 * @property {'sqlite' | 'mariadb'} kind
 * @property {number} size events that it was seeded with
 * @property {string} url
 * @property {number} [pid] of its server, where that runs on this machine
 * @property {() => Promise<void>} spoil says that it is no longer as it was seeded: the next run makes it anew
 * @property {() => Promise<void>} release removes it where this run made it and was not told to keep it
 */

/**
 * @typedef {object} Databases where those of one kind are
 * @property {string} about the program, its version and what it was given, in words
 * @property {(size: number) => Promise<Database>} seeded makes one, or finds one that was kept
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Use
 * @property {boolean} keep
 * @property {string} bufferPool
 * @property {number} occurrences percent of the events that are of series
 */

/** @type {Record<string, (use: Use) => Promise<Databases>>} */
const OPENERS = { sqlite: openSqlite, mariadb: openMariaDb };

export const KINDS = Object.keys(OPENERS);

/**
 * @param {Use & { databases: string[], sizes: number[] }} options
 * @param {(database: Database) => Promise<void>} work
 * @returns {Promise<string[]>} what the databases are, in words
 */
export async function withDatabases({ databases: kinds, sizes, ...use }, work) {
  const about = [];
  for (const kind of kinds) {
    const databases = await OPENERS[kind](use);
    about.push(databases.about);
    try {
      for (const size of sizes) await withDatabase(await databases.seeded(size), work);
    } finally {
      await databases.close();
    }
  }
  return about;
}

/**
 * @param {Database} database
 * @param {(database: Database) => Promise<void>} work
 */
async function withDatabase(database, work) {
  try {
    await work(database);
  } finally {
    await database.release();
  }
}
