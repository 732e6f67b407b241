import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServers, startServer, type Server } from '../../scripts/lib/database-server.js';
import { Proxy } from '../support/proxy.js';
import { temporarySqlite } from '../support/temporary-database.js';

export const ENGINES = ['sqlite', 'mariadb', 'mysql'] as const;
export type Engine = (typeof ENGINES)[number];

/** A commit is on the disk before it is answered; the tests of behaviour go without. */
const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

/** A database that faults happen to. */
export interface Backend {
  readonly url: string;
  /** Absent for a file, which goes with the process that has it open. */
  readonly server?: FaultyServer;
  stop(): Promise<void>;
}

/** @returns undefined where this machine has no such server */
export async function startBackend(engine: Engine): Promise<Backend | undefined> {
  if (engine === 'sqlite') {
    const database = await temporarySqlite();
    return { url: database.url, stop: () => database.drop() };
  }
  const found = findServers().find(({ name }) => name.toLowerCase() === engine);
  if (!found) return undefined;
  const server = await FaultyServer.start(found.program);
  return { url: server.url, server, stop: () => server.stop() };
}

/** A server that is killed and frozen. It stays at one address, and so do its data. */
export class FaultyServer {
  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private server: Server,
    private readonly proxy: Proxy,
  ) {}

  static async start(program: string): Promise<FaultyServer> {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-faults-'));
    const server = await launch(program, folder);
    return new FaultyServer(program, folder, server, await Proxy.to(Number(new URL(server.url).port)));
  }

  get url(): string {
    return Object.assign(new URL(this.server.url), { port: String(this.proxy.port) }).href;
  }

  /** As a crash ends it. */
  async kill(): Promise<void> {
    await this.server.kill();
    this.proxy.cut();
  }

  /** @returns when it answers */
  async restart(): Promise<void> {
    this.server = await launch(this.program, this.folder);
    this.proxy.target = Number(new URL(this.server.url).port);
  }

  freeze(): void {
    this.server.signal('SIGSTOP');
  }

  thaw(): void {
    this.server.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.server.stop();
    await this.proxy.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const launch = (program: string, folder: string) =>
  startServer(program, { settings: DURABLE, dataFolder: join(folder, 'data') });
