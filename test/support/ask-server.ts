import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** One statement to a server, on a connection of its own. */
export async function askServer(url: string, sql: string, timeout = 10_000): Promise<RowDataPacket[]> {
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri, connectTimeout: timeout });
  // One that is cut off while nobody asks would end the process.
  connection.on('error', () => undefined);
  try {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout });
    return rows;
  } finally {
    connection.destroy();
  }
}
