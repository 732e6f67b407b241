import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, tally } from '../attack/figures.js';
import { queryServer } from '../support/query-server.js';
import { type FaultyServer } from '../support/faulty-server.js';
import { type Galera, startGalera } from './galera.js';
import { type HAProxy, startHAProxy } from './haproxy.js';
import { type Load } from './load.js';
import { GOALS, type Plan, starts, Trial } from './trial.js';

/** Milliseconds. */
const PATIENCE = 60_000;

const ENGINE = 'galera';

/** All faults of a Galera cluster behind HAProxy. @returns the figures, or in words what is missing on this machine */
export async function injectIntoCluster(plan: Plan): Promise<Figure[] | string> {
  const cluster = await startGalera();
  if (typeof cluster === 'string') return cluster;
  try {
    return await new ClusterFaults(cluster, plan).all();
  } finally {
    await cluster.stop();
  }
}

class ClusterFaults {
  private readonly trial: Trial;
  private readonly proxies: HAProxy[] = [];

  constructor(
    private readonly cluster: Galera,
    private readonly plan: Plan,
  ) {
    this.trial = new Trial(ENGINE, plan);
  }

  async all(): Promise<Figure[] | string> {
    const { trial, cluster } = this;
    await queryServer(cluster.nodes[0]!.ownUrl, "CREATE USER haproxy@'%'");
    try {
      const databaseUrl = await this.proxy(0);
      if (databaseUrl === undefined) return 'HAProxy';
      const started = await this.starts(databaseUrl);
      await trial.start([{ DATABASE_URL: databaseUrl }, { DATABASE_URL: databaseUrl }]);
      await this.losses();
      await trial.stop();
      await this.conflicts(databaseUrl, (await this.proxy(1))!);
      return [...started, ...trial.figures];
    } finally {
      await trial.stop();
      for (const proxy of this.proxies) await proxy.stop();
    }
  }

  /** Starts HAProxy. @param first the node that it prefers @returns the DATABASE_URL that goes through it, once it answers */
  private async proxy(first: number): Promise<string | undefined> {
    const { nodes } = this.cluster;
    const ports = nodes.map((_node, index) => nodes[(first + index) % nodes.length]!.port);
    const proxy = await startHAProxy({ nodes: ports });
    if (!proxy) return undefined;
    this.proxies.push(proxy);
    const url = Object.assign(new URL(nodes[0]!.url), { port: String(proxy.databasePort) }).href;
    await untilAnswered(url);
    return url;
  }

  private starts(databaseUrl: string): Promise<Figure[]> {
    let databases = 0;
    return starts(ENGINE, this.plan, async () => {
      const name = `start_${(databases += 1)}`;
      await queryServer(databaseUrl, `CREATE DATABASE ${name}`);
      return {
        url: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
        stop: () => Promise.resolve(),
      };
    });
  }

  /** The node in use is killed, frozen and cut off from the others. */
  private async losses(): Promise<void> {
    const { cluster, plan } = this;
    await this.lose('node killed (R4)', plan.kills, 0, {
      begin: (node) => node.kill(),
      end: (node) => node.restart(),
    });
    await this.lose('node frozen (R4)', plan.freezes, plan.freeze, {
      begin: (node) => Promise.resolve(node.freeze()),
      end: (node) => Promise.resolve(node.thaw()),
    });
    await this.lose('node cut off (R4)', plan.kills, 5000, {
      begin: (node) => cluster.isolate(node, true),
      end: (node) => cluster.isolate(node, false),
    });
  }

  /** @param length milliseconds for which the node is lost at least */
  private async lose(
    what: string,
    rounds: number,
    length: number,
    fault: { begin(node: FaultyServer): Promise<void>; end(node: FaultyServer): Promise<void> },
  ): Promise<void> {
    if (rounds === 0) return;
    const load = this.trial.load();
    let worst = 0;
    load.start(this.plan.clients);
    for (let round = 0; round < rounds; round += 1) {
      await sleep(500 + 500 * Math.random());
      const node = this.cluster.inUse;
      await fault.begin(node);
      const start = performance.now();
      worst = Math.max(worst, (await load.untilWritten(PATIENCE)) ?? Infinity);
      await sleep(Math.max(0, start + length - performance.now()));
      await fault.end(node);
      await this.cluster.untilWhole();
    }
    this.trial.tell(`${what}: writes succeed again`, worst, 'ms', GOALS.afterNode);
    await this.judge(what, rounds, load);
    this.trial.tell(`${what}: longest answer`, load.worstAnswer, 'ms', GOALS.answer);
  }

  /** Two instances write to two nodes, by proxies that disagree, and all of it into the same category, tag and days. */
  private async conflicts(...databaseUrls: string[]): Promise<void> {
    const { cluster, plan, trial } = this;
    await trial.start(databaseUrls.map((url) => ({ DATABASE_URL: url })));
    const before = await cluster.conflicts();
    const load = trial.load();
    load.start(plan.clients);
    await sleep(2000 * plan.kills);
    await load.stop();
    const refused = new Map([...load.statuses].filter(([status]) => status >= 300));
    const what = 'conflicts (R4)';
    trial.tellAtLeast(`${what}: transactions that lost against another node`, (await cluster.conflicts()) - before, 1);
    trial.tell(`${what}: refused requests`, sum([...refused.values()]), '', 0, tally(refused));
    await this.judge(what, plan.kills, load);
    await this.circles();
  }

  /** Two trees, each of which is moved below the end of the other at the same moment on two nodes: no row is part of both moves. */
  private async circles(): Promise<void> {
    const loads = this.trial.instances.map((instance) => this.trial.load(() => instance.port));
    const rounds = 10 * this.plan.kills;
    let moved = 0;
    let circles = 0;
    for (let round = 0; round < rounds; round += 1) {
      const trees = await Promise.all(loads.map((load, place) => twoLevels(load, `Circle ${round} ${place}`)));
      const moves = loads.map((load, place) =>
        load.send('PATCH', `/categories/${trees[place]!.top}`, { parent: trees[1 - place]!.below }),
      );
      const done = (await Promise.all(moves)).filter(({ status }) => status === 200).length;
      moved += done;
      if (done > 1) circles += 1;
    }
    this.trial.tellAtLeast('conflicts (R4): categories that were moved', moved, rounds);
    this.trial.tell('conflicts (R4): circles that two moves have closed', circles, '', 0);
  }

  /** Each node has to hold everything. */
  private judge(what: string, rounds: number, load: Load): Promise<void> {
    return this.trial.judge(
      what,
      rounds,
      load,
      this.cluster.nodes.map(({ ownUrl }) => ownUrl),
    );
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

async function untilAnswered(url: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return void (await queryServer(url, 'SELECT 1'));
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** Makes a category, and another one below it. */
async function twoLevels(load: Load, name: string): Promise<{ top: number; below: number }> {
  const made = async (body: object) => (await load.send('POST', '/categories', body)).body.id as number;
  const top = await made({ name });
  return { top, below: await made({ name: `${name} below`, parent: top }) };
}
