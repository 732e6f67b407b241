import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Runs one statement on a server, on a separate connection. */
export async function queryServer(url: string, sql: string, timeout = 10_000): Promise<RowDataPacket[]> {
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri, connectTimeout: timeout });
  // An unhandled error event of a lost connection would end the process.
  connection.on('error', () => undefined);
  try {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout });
    return rows;
  } finally {
    connection.destroy();
  }
}
