import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure } from '../attack/figures.js';
import { askServer } from '../support/ask-server.js';
import { ReplicationPair } from '../support/replication-pair.js';
import { type Instance } from './instance.js';
import { GOALS, type Plan, Trial } from './trial.js';

/** What stands in the replica alone, so that an answer tells where it was read. */
const FOLLOWED = 'Read from the replica';

/** A server whose replica lags, is killed and is frozen while public reads go there. */
export async function injectIntoPair(engine: string, program: string, plan: Plan): Promise<Figure[]> {
  const pair = await ReplicationPair.start(program);
  try {
    return await new ReplicaFaults(engine, pair, plan).all();
  } finally {
    await pair.stop();
  }
}

class ReplicaFaults {
  private readonly trial: Trial;

  constructor(
    engine: string,
    private readonly pair: ReplicationPair,
    private readonly plan: Plan,
  ) {
    this.trial = new Trial(engine, plan);
  }

  async all(): Promise<Figure[]> {
    const { first, replica } = this.pair;
    const environment = { DATABASE_URL: first.url, DATABASE_REPLICA_URL: replica.url };
    try {
      // One of them keeps nothing, so that every request is read; the other one keeps what it has read.
      await this.trial.start([environment, { ...environment, CACHE_MB: '0' }]);
      await this.mark();
      await this.lagging();
      await this.away('replica killed', this.plan.kills, {
        begin: () => replica.kill(),
        end: () => replica.restart(),
      });
      await this.away('replica frozen', this.plan.freezes, {
        begin: () => Promise.resolve(replica.freeze()),
        end: () => Promise.resolve(replica.thaw()),
      });
    } finally {
      await this.trial.stop();
    }
    return this.trial.figures;
  }

  private async mark(): Promise<void> {
    await this.pair.untilFollowing();
    const { replica } = this.pair;
    for (let tries = 0; !(await this.isRead()); tries += 1) {
      if (tries > 600) throw new Error('The replica is not read from.');
      await askServer(replica.ownUrl, `UPDATE tag_translations SET name = '${FOLLOWED}'`).catch(() => undefined);
      await sleep(50);
    }
  }

  /** Whether the instance that keeps nothing reads from the replica now. */
  private async isRead(): Promise<boolean> {
    const [, keepsNothing] = this.trial.instances as [Instance, Instance];
    const { body } = await this.trial.load(() => keepsNothing.port).look('/tags?hide_empty=false');
    return (body.tags as { name: string }[]).some(({ name }) => name === FOLLOWED);
  }

  /** R13: the replica stops and goes on applying, while what was written is looked for on both instances. */
  private async lagging(): Promise<void> {
    const lag = { isOver: false, times: 0 };
    const lagging = this.lag(lag);
    const figures = { behind: 0, back: 0, fromReplica: 0, worst: 0 };
    const [seen, writers] = [[0, 0], this.trial.instances.map(({ port }) => this.trial.load(() => port))];
    const zipOn = async (reader: number) => {
      const { body } = await writers[reader]!.look(`/venues/${this.trial.venue}`);
      const zip = Number(body.zip ?? 0);
      if (zip < seen[reader]!) figures.back += 1;
      seen[reader] = Math.max(zip, seen[reader]!);
      return zip;
    };
    for (let round = 1; round <= this.plan.reads; round += 1) {
      const own = round % 2;
      const zip = String(round);
      if ((await writers[own]!.send('PATCH', `/venues/${this.trial.venue}`, { zip })).status !== 200) continue;
      const start = performance.now();
      if ((await zipOn(own)) !== round) figures.behind += 1;
      while ((await zipOn(1 - own)) !== round && performance.now() - start < 5000) await sleep(5);
      figures.worst = Math.max(figures.worst, performance.now() - start);
      if (await this.isRead()) figures.fromReplica += 1;
      await sleep(100 * Math.random());
    }
    lag.isOver = true;
    await lagging;
    const what = `replica lags (R13, ${this.plan.reads} writes)`;
    this.trial.tellAtLeast(`${what}: lags`, lag.times, 1);
    this.trial.tellAtLeast(`${what}: reads that the replica answered`, figures.fromReplica, 1);
    this.trial.tell(`${what}: reads behind one's own write`, figures.behind, '', 0);
    this.trial.tell(`${what}: reads older than one before`, figures.back, '', 0);
    this.trial.tell(`${what}: latest on the other instance`, figures.worst, 'ms', GOALS.stale);
  }

  private async lag(state: { isOver: boolean; times: number }): Promise<void> {
    while (!state.isOver) {
      await this.pair.lag();
      state.times += 1;
      await sleep(200 + 800 * Math.random());
      await this.pair.catchUp();
      await sleep(200 + 800 * Math.random());
    }
  }

  /** Public reads go on while the replica is away, and go there again when it is back. */
  private async away(
    what: string,
    rounds: number,
    fault: { begin(): Promise<void>; end(): Promise<void> },
  ): Promise<void> {
    const readers = this.trial.instances.map(({ port }) => this.trial.load(() => port));
    const load = this.trial.load();
    let [isOver, failed, worst, back] = [false, 0, 0, 0];
    const reading = readers.map(async (reader) => {
      while (!isOver) {
        const start = performance.now();
        if ((await reader.look('/events')).status !== 200) failed += 1;
        worst = Math.max(worst, performance.now() - start);
        await sleep(20);
      }
    });
    load.start(2);
    for (let round = 0; round < rounds; round += 1) {
      await sleep(500);
      await fault.begin();
      await sleep(2000);
      await fault.end();
      await this.pair.untilFollowing();
      const start = performance.now();
      while (!(await this.isRead()) && performance.now() - start < 30_000) await sleep(10);
      back = Math.max(back, performance.now() - start);
    }
    isOver = true;
    await Promise.all(reading);
    this.trial.tell(`${what}: reads that failed`, failed, '', 0);
    this.trial.tell(`${what}: longest read`, worst, 'ms', GOALS.answer);
    this.trial.tell(`${what}: read from again, after it follows`, back, 'ms', GOALS.afterFreeze);
    await this.trial.judge(what, rounds, load, [this.pair.first.url]);
  }
}
