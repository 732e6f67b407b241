import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Logger } from '@nestjs/common';
import { type HostAddress, parseDatabaseUrl, type ServerLocation } from './database-url.js';
import { askWritable, Hosts } from './hosts.js';

type State = 'writable' | 'read-only' | 'gone';

const addresses = [1, 2, 3].map((port) => ({ host: '127.0.0.1', port })) as [HostAddress, ...HostAddress[]];

/** Hosts of which each is in a state. */
function hostsIn(states: State[]): Hosts {
  return new Hosts(addresses, ({ port }) => {
    const state = states[port - 1];
    return state === 'gone' ? Promise.reject(new Error('gone')) : Promise.resolve(state === 'writable');
  });
}

/** What a server of the MySQL protocol says first: version, thread, salt, what it can do (logins with a database and a plugin). */
const GREETING = Buffer.concat([
  ...[
    Buffer.from('\n8.4.0\0'),
    Buffer.alloc(4),
    Buffer.from('saltsalt\0'),
    Buffer.from([0x09, 0x82, 45, 2, 0, 0x08, 0, 21]),
  ],
  ...[Buffer.alloc(10), Buffer.from('saltsaltsalt\0'), Buffer.from('mysql_native_password\0')],
]);

function packet(number: number, bytes: Iterable<number>): Buffer {
  const payload = Buffer.from([...bytes]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, number]), payload]);
}

const chosen = async (states: State[]) => {
  const hosts = hostsIn(states);
  await hosts.choose();
  return hosts.current.port;
};

describe('of several servers', () => {
  beforeAll(() => jest.spyOn(Logger.prototype, 'warn').mockImplementation());
  afterAll(() => jest.restoreAllMocks());

  it.each<[State[], number]>([
    [['writable', 'writable', 'writable'], 1],
    [['gone', 'writable', 'writable'], 2],
    [['read-only', 'gone', 'writable'], 3],
    [['read-only', 'read-only', 'gone'], 1],
    [['gone', 'gone', 'read-only'], 3],
    [['gone', 'gone', 'gone'], 1],
  ])('%s: number %d is used', async (states, port) => {
    expect(await chosen(states)).toBe(port);
  });

  it.each<[State[], boolean]>([
    [['writable', 'read-only', 'gone'], false],
    [['gone', 'writable', 'read-only'], false],
    [['read-only', 'read-only', 'gone'], true],
    [['gone', 'gone', 'read-only'], true],
    [['gone', 'gone', 'gone'], false],
  ])('%s: whether the one that is used serves reads alone is known: %s', async (states, isReadOnly) => {
    const hosts = hostsIn(states);
    await hosts.choose();
    expect(hosts.isReadOnly).toBe(isReadOnly);
    states[addresses.indexOf(hosts.current)] = 'writable';
    await hosts.choose();
    expect(hosts.isReadOnly).toBe(false);
  });

  it('one that only falls silent for a moment goes on taking writes', async () => {
    const answers = [Promise.reject(new Error('silent')), Promise.resolve(true)];
    const hosts = new Hosts(addresses, ({ port }) => (port === 1 ? answers.shift()! : Promise.resolve(false)));
    await hosts.choose();
    expect([hosts.current.port, hosts.isReadOnly]).toEqual([1, false]);
  });

  it('the one in use stays in use when one before it comes back', async () => {
    const states: State[] = ['gone', 'writable', 'writable'];
    const hosts = hostsIn(states);
    await hosts.choose();
    states[0] = 'writable';
    await hosts.choose();
    expect(hosts.current.port).toBe(2);
  });

  it('connections to one that was left are cut', async () => {
    const server: Server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const states = new Map([[port, true]]);
    const hosts = new Hosts([{ host: '127.0.0.1', port }, addresses[1]!], (address) =>
      Promise.resolve(states.get(address.port) ?? true),
    );
    const socket = hosts.socket();
    await once(socket, 'connect');
    states.set(port, false);
    await hosts.choose();
    expect(socket.destroyed).toBe(true);
    server.close();
  });

  it('one that lets clients in and falls silent cannot be written to', async () => {
    let questions = 0;
    const server: Server = createServer((socket) => {
      socket.write(packet(0, GREETING));
      // After the login.
      socket.once('data', () => socket.write(packet(2, [0, 0, 0, 2, 0, 0, 0])) && socket.on('data', () => questions++));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const location = parseDatabaseUrl(`mysql://root@127.0.0.1:${port}/calendar`) as ServerLocation;
    await expect(askWritable(location)(location)).rejects.toThrow(/Connection lost/);
    expect(questions).toBe(1);
    server.close();
  });
});
