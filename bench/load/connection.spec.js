import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection } from './connection.js';
import { requestText } from './requests.js';

/** Answers with the status that the last segment of the path names, or hangs up. */
function answer(request, response) {
  const last = request.url.split('/').at(-1);
  if (last === 'nothing') return request.socket.destroy();
  response.writeHead(Number(last), { 'Content-Length': last === '304' ? 0 : 200_000 });
  response.end(last === '304' ? undefined : Buffer.alloc(200_000, request.headers['x-letter']));
}

describe('Connection', () => {
  let server;
  let connections;

  beforeEach(async () => {
    connections = 0;
    server = createServer(answer)
      .on('connection', () => (connections += 1))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  it('asks one request after the other over the same socket', async () => {
    const connection = await Connection.open(server.address().port);
    for (const status of [200, 304, 404, 200])
      expect(await connection.ask(requestText(`/${status}`, { 'X-Letter': 'a' }))).toBe(status);
    connection.close();
    expect(connections).toBe(1);
  });

  it('says so when it gets no answer', async () => {
    const connection = await Connection.open(server.address().port);
    await expect(connection.ask(requestText('/nothing'))).rejects.toThrow(/closed|ECONNRESET/);
  });

  it('says so when nobody listens', async () => {
    const { port } = server.address();
    server.close();
    await once(server, 'close');
    await expect(Connection.open(port)).rejects.toThrow(/ECONNREFUSED/);
  });
});
