import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, tally } from '../attack/figures.js';
import { askServer } from '../support/ask-server.js';
import { type FaultyServer } from '../support/faulty-server.js';
import { addressOf, type Cluster, inUse, makeProbe, untilCommitted, untilMember } from './cluster.js';
import { GOALS, type Plan, starts, Trial } from './trial.js';

/** Milliseconds. */
const PATIENCE = 60_000;

/** All faults of a cluster, one after the other, and what came of them. */
export async function injectIntoCluster(engine: string, cluster: Cluster, plan: Plan): Promise<Figure[]> {
  await makeProbe(cluster.nodes[0]!);
  let databases = 0;
  const started = await starts(engine, plan, async () => {
    const name = `start_${(databases += 1)}`;
    await askServer(inUse(cluster).ownUrl, `CREATE DATABASE ${name}`);
    return { url: addressOf(cluster, databases, name), stop: () => Promise.resolve() };
  });
  return [...started, ...(await new ClusterFaults(engine, cluster, plan).all())];
}

class ClusterFaults {
  private readonly trial: Trial;

  constructor(
    engine: string,
    private readonly cluster: Cluster,
    private readonly plan: Plan,
  ) {
    this.trial = new Trial(engine, plan);
  }

  async all(): Promise<Figure[]> {
    const { kills, freezes, freeze } = this.plan;
    const { isolation } = this.cluster;
    const DATABASE_URL = addressOf(this.cluster);
    try {
      await this.trial.start([{ DATABASE_URL }, { DATABASE_URL }]);
      await this.lose('node killed (R4)', kills, 0, {
        begin: (node) => node.kill(),
        end: (node) => node.restart(),
      });
      await this.lose('node frozen (R4)', freezes, freeze, {
        begin: (node) => Promise.resolve(node.freeze()),
        end: (node) => Promise.resolve(node.thaw()),
      });
      if (isolation) await this.lose('node cut off (R4)', kills, 5000, isolation);
      const { conflictsOf } = this.cluster;
      if (conflictsOf) {
        await this.trial.stop();
        await this.conflicts(conflictsOf);
      }
    } finally {
      await this.trial.stop();
    }
    return this.trial.figures;
  }

  /** The node in use is lost and comes back, again and again. @param length milliseconds for which it is lost at least */
  private async lose(
    what: string,
    rounds: number,
    length: number,
    fault: { begin(node: FaultyServer): Promise<void>; end(node: FaultyServer): Promise<void> },
  ): Promise<void> {
    if (rounds === 0) return;
    const load = this.trial.load();
    const worst = { cluster: 0, after: 0 };
    load.start(this.plan.clients);
    for (let round = 0; round < rounds; round += 1) {
      await sleep(500 + 500 * Math.random());
      const node = inUse(this.cluster);
      const others = this.cluster.nodes.filter((other) => other !== node);
      await fault.begin(node);
      const start = performance.now();
      const [committed, written] = await Promise.all([untilCommitted(others), load.untilWritten(PATIENCE)]);
      worst.cluster = Math.max(worst.cluster, committed);
      worst.after = Math.max(worst.after, (written ?? Infinity) - committed);
      await sleep(Math.max(0, start + length - performance.now()));
      await fault.end(node);
      await this.cluster.rejoin(node);
      await untilMember(this.cluster, node);
    }
    this.trial.tell(`${what}: the others commit again`, worst.cluster, 'ms');
    this.trial.tell(`${what}: writes succeed, after that`, worst.after, 'ms', GOALS.afterServer);
    await this.judge(what, rounds, load);
    this.trial.tell(`${what}: longest answer`, load.worstAnswer, 'ms', GOALS.answer);
  }

  /** Two instances that write to two nodes, all of it into the same category, tag and days. */
  private async conflicts(conflictsOf: (node: FaultyServer) => Promise<number>): Promise<void> {
    const { cluster, plan } = this;
    const count = async () => sum(await Promise.all(cluster.nodes.map(conflictsOf)));
    const before = await count();
    await this.trial.start([0, 1].map((first) => ({ DATABASE_URL: addressOf(cluster, first) })));
    const load = this.trial.load();
    load.start(plan.clients);
    await sleep(2000 * plan.kills);
    const used = cluster.nodes.filter(({ connections }) => connections > 2).length;
    await load.stop();
    const told = [...load.statuses].filter(([status]) => status >= 300);
    this.trial.tellAtLeast('conflicts (R4): nodes that are written to', used, 2);
    this.trial.tellAtLeast('conflicts (R4): transactions that lost against another node', (await count()) - before, 1);
    const what = 'conflicts (R4): answers that tell of one';
    this.trial.tell(what, sum(told.map(([, number]) => number)), '', 0, tally(new Map(told)));
    await this.judge('conflicts (R4)', plan.kills, load);
    await this.circles();
  }

  /** Two trees, each of which is moved below the last one of the other at the same moment, on two nodes: no row is in both moves. */
  private async circles(): Promise<void> {
    const nodes = this.trial.instances.map((instance) => this.trial.load(() => instance.port));
    const rounds = 10 * this.plan.kills;
    let moved = 0;
    let circles = 0;
    for (let round = 0; round < rounds; round += 1) {
      const trees = await Promise.all(nodes.map((node, place) => twoLevels(node, `Circle ${round} ${place}`)));
      const moves = nodes.map((node, place) =>
        node.send('PATCH', `/categories/${trees[place]!.top}`, { parent: trees[1 - place]!.below }),
      );
      const done = (await Promise.all(moves)).filter(({ status }) => status === 200).length;
      moved += done;
      if (done > 1) circles += 1;
    }
    this.trial.tellAtLeast('conflicts (R4): categories that were moved', moved, rounds);
    this.trial.tell('conflicts (R4): circles that two moves have closed', circles, '', 0);
  }

  private judge(what: string, rounds: number, load: ReturnType<Trial['load']>): Promise<void> {
    const urls = this.cluster.nodes.map(({ ownUrl }) => ownUrl);
    return this.trial.judge(what, rounds, load, urls, () => this.cluster.level?.());
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

/** Makes a category, and another one below it. */
async function twoLevels(load: ReturnType<Trial['load']>, name: string): Promise<{ top: number; below: number }> {
  const made = async (body: object) => (await load.send('POST', '/categories', body)).body.id as number;
  const top = await made({ name });
  return { top, below: await made({ name: `${name} below`, parent: top }) };
}
