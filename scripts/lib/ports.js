/** Ports of the loopback interface. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const host = '127.0.0.1';

/** @returns {Promise<number>} a free port */
export async function freePort() {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** @returns {Promise<boolean>} whether a MySQL or MariaDB server answers a connection with its greeting */
export function greets(port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (packet) => settle(packet[4] === 10)); // protocol version 10, after 4 bytes of packet header
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
    socket.once('end', () => settle(false));
  });
}
