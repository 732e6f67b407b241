import { connect, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type HostAddress, type ServerLocation } from './database-url.js';

/** Milliseconds between two looks at the server in use. */
const INTERVAL = 500;

/** Milliseconds that a server has to say whether it can be written to. */
const PATIENCE = 700;

/** @returns whether the server can be written to now; a server that does not answer cannot */
export type AskWritable = (address: HostAddress) => Promise<boolean>;

/**
 * The servers of an address with several hosts, in the order of preference. One is in use: the first that can be written
 * to. It is looked at twice a second; when it is gone, or has become read-only, the next one takes over and connections
 * to the old one are cut, so that nobody waits for it. Where none can be written to, the first that answers serves reads.
 */
export class Hosts {
  private readonly logger = new Logger(Hosts.name);
  private readonly sockets = new Set<Socket>();
  private readonly ask: AskWritable;
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private users = 0;
  private used: HostAddress;
  private nowhereWritable = false;

  constructor(
    private readonly addresses: readonly [HostAddress, ...HostAddress[]],
    ask: AskWritable,
  ) {
    this.used = addresses[0];
    this.ask = ask;
  }

  /** The server that new connections go to. */
  get current(): HostAddress {
    return this.used;
  }

  /** Whether the server in use only serves reads. One that is read-only may take the writes of an administrator all the same. */
  get isReadOnly(): boolean {
    return this.nowhereWritable;
  }

  /** Has a listener told of each move to another server, which may lack the last of what the former one had. */
  onMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Looks from now on, until as many have closed as have opened. */
  open(): void {
    this.users += 1;
    if (this.users === 1) this.schedule();
  }

  close(): void {
    this.users -= 1;
    if (this.users > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** A connection to the server in use, for a driver to speak over. */
  readonly socket = (): Socket => {
    const socket = connect(this.used.port, this.used.host);
    socket.setNoDelay(true);
    socket.once('connect', () => socket.setKeepAlive(true, 10_000));
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  };

  /** Chooses a server: the one in use where it can be written to, else the first that can. */
  async choose(): Promise<void> {
    const isWritable = await this.ask(this.used).catch(() => undefined);
    if (isWritable) {
      this.nowhereWritable = false;
      return;
    }
    const others = this.addresses.filter((address) => address !== this.used);
    const answers = await Promise.all(others.map((address) => this.ask(address).catch(() => undefined)));
    const chosen = others[answers.indexOf(true)] ?? (await this.reading(others, answers));
    // One that says nothing for a while may only be busy: it knows itself what it takes.
    this.nowhereWritable = chosen ? !answers.includes(true) : isWritable === false;
    if (chosen) this.moveTo(chosen);
  }

  /** Where nothing can be written: the server in use while it answers, else one that does. */
  private async reading(others: HostAddress[], answers: (boolean | undefined)[]): Promise<HostAddress | undefined> {
    const answersItself = await this.ask(this.used).then(
      () => true,
      () => false,
    );
    return answersItself ? undefined : others[answers.indexOf(false)];
  }

  private moveTo(address: HostAddress): void {
    this.logger.warn(
      `The database is at ${address.host}:${address.port} now, not at ${this.used.host}:${this.used.port}.`,
    );
    this.used = address;
    for (const socket of this.sockets) socket.destroy();
    for (const listener of this.listeners) listener();
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.choose().then(() => this.timer && this.schedule()), INTERVAL).unref();
  }
}

const known = new Map<string, Hosts>();

/** The hosts of a location, the same for all that connect to it; undefined where there is one host only. */
export function hostsOf(location: ServerLocation): Hosts | undefined {
  const { host, port, others, database, user } = location;
  if (others.length === 0) return undefined;
  const key = JSON.stringify([host, port, others, database, user]);
  const hosts = known.get(key) ?? new Hosts([{ host, port }, ...others], askWritable(location));
  known.set(key, hosts);
  return hosts;
}

/** Asks a server itself: `read_only` of replicas and of secondaries, and whether a node of Galera has its cluster. */
export function askWritable({ user, password, database, ssl }: ServerLocation): AskWritable {
  return async ({ host, port }) => {
    // mysql2 leaves a question open whose connection it ends by itself; one that is cut off it gives up.
    const stream = connect(port, host);
    const late = setTimeout(() => stream.destroy(), PATIENCE);
    let connection: Connection | undefined;
    try {
      connection = await createConnection({ host, stream, user, password, database, ssl: ssl && { ...ssl } });
      const [[readOnly]] = await connection.query<RowDataPacket[]>('SELECT @@global.read_only AS value');
      // A MariaDB that belongs to no cluster is never ready for one.
      const [[galera]] = await connection.query<RowDataPacket[]>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
      const [[ready]] = await connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'wsrep_ready'");
      return Number(readOnly?.['value']) === 0 && (galera?.['Value'] !== 'ON' || ready?.['Value'] === 'ON');
    } finally {
      clearTimeout(late);
      connection?.destroy();
      stream.destroy();
    }
  };
}
