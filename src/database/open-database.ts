import { type DataSource } from 'typeorm';
import { isSqlite } from './data-source.js';
import { Database } from './database.js';
import { ServerEngine } from './server-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

/**
 * @param reader of a file, or the pool of a server
 * @param other the writer of a file, or a connection to a server beside its pool
 * @param limits milliseconds that one unit of work may take, and the connections of the pool
 */
export async function openDatabase(
  reader: DataSource,
  other: DataSource,
  { timeout, pool }: { readonly timeout: number; readonly pool: number },
): Promise<Database> {
  const engine = isSqlite(reader) ? await SqliteEngine.open(reader, other) : new ServerEngine(reader, other, pool);
  return new Database(reader, engine, timeout);
}
