import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startServer } from '../../scripts/lib/database-server.js';
import { askServer } from '../support/ask-server.js';
import { DataFolders, DURABLE, FaultyServer } from '../support/faulty-server.js';
import { freePort } from '../support/free-port.js';
import { type Cluster, untilMember } from './cluster.js';

const MEMBERS = 3;

/** Milliseconds that a member which was expelled has to come back by itself. */
const PATIENCE = 20_000;

const PLUGIN = 'group_replication.so';
const MEMBER = 'SELECT member_state AS state FROM performance_schema.replication_group_members';

/** A group of MySQL on this machine, with one primary. @returns in words what is missing here, where something is */
export async function startGroup(program: string | undefined): Promise<Cluster | string> {
  if (program === undefined || !hasPlugin(program)) return `MySQL with ${PLUGIN}`;
  const group = new Group(program, await DataFolders.of(program));
  try {
    return await group.start();
  } catch (error) {
    await group.stop();
    throw error;
  }
}

/** Beside a server of the tests' own, or where a distribution puts plugins. */
function hasPlugin(program: string): boolean {
  const places = [join(dirname(program), 'usr/lib/mysql/plugin'), '/usr/lib/mysql/plugin', '/usr/lib64/mysql/plugin'];
  return places.some((folder) => existsSync(join(folder, PLUGIN)));
}

class Group implements Cluster {
  readonly nodes: FaultyServer[] = [];
  private readonly name = randomUUID();
  private ports: number[] = [];

  constructor(
    private readonly program: string,
    private readonly folders: DataFolders,
  ) {}

  async start(): Promise<this> {
    this.ports = await Promise.all(Array.from({ length: MEMBERS }, () => freePort()));
    for (let index = 0; index < MEMBERS; index += 1) {
      const dataFolder = this.folders.copy(`member-${index}`);
      const settings = [...DURABLE, ...this.settings(index)];
      const node = await FaultyServer.start(() => startServer(this.program, { settings, dataFolder }));
      this.nodes.push(node);
      await askServer(
        node.ownUrl,
        "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'root' FOR CHANNEL 'group_replication_recovery'",
      );
      if (index === 0) await askServer(node.ownUrl, 'SET GLOBAL group_replication_bootstrap_group = ON');
      await askServer(node.ownUrl, 'START GROUP_REPLICATION', 60_000);
      if (index === 0) await askServer(node.ownUrl, 'SET GLOBAL group_replication_bootstrap_group = OFF');
      await untilMember(this, node);
    }
    return this;
  }

  async isMember(node: FaultyServer): Promise<boolean> {
    return (await this.stateOf(node)) === 'ONLINE';
  }

  /** A member that was killed is told to; one that was expelled does so by itself, the first time at once. */
  async rejoin(node: FaultyServer): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const state = await this.stateOf(node);
      if (state === 'ONLINE') return;
      if (state === 'OFFLINE' || performance.now() > end) break;
    }
    await askServer(node.ownUrl, 'STOP GROUP_REPLICATION', 60_000);
    await askServer(node.ownUrl, 'START GROUP_REPLICATION', 60_000);
  }

  /** Members agree on what is committed before it is, and apply it afterwards, each at its own pace. */
  async level(): Promise<void> {
    const executed = await Promise.all(
      this.nodes.map(({ ownUrl }) => askServer(ownUrl, 'SELECT @@gtid_executed AS ids')),
    );
    const all = executed.map(([row]) => String(row!['ids'])).join();
    for (const { ownUrl } of this.nodes) {
      const [row] = await askServer(ownUrl, `SELECT WAIT_FOR_EXECUTED_GTID_SET('${all}', 60) AS late`, 70_000);
      if (row!['late'] !== 0) throw new Error('A member has not applied all that the group has committed.');
    }
  }

  async stop(): Promise<void> {
    for (const node of [...this.nodes].reverse()) await node.stop();
    this.folders.remove();
  }

  private async stateOf({ ownUrl }: FaultyServer): Promise<unknown> {
    const rows = await askServer(ownUrl, `${MEMBER} WHERE member_port = @@port`);
    return rows[0]?.['state'] ?? 'OFFLINE';
  }

  private settings(index: number): string[] {
    const addresses = this.ports.map((port) => `127.0.0.1:${port}`);
    const group = {
      group_name: this.name,
      start_on_boot: 'OFF',
      local_address: addresses[index],
      group_seeds: addresses.join(),
      // A member that is not heard of is expelled after the five seconds that the group waits in any case.
      member_expel_timeout: 0,
    };
    return [
      ...[`--server-id=${index + 1}`, '--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--log-bin=log'],
      ...['--relay-log=relay', '--relay-log-recovery=ON', '--report-host=127.0.0.1', '--performance-schema=ON'],
      `--plugin-load-add=${PLUGIN}`,
      ...Object.entries(group).map(
        ([name, value]) => `--loose-group-replication-${name.replaceAll('_', '-')}=${value}`,
      ),
      // What it begins with is in the data already, and a statement of one member alone keeps it out of the group.
      '--init-file=/dev/null',
    ];
  }
}
