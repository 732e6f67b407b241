import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '../support/ask-server.js';
import { type FaultyServer } from '../support/faulty-server.js';

/** Milliseconds in which a node has to be one of the cluster again. */
const PATIENCE = 120_000;

/** Servers that hold the same data, each of which is killed, frozen and cut off on its own. */
export interface Cluster {
  readonly nodes: readonly FaultyServer[];
  /** Whether a node takes part, and has all that the others have. */
  isMember(node: FaultyServer): Promise<boolean>;
  /** Has a node that was killed or frozen take part again, where it does not do so by itself. */
  rejoin(node: FaultyServer): Promise<void>;
  /** Absent where nothing that needs no rights over the machine cuts the others off from a node. */
  readonly isolation?: { begin(node: FaultyServer): Promise<void>; end(node: FaultyServer): Promise<void> };
  /** How many transactions of a node have lost against another node's so far. Absent where one node alone is written to. */
  readonly conflictsOf?: (node: FaultyServer) => Promise<number>;
  /** Ends when every node shows all that was committed. Absent where no node answers before it does. */
  level?(): Promise<void>;
  stop(): Promise<void>;
}

/** The address of a cluster for the service: all nodes, beginning with one of them. */
export function addressOf({ nodes }: Cluster, first = 0, database?: string): string {
  const url = new URL(nodes[0]!.url);
  const hosts = nodes.map((_, index) => `127.0.0.1:${nodes[(first + index) % nodes.length]!.port}`);
  return `${url.protocol}//${url.username}@${hosts.join()}${database === undefined ? url.pathname : `/${database}`}`;
}

/** The node that most are connected to. */
export function inUse({ nodes }: Cluster): FaultyServer {
  return nodes.reduce((most, node) => (node.connections > most.connections ? node : most));
}

export async function untilMember(cluster: Cluster, node: FaultyServer): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await cluster.isMember(node).catch(() => false))) {
    if (performance.now() > end) throw new Error('A node has not come back to its cluster.');
    await sleep(100);
  }
}

/** A table of nobody else's, to see whether anything can be committed. */
export async function makeProbe(node: FaultyServer): Promise<void> {
  await askServer(node.ownUrl, 'CREATE DATABASE IF NOT EXISTS probe');
  await askServer(node.ownUrl, 'CREATE TABLE IF NOT EXISTS probe.commits (id int AUTO_INCREMENT PRIMARY KEY)');
}

/** Milliseconds until one of these nodes commits something. */
export async function untilCommitted(nodes: readonly FaultyServer[], patience = 60_000): Promise<number> {
  const start = performance.now();
  let isDone = false;
  const commits = nodes.map(async ({ ownUrl }) => {
    while (!isDone && performance.now() - start < patience) {
      const isCommitted = await askServer(ownUrl, 'INSERT INTO probe.commits () VALUES ()', patience).then(
        () => true,
        () => false,
      );
      if (isCommitted) return void (isDone = true);
      await sleep(20);
    }
    throw new Error('None of the nodes that are left commits anything.');
  });
  await Promise.any(commits);
  return performance.now() - start;
}
