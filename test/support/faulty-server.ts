import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type Server } from '../../scripts/lib/database-server.js';
import { Proxy } from './proxy.js';

/** A commit is on the disk before it is answered; the tests of behaviour go without. */
export const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

/** A server that is killed and frozen. It stays at one address, behind a proxy, and so do its data. */
export class FaultyServer {
  private constructor(
    private readonly launch: () => Promise<Server>,
    private server: Server,
    private readonly proxy: Proxy,
  ) {}

  /** @param launch starts it with the data that are there, the first time and again */
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

  /** Past the proxy. */
  get ownUrl(): string {
    return this.server.url;
  }

  /** How many are connected through the proxy. */
  get connections(): number {
    return this.proxy.connections;
  }

  /** As a crash ends it. */
  async kill(): Promise<void> {
    await this.server.kill();
    this.proxy.cut();
  }

  /** @returns when it answers */
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

/** Folders of data for servers that begin with the same ones: an account and an empty database. */
export class DataFolders {
  private readonly folder = mkdtempSync(join(tmpdir(), 'calendar-servers-'));

  private constructor() {}

  static async of(program: string): Promise<DataFolders> {
    const folders = new DataFolders();
    await (await startServer(program, { dataFolder: folders.template })).stop();
    // The identity of a MySQL server, which it makes anew.
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
