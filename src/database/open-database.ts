import { type DataSource } from 'typeorm';
import { isSqlite } from './data-source.js';
import { Database } from './database.js';
import { ServerEngine } from './server-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

/**
 * @param reader the read connection of a SQLite file, or the pool of a server
 * @param other the write connection of a SQLite file, or the separate connection to a server
 * @param limits the timeout of a unit of work in milliseconds, and the size of the pool
 */
export async function openDatabase(
  reader: DataSource,
  other: DataSource,
  { timeout, pool }: { readonly timeout: number; readonly pool: number },
): Promise<Database> {
  const engine = isSqlite(reader) ? await SqliteEngine.open(reader, other) : new ServerEngine(reader, other, pool);
  return new Database(reader, engine, timeout);
}
