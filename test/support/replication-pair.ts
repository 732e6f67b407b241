import { setTimeout as sleep } from 'node:timers/promises';
import { findServers, startServer } from '../../scripts/lib/database-server.js';
import { askServer } from './ask-server.js';
import { DataFolders, DURABLE, FaultyServer } from './faulty-server.js';

/** What the makes call the same things. */
const WORDS = {
  MariaDB: {
    first: ['--binlog-format=ROW'],
    // Several at once, and committed in the order of the first server all the same.
    second: ['--slave-parallel-threads=4', '--slave-parallel-mode=optimistic'],
    follow: (port: number) =>
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', ` +
      'MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos',
    stop: 'STOP SLAVE SQL_THREAD',
    start: 'START SLAVE',
    status: 'SHOW SLAVE STATUS',
  },
  MySQL: {
    first: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
    second: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--replica-parallel-workers=4'],
    follow: (port: number) =>
      `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port}, SOURCE_USER = 'root', ` +
      'SOURCE_CONNECT_RETRY = 1, SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1',
    stop: 'STOP REPLICA SQL_THREAD',
    start: 'START REPLICA',
    status: 'SHOW REPLICA STATUS',
  },
} as const;

/** A server, and another one that follows it, by GTID, through its log. */
export class ReplicationPair {
  private constructor(
    private readonly words: (typeof WORDS)[keyof typeof WORDS],
    private readonly folders: DataFolders,
    readonly first: FaultyServer,
    readonly replica: FaultyServer,
  ) {}

  static async start(program: string): Promise<ReplicationPair> {
    const words = WORDS[findServers().find((found) => found.program === program)!.name];
    const folders = await DataFolders.of(program);
    const launch = (name: string, settings: readonly string[]) => {
      const dataFolder = folders.copy(name);
      return FaultyServer.start(() => startServer(program, { settings: [...DURABLE, ...settings], dataFolder }));
    };
    const first = await launch('first', ['--log-bin=log', '--server-id=1', ...words.first]);
    const own = ['--read-only=ON', '--relay-log=relay', '--relay-log-recovery=ON'];
    const replica = await launch('replica', ['--server-id=2', ...own, ...words.second]);
    const pair = new ReplicationPair(words, folders, first, replica);
    await askServer(replica.ownUrl, words.follow(first.port));
    await pair.catchUp();
    return pair;
  }

  /** Has the replica receive and apply nothing more. */
  async lag(): Promise<void> {
    await askServer(this.replica.ownUrl, this.words.stop);
  }

  /** Has it go on. */
  async catchUp(): Promise<void> {
    await askServer(this.replica.ownUrl, this.words.start);
  }

  /** Waits until it applies what it receives. */
  async untilFollowing(): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      const [status] = await askServer(this.replica.ownUrl, this.words.status);
      const running = Object.entries(status ?? {}).filter(([name]) => /^(Slave|Replica)_(IO|SQL)_Running$/.test(name));
      if (running.length === 2 && running.every(([, value]) => value === 'Yes')) return;
      await sleep(100);
    }
    throw new Error('The replica does not follow.');
  }

  async stop(): Promise<void> {
    await this.replica.stop();
    await this.first.stop();
    this.folders.remove();
  }
}
