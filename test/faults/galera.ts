import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startServer } from '../../scripts/lib/database-server.js';
import { queryServer } from '../support/query-server.js';
import { DataFolders, DURABLE, FaultyServer } from '../support/faulty-server.js';
import { freePort } from '../support/free-port.js';
import { programOf } from './backend.js';

const NODES = 3;

/** Milliseconds in which a node that comes back has to be a member again. */
const PATIENCE = 120_000;

/** The superuser's rsync would run as `nobody`, which may not write the data: the server runs as an ordinary user instead. */
const THROUGH = process.getuid?.() === 0 ? ['unshare', '--map-user=1000', '--map-group=1000'] : [];

/** The paths at which distributions install the library. */
const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
];

/** A node that was silent for a second counts as lost. Galera's default is five, for clusters that span the world. */
const LOST = ['evs.keepalive_period=PT0.3S', 'evs.inactive_check_period=PT0.3S', 'evs.suspect_timeout=PT1S'];
const WAITS = [...LOST, 'evs.inactive_timeout=PT2S', 'evs.install_timeout=PT2S'];

interface Ports {
  readonly group: number;
  readonly transfer: number;
  readonly catchingUp: number;
}

/** @returns a cluster on this machine, or in words what is missing for one */
export async function startGalera(): Promise<Galera | string> {
  const program = programOf('mariadb');
  const provider = PROVIDERS.find((path) => existsSync(path));
  if (program === undefined || provider === undefined) return 'MariaDB with the library of Galera';
  if (!existsSync('/usr/bin/rsync')) return 'rsync, which copies the data to a node that is far behind';
  const cluster = new Galera(program, provider, await DataFolders.of(program));
  try {
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Three nodes that hold the same data, each of which can be killed, frozen and cut off. */
export class Galera {
  readonly nodes: FaultyServer[] = [];
  private ports: Ports[] = [];

  constructor(
    private readonly program: string,
    private readonly provider: string,
    private readonly folders: DataFolders,
  ) {}

  async start(): Promise<void> {
    for (let index = 0; index < NODES; index += 1)
      this.ports.push({ group: await freePort(), transfer: await freePort(), catchingUp: await freePort() });
    for (let index = 0; index < NODES; index += 1) {
      this.nodes.push(await this.startNode(index));
      await this.untilWhole();
    }
  }

  /** The node with the most connections. */
  get inUse(): FaultyServer {
    return this.nodes.reduce((most, node) => (node.connections > most.connections ? node : most));
  }

  /** Waits until all nodes agree on one membership: a node that was frozen or cut off notices late that it is out. */
  async untilWhole(): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!(await this.isWhole().catch(() => false))) {
      if (performance.now() > end) throw new Error('A node has not come back to its cluster.');
      await sleep(100);
    }
  }

  /** How many transactions have lost against one of another node so far. */
  async conflicts(): Promise<number> {
    const names = "'wsrep_local_cert_failures', 'wsrep_local_bf_aborts'";
    const all = await Promise.all(
      this.nodes.map(({ ownUrl }) => queryServer(ownUrl, `SHOW GLOBAL STATUS WHERE variable_name IN (${names})`)),
    );
    return all.flat().reduce((sum, row) => sum + Number(row['Value']), 0);
  }

  /** As a cut network does it: the node goes on, but neither hears the others nor is heard. */
  async isolate({ ownUrl }: FaultyServer, isIsolated: boolean): Promise<void> {
    await queryServer(ownUrl, `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${Number(isIsolated)}'`);
  }

  async stop(): Promise<void> {
    for (const node of [...this.nodes].reverse()) await node.stop();
    this.folders.remove();
  }

  private async isWhole(): Promise<boolean> {
    const all = await Promise.all(this.nodes.map(statusOf));
    const memberships = new Set(all.map((status) => status.get('wsrep_cluster_conf_id')));
    const isMember = (status: Map<string, string>) =>
      Number(status.get('wsrep_cluster_size')) === all.length && status.get('wsrep_local_state_comment') === 'Synced';
    return memberships.size === 1 && all.every(isMember);
  }

  private async startNode(index: number): Promise<FaultyServer> {
    const dataFolder = this.folders.copy(`node-${index}`);
    let isFirst = index === 0;
    return FaultyServer.start(async () => {
      const settings = [...DURABLE, ...this.settings(index)];
      if (isFirst) settings.push('--wsrep-new-cluster');
      else settings.push(...(await this.position(dataFolder, settings)));
      isFirst = false;
      return startServer(this.program, { settings, dataFolder, through: THROUGH });
    });
  }

  /** The last transaction that a node has, which the start scripts of distributions ask for as well: it then needs later ones only. */
  private async position(dataFolder: string, settings: readonly string[]): Promise<string[]> {
    if (!existsSync(join(dataFolder, 'grastate.dat'))) return [];
    const silent = ['--skip-networking', `--socket=${join(dataFolder, 'socket')}`];
    const args = ['--no-defaults', `--datadir=${dataFolder}`, ...settings, ...silent, '--wsrep-recover'];
    const [command, ...rest] = [...THROUGH, this.program, ...args];
    const { stdout, stderr } = await promisify(execFile)(command!, rest);
    const [, position] = /WSREP: Recovered position: (\S+)/.exec(stdout + stderr) ?? [];
    return position === undefined ? [] : [`--wsrep-start-position=${position}`];
  }

  private settings(index: number): string[] {
    const { group, transfer, catchingUp } = this.ports[index]!;
    const listen = [`gmcast.listen_addr=tcp://127.0.0.1:${group}`, `ist.recv_addr=127.0.0.1:${catchingUp}`];
    const others = this.ports.map((ports) => `127.0.0.1:${ports.group}`).join();
    return [
      ...['--wsrep-on=ON', `--wsrep-provider=${this.provider}`, '--wsrep-cluster-name=calendar'],
      ...[`--wsrep-cluster-address=gcomm://${others}`, `--wsrep-node-name=node-${index}`],
      ...['--wsrep-node-address=127.0.0.1', `--wsrep-sst-receive-address=127.0.0.1:${transfer}`],
      ...['--wsrep-sst-method=rsync', `--wsrep-provider-options=${[...listen, ...WAITS, 'gcache.size=64M'].join(';')}`],
      ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-slave-threads=2'],
      // The data folder has the account and the database already, and a statement on one node reaches all.
      '--init-file=/dev/null',
    ];
  }
}

async function statusOf({ ownUrl }: FaultyServer): Promise<Map<string, string>> {
  const rows = await queryServer(ownUrl, "SHOW GLOBAL STATUS LIKE 'wsrep_%'");
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}
