import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { forgetPort, listeningFile, runningPort, storePort } from './listening.js';

describe('the port of a running service', () => {
  let server: Server;
  let listening: AddressInfo;
  let databaseUrl: string;

  const isStored = () => existsSync(listeningFile({ databaseUrl }));

  beforeEach(async () => {
    databaseUrl = `sqlite:/nowhere/${randomUUID()}.sqlite`;
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    listening = server.address() as AddressInfo;
  });

  afterEach(() => {
    forgetPort({ databaseUrl });
    server.close();
    expect(isStored()).toBe(false);
  });

  it('is known by its database, until the service forgets it', async () => {
    expect(await runningPort({ databaseUrl })).toBeUndefined();
    storePort({ databaseUrl }, listening);
    expect(await runningPort({ databaseUrl })).toBe(listening.port);
    expect(await runningPort({ databaseUrl: `${databaseUrl}2` })).toBeUndefined();
    forgetPort({ databaseUrl });
    expect(await runningPort({ databaseUrl })).toBeUndefined();
  });

  it.each(['::', '0.0.0.0'])('is known of a service on all addresses (%s)', async (address) => {
    storePort({ databaseUrl }, { address, port: listening.port });
    expect(await runningPort({ databaseUrl })).toBe(listening.port);
  });

  it('is forgotten, with its file, once the process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    storePort({ databaseUrl }, listening, pid);
    expect(isStored()).toBe(true);
    expect(await runningPort({ databaseUrl })).toBeUndefined();
    expect(isStored()).toBe(false);
  });

  it('is not that of another process that has the id by now', async () => {
    server.close();
    await once(server, 'close');
    storePort({ databaseUrl }, listening);
    expect(await runningPort({ databaseUrl })).toBeUndefined();
  });

  it('stays known when another service has stored it since', async () => {
    storePort({ databaseUrl }, listening, process.ppid);
    forgetPort({ databaseUrl });
    expect(await runningPort({ databaseUrl })).toBe(listening.port);
    storePort({ databaseUrl }, listening);
  });
});
