import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type Server } from '../../scripts/lib/database-server.js';
import { Proxy } from './proxy.js';

/** Settings for durable commits, which other tests do not need. */
export const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

/** A database server that can be killed and frozen. Behind a proxy it keeps its address, and it keeps its data. */
export class FaultyServer {
  private constructor(
    private readonly launch: () => Promise<Server>,
    private server: Server,
    private readonly proxy: Proxy,
  ) {}

  /** @param launch starts the server with its existing data; also used for restarts */
  static async start(launch: () => Promise<Server>): Promise<FaultyServer> {
    const server = await launch();
    return new FaultyServer(launch, server, await Proxy.to(portOf(server)));
  }

  /** Through the proxy. */
  get url(): string {
    return Object.assign(new URL(this.server.url), { port: String(this.port) }).href;
  }

  /** Through the proxy. */
  get port(): number {
    return this.proxy.port;
  }

  /** The URL of the server itself, without the proxy. */
  get ownUrl(): string {
    return this.server.url;
  }

  get connections(): number {
    return this.proxy.connections;
  }

  /** Ends the server with SIGKILL, like a crash. */
  async kill(): Promise<void> {
    await this.server.kill();
    this.proxy.cut();
  }

  async restart(): Promise<void> {
    this.server = await this.launch();
    this.proxy.target = portOf(this.server);
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
  }
}

const portOf = (server: Server) => Number(new URL(server.url).port);

/** Copies of an initialized data folder, with an account and an empty database, for several servers. */
export class DataFolders {
  private readonly folder = mkdtempSync(join(tmpdir(), 'calendar-servers-'));

  private constructor() {}

  static async of(program: string): Promise<DataFolders> {
    const folders = new DataFolders();
    await (await startServer(program, { dataFolder: folders.template })).stop();
    // `auto.cnf` has the UUID of a MySQL server, which must differ; the server creates a new one.
    rmSync(join(folders.template, 'auto.cnf'), { force: true });
    return folders;
  }

  private get template(): string {
    return join(this.folder, 'template');
  }

  /** @returns the path of a folder with such data */
  copy(name: string): string {
    const path = join(this.folder, name);
    cpSync(this.template, path, { recursive: true });
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
