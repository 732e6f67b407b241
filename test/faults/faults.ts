import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, tally } from '../attack/figures.js';
import { type FaultyServer } from '../support/faulty-server.js';
import { type Backend, type Engine, startBackend } from './backend.js';
import { startHAProxy } from './haproxy.js';
import { type Instance } from './instance.js';
import { GOALS, type Plan, starts, Trial } from './trial.js';

/** All faults of a file or of one server. @returns undefined where this machine has no such server */
export async function injectFaults(engine: Engine, plan: Plan): Promise<Figure[] | undefined> {
  const backend = await startBackend(engine);
  if (!backend) return undefined;
  try {
    const started = await starts(engine, plan, async () => (await startBackend(engine))!);
    return [...started, ...(await new Faults(engine, backend, plan).all())];
  } finally {
    await backend.stop();
  }
}

class Faults {
  private readonly trial: Trial;

  constructor(
    engine: Engine,
    private readonly backend: Backend,
    private readonly plan: Plan,
  ) {
    this.trial = new Trial(engine, plan);
  }

  async all(): Promise<Figure[]> {
    const environment = { DATABASE_URL: this.backend.url };
    try {
      await this.trial.start([environment, environment]);
      await this.instanceKilled();
      if (this.backend.server) {
        await this.serverKilled(this.backend.server);
        if (this.plan.freezes > 0) await this.serverFrozen(this.backend.server);
      }
      await this.restarted();
      await this.readElsewhere();
    } finally {
      await this.trial.stop();
    }
    return this.trial.figures;
  }

  /** R1: one of two instances is killed in mid-write, again and again. */
  private async instanceKilled(): Promise<void> {
    const load = this.trial.load();
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.kills; round += 1) {
      await sleep(300 + 700 * Math.random());
      const victim = this.trial.random;
      await victim.kill();
      await victim.start();
    }
    await this.trial.judge('instance killed (R1)', this.plan.kills, load, [this.backend.url]);
  }

  /** R2: the server is killed in mid-write. */
  private async serverKilled(server: FaultyServer): Promise<void> {
    const load = this.trial.load();
    let worst = 0;
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.kills; round += 1) {
      await sleep(300 + 700 * Math.random());
      await server.kill();
      await server.restart();
      worst = Math.max(worst, (await load.untilWritten(30_000)) ?? Infinity);
    }
    this.trial.tell('server killed (R2): serving again, after the server', worst, 'ms', GOALS.afterServer);
    await this.trial.judge('server killed (R2)', this.plan.kills, load, [this.backend.url]);
  }

  /** R3: the server hangs. */
  private async serverFrozen(server: FaultyServer): Promise<void> {
    const load = this.trial.load();
    let worst = 0;
    load.start(this.plan.clients);
    for (let round = 0; round < this.plan.freezes; round += 1) {
      await sleep(500);
      server.freeze();
      await sleep(this.plan.freeze);
      server.thaw();
      worst = Math.max(worst, (await load.untilWritten(30_000)) ?? Infinity);
    }
    this.trial.tell('server frozen (R3): serving again', worst, 'ms', GOALS.afterFreeze);
    await this.trial.judge('server frozen (R3)', this.plan.freezes, load, [this.backend.url]);
    this.trial.tell('server frozen (R3): longest answer', load.worstAnswer, 'ms', GOALS.answer);
  }

  /** R10: one instance after the other is restarted, behind HAProxy. */
  private async restarted(): Promise<void> {
    const proxy = await startHAProxy({ instances: this.trial.instances.map(({ port }) => port) });
    if (!proxy) return void process.stdout.write('Rolling restarts (R10) are left out: no HAProxy on this machine.\n');
    try {
      const load = this.trial.load(() => proxy.httpPort);
      // Both instances pass the proxy's checks.
      await sleep(2000);
      load.start(this.plan.clients);
      for (let round = 0; round < this.plan.restarts; round += 1)
        for (const instance of this.trial.instances) {
          await instance.stop();
          await instance.start();
          await sleep(2000);
        }
      await load.stop();
      const what = `rolling restarts (R10, ${this.plan.restarts}): requests that failed`;
      this.trial.tell(what, load.failed, '', 0, tally(load.statuses));
      await this.trial.judge('rolling restarts (R10)', this.plan.restarts, load, [this.backend.url]);
    } finally {
      await proxy.stop();
    }
  }

  /** R13: what is written on one instance is read on the other. */
  private async readElsewhere(): Promise<void> {
    const [one, other] = this.trial.instances as [Instance, Instance];
    const [writer, reader] = [this.trial.load(() => one.port), this.trial.load(() => other.port)];
    const { venue } = this.trial;
    let worst = 0;
    for (let round = 0; round < this.plan.reads; round += 1) {
      const zip = String(round);
      if ((await writer.send('PATCH', `/venues/${venue}`, { zip })).status !== 200) continue;
      const start = performance.now();
      while ((await reader.look(`/venues/${venue}`)).body.zip !== zip && performance.now() - start < 5000);
      worst = Math.max(worst, performance.now() - start);
    }
    this.trial.tell(`read on the other instance (R13, ${this.plan.reads} writes): latest`, worst, 'ms', GOALS.stale);
  }
}
