import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../scripts/lib/database-server.js';
import { askServer } from '../support/ask-server.js';
import { DataFolders, DURABLE, FaultyServer } from '../support/faulty-server.js';
import { freePort } from '../support/free-port.js';
import { type Cluster, untilMember } from './cluster.js';

const NODES = 3;

/** The superuser's rsync would become nobody, who may not write the data: the server is somebody who is nobody else. */
const THROUGH = process.getuid?.() === 0 ? ['unshare', '--map-user=1000', '--map-group=1000'] : [];

/** Where distributions put the library. */
const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
];

/**
 * A node that has not been heard of for a second is taken for lost. Galera waits five by itself, for clusters that span
 * the world.
 */
const LOST = ['evs.keepalive_period=PT0.3S', 'evs.inactive_check_period=PT0.3S', 'evs.suspect_timeout=PT1S'];
const WAITS = [...LOST, 'evs.inactive_timeout=PT2S', 'evs.install_timeout=PT2S'];

interface Ports {
  readonly group: number;
  readonly transfer: number;
  readonly catchingUp: number;
}

/** A cluster of MariaDB on this machine. @returns in words what is missing here, where something is */
export async function startGalera(program: string | undefined): Promise<Cluster | string> {
  const provider = PROVIDERS.find((path) => existsSync(path));
  if (program === undefined || provider === undefined) return 'MariaDB with the library of Galera';
  if (!existsSync('/usr/bin/rsync')) return 'rsync, which a node that is far behind is copied with';
  const cluster = new Galera(program, provider, await DataFolders.of(program));
  try {
    return await cluster.start();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

class Galera implements Cluster {
  readonly nodes: FaultyServer[] = [];
  private ports: Ports[] = [];

  constructor(
    private readonly program: string,
    private readonly provider: string,
    private readonly folders: DataFolders,
  ) {}

  async start(): Promise<this> {
    for (let index = 0; index < NODES; index += 1)
      this.ports.push({ group: await freePort(), transfer: await freePort(), catchingUp: await freePort() });
    for (let index = 0; index < NODES; index += 1) {
      const node = await this.startNode(index);
      this.nodes.push(node);
      await untilMember(this, node);
    }
    return this;
  }

  /** Once all of them say the same: one that was frozen or cut off takes itself for a member until it notices. */
  async isMember(): Promise<boolean> {
    const all = await Promise.all(this.nodes.map(statusOf));
    const views = new Set(all.map((status) => status.get('wsrep_cluster_conf_id')));
    const isWhole = (status: Map<string, string>) =>
      Number(status.get('wsrep_cluster_size')) === all.length && status.get('wsrep_local_state_comment') === 'Synced';
    return views.size === 1 && all.every(isWhole);
  }

  readonly conflictsOf = async ({ ownUrl }: FaultyServer): Promise<number> => {
    const names = "'wsrep_local_cert_failures', 'wsrep_local_bf_aborts'";
    const rows = await askServer(ownUrl, `SHOW GLOBAL STATUS WHERE variable_name IN (${names})`);
    return rows.reduce((sum, row) => sum + Number(row['Value']), 0);
  };

  /** A node looks for the others by itself. */
  async rejoin(): Promise<void> {}

  /** As a network that is cut: the node goes on, and neither hears the others nor is heard. */
  readonly isolation = {
    begin: (node: FaultyServer) => this.isolate(node, 1),
    end: (node: FaultyServer) => this.isolate(node, 0),
  };

  async stop(): Promise<void> {
    for (const node of [...this.nodes].reverse()) await node.stop();
    this.folders.remove();
  }

  private async isolate({ ownUrl }: FaultyServer, value: 0 | 1): Promise<void> {
    await askServer(ownUrl, `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${value}'`);
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

  /** How far a node had got, as the scripts that start it in a distribution ask it: then it needs what came after that alone. */
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
      // What it begins with is in the data already, and statements of one node alone would reach all.
      '--init-file=/dev/null',
    ];
  }
}

async function statusOf({ ownUrl }: FaultyServer): Promise<Map<string, string>> {
  const rows = await askServer(ownUrl, "SHOW GLOBAL STATUS LIKE 'wsrep_%'");
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}
