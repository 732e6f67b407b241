import { setTimeout as sleep } from 'node:timers/promises';
import { formatKey, newKey } from '../../src/accounts/keys.js';
import { type Figure } from '../attack/figures.js';
import { audit, type Findings } from './audit.js';
import { type Backend, type Engine, startBackend } from './backend.js';
import { Instance } from './instance.js';
import { type Entry, Load, type Targets } from './load.js';

/** How much is done on an engine. */
export interface Plan {
  readonly clients: number;
  /** How often an instance is killed, and the server. */
  readonly kills: number;
  readonly freezes: number;
  /** Milliseconds; the idle transaction of a frozen instance is ended after ten seconds. */
  readonly freeze: number;
  readonly restarts: number;
  /** Writes on one instance that are looked for on the other. */
  readonly reads: number;
  /** How often three instances are started on an empty database. */
  readonly starts: number;
  /** Milliseconds for creations whose outcome nobody knows: 45,000 is longer than an instance that is gone holds a key. */
  readonly settling: number;
}

/** Milliseconds. */
const GOALS = { answer: 5000, afterServer: 2000, afterFreeze: 5000, stale: 1000 };

/** All faults of an engine, one after the other, and what came of them; undefined where there is no such server here. */
export async function injectFaults(engine: Engine, plan: Plan): Promise<Figure[] | undefined> {
  const backend = await startBackend(engine);
  if (!backend) return undefined;
  try {
    return [...(await starts(engine, plan)), ...(await new Faults(engine, backend, plan).all())];
  } finally {
    await backend.stop();
  }
}

/** Three instances at once on an empty database. */
async function starts(engine: Engine, plan: Plan): Promise<Figure[]> {
  let failed = 0;
  for (let round = 0; round < plan.starts; round += 1) {
    const backend = (await startBackend(engine))!;
    const key = formatKey(newKey());
    const environment = { DATABASE_URL: backend.url, ADMIN_KEY: key };
    const instances = await Promise.all([1, 2, 3].map(() => Instance.at(environment)));
    const started = await Promise.allSettled(instances.map((instance) => instance.start()));
    if (started.some(({ status }) => status === 'rejected')) failed += 1;
    await Promise.all(instances.map((instance) => instance.stop()));
    await backend.stop();
  }
  if (plan.starts === 0) return [];
  const what = `starts of three at once that failed (R14, of ${plan.starts})`;
  return [{ attack: engine, what, value: failed, unit: '', most: 0 }];
}

class Faults {
  private readonly key = formatKey(newKey());
  private readonly figures: Figure[] = [];
  private instances: Instance[] = [];
  /** Everything that was tried so far. */
  private readonly entries: Entry[] = [];
  private targets!: Targets;

  constructor(
    private readonly engine: Engine,
    private readonly backend: Backend,
    private readonly plan: Plan,
  ) {}

  async all(): Promise<Figure[]> {
    const environment = { DATABASE_URL: this.backend.url, ADMIN_KEY: this.key };
    this.instances = [await Instance.at(environment), await Instance.at(environment)];
    try {
      await Promise.all(this.instances.map((instance) => instance.start()));
      await this.makeTargets();
      await this.instanceKilled();
      if (this.backend.server) {
        await this.serverKilled(this.backend.server);
        if (this.plan.freezes > 0) await this.serverFrozen(this.backend.server);
      }
      await this.restarted();
      await this.readElsewhere();
    } finally {
      await Promise.all(this.instances.map((instance) => instance.stop()));
    }
    return this.figures;
  }

  private get random(): Instance {
    return this.instances[Math.floor(Math.random() * this.instances.length)]!;
  }

  private load(port = () => this.random.port): Load {
    return new Load(port, this.key, this.targets, this.entries);
  }

  private async makeTargets(): Promise<void> {
    const load = new Load(() => this.random.port, this.key, { venue: 0, categories: [], tags: [] }, this.entries);
    const made = async (path: string, body: object) => (await load.send('POST', path, body)).body.id as number;
    this.targets = {
      venue: await made('/venues', { venue: 'Hall' }),
      categories: [await made('/categories', { name: 'Music' })],
      tags: [await made('/tags', { name: 'Free' })],
    };
  }

  /** R1: one of two instances is killed in mid-write, again and again. */
  private async instanceKilled(): Promise<void> {
    const load = this.load();
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.kills; round += 1) {
      await sleep(300 + 700 * Math.random());
      const victim = this.random;
      await victim.kill();
      await victim.start();
    }
    await this.judge('instance killed (R1)', this.plan.kills, load);
  }

  /** R2: the server is killed in mid-write. */
  private async serverKilled(server: NonNullable<Backend['server']>): Promise<void> {
    const load = this.load();
    let worst = 0;
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.kills; round += 1) {
      await sleep(300 + 700 * Math.random());
      await server.kill();
      await server.restart();
      worst = Math.max(worst, (await load.untilWritten(30_000)) ?? Infinity);
    }
    this.tell('server killed (R2): serving again, after the server', worst, 'ms', GOALS.afterServer);
    await this.judge('server killed (R2)', this.plan.kills, load);
  }

  /** R3: the server hangs. */
  private async serverFrozen(server: NonNullable<Backend['server']>): Promise<void> {
    const load = this.load();
    let worst = 0;
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.freezes; round += 1) {
      await sleep(500);
      server.freeze();
      await sleep(this.plan.freeze);
      server.thaw();
      worst = Math.max(worst, (await load.untilWritten(30_000)) ?? Infinity);
    }
    this.tell('server frozen (R3): serving again', worst, 'ms', GOALS.afterFreeze);
    await this.judge('server frozen (R3)', this.plan.freezes, load);
    this.tell('server frozen (R3): longest answer', load.worstAnswer, 'ms', GOALS.answer);
  }

  /** R10 without a proxy: an instance that shuts down answers what it has taken on. */
  private async restarted(): Promise<void> {
    const [one, other] = this.instances as [Instance, Instance];
    let used = one;
    const load = this.load(() => used.port);
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.restarts; round += 1) {
      await sleep(500);
      const leaving = used;
      // As a load balancer does that has been told: new requests go to the other one.
      used = leaving === one ? other : one;
      await sleep(200);
      await leaving.stop();
      await leaving.start();
    }
    await load.stop();
    this.tell(`rolling restarts (R10, ${this.plan.restarts}): requests that failed`, load.failed, '', 0);
    await this.judge('rolling restarts (R10)', this.plan.restarts, load);
  }

  /** R13: what is written on one instance is read on the other. */
  private async readElsewhere(): Promise<void> {
    const [one, other] = this.instances as [Instance, Instance];
    const [writer, reader] = [this.load(() => one.port), this.load(() => other.port)];
    const { venue } = this.targets;
    let worst = 0;
    for (let round = 0; round < this.plan.reads; round += 1) {
      const zip = String(round);
      if ((await writer.send('PATCH', `/venues/${venue}`, { zip })).status !== 200) continue;
      const start = performance.now();
      while ((await reader.look(`/venues/${venue}`)).body.zip !== zip && performance.now() - start < 5000);
      worst = Math.max(worst, performance.now() - start);
    }
    this.tell(`read on the other instance (R13, ${this.plan.reads} writes): latest`, worst, 'ms', GOALS.stale);
  }

  /** Ends a load, and holds the whole database against what its clients were told. */
  private async judge(what: string, rounds: number, load: Load): Promise<void> {
    await load.stop();
    const unknown = await load.settle(this.plan.settling);
    const findings = await audit(this.backend.url, this.entries);
    this.figures.push({
      ...{ attack: this.engine, what: `${what}: writes acknowledged in ${rounds} rounds`, unit: '' },
      ...{ value: load.acknowledged, least: 1 },
    });
    for (const [name, found] of Object.entries(findings) as [keyof Findings, string[]][])
      this.tell(`${what}: ${name}`, found.length, '', 0, found.slice(0, 5).join('; '));
    if (this.plan.settling > 0) this.tell(`${what}: creations that nobody can finish`, unknown, '', 0);
  }

  private tell(what: string, value: number, unit: string, most: number, by = ''): void {
    this.figures.push({ attack: this.engine, what, value, unit, most, by });
  }
}
