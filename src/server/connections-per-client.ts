import { type Server } from 'node:http';
import { clientKeyOf } from '../http/client-address.js';
import { type Settings } from '../lib/config/settings.js';

/**
 * Closes connections of an address that has `MAX_CONNECTIONS_PER_CLIENT` open ones, so that it cannot take all
 * connections of the process. Behind a proxy, all connections have the address of the proxy.
 */
export function limitConnectionsPerClient(
  server: Server,
  { maxConnectionsPerClient, rateLimit, trustProxy }: Settings,
): void {
  if (!rateLimit || trustProxy !== false) return;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const client = clientKeyOf(socket.remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= maxConnectionsPerClient) return void socket.destroy();
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = open.get(client)! - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  });
}
