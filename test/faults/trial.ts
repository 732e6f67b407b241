import { formatKey, newKey } from '../../src/http/auth/keys.js';
import { type Figure } from '../attack/figures.js';
import { type Environment } from '../support/test-calendar.js';
import { audit, type Findings } from './audit.js';
import { Instance } from './instance.js';
import { type Entry, Load, type Targets } from './load.js';

/** How much is done on an engine. */
export interface Plan {
  readonly clients: number;
  /** How often an instance is killed, and the server, or a node. */
  readonly kills: number;
  readonly freezes: number;
  /** Milliseconds. */
  readonly freeze: number;
  readonly restarts: number;
  /** Writes on one instance that are looked for on the other. */
  readonly reads: number;
  /** How often three instances are started on an empty database. */
  readonly starts: number;
  /** How often the disk is filled. */
  readonly fillings: number;
  /** Milliseconds to repeat creations whose outcome is unknown: 45,000 is longer than a killed instance holds an Idempotency-Key. */
  readonly settling: number;
}

/** Milliseconds. */
export const GOALS = { answer: 5000, afterServer: 2000, afterFreeze: 5000, afterNode: 10_000, stale: 1000 };

const LABELS: Record<keyof Findings, string> = {
  ...{ lost: 'lost writes', halfWritten: 'half-written events' },
  ...{ duplicated: 'duplicated events', inconsistent: 'inconsistent counters and copies' },
};

/** Instances of the service, clients that write, and the figures that result. */
export class Trial {
  readonly figures: Figure[] = [];
  instances: Instance[] = [];
  /** Everything that was tried so far. */
  readonly entries: Entry[] = [];
  private readonly key = formatKey(newKey());
  private readonly loads: Load[] = [];
  private targets: Targets = { venue: 0, categories: [], tags: [] };

  constructor(
    private readonly engine: string,
    readonly plan: Plan,
  ) {}

  get venue(): number {
    return this.targets.venue;
  }

  /** Starts an instance for each environment. */
  async start(environments: readonly Environment[], through: readonly string[] = []): Promise<void> {
    this.instances = await Promise.all(
      environments.map((environment) => Instance.at({ ADMIN_KEY: this.key, ...environment }, through)),
    );
    await Promise.all(this.instances.map((instance) => instance.start()));
    if (this.venue === 0) await this.makeTargets();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loads.map((load) => load.stop()));
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }

  get random(): Instance {
    return this.instances[Math.floor(Math.random() * this.instances.length)]!;
  }

  load(port = () => this.random.port): Load {
    const load = new Load(port, this.key, this.targets, this.entries);
    this.loads.push(load);
    return load;
  }

  /**
   * Ends a load, and holds the whole database against what its clients were told.
   * @param urls of the databases, each of which has to hold everything
   */
  async judge(what: string, rounds: number, load: Load, urls: readonly string[]): Promise<void> {
    await load.stop();
    const unknown = await load.settle(this.plan.settling);
    this.figures.push({
      ...{ attack: this.engine, what: `${what}: writes acknowledged in ${rounds} rounds`, unit: '' },
      ...{ value: load.acknowledged, least: 1 },
    });
    for (const [name, found] of Object.entries(await this.audit(urls)))
      this.tell(`${what}: ${LABELS[name as keyof Findings]}`, found.length, '', 0, found.slice(0, 5).join('; '));
    const faults = [...load.statuses].filter(([status]) => status >= 500 && status !== 503);
    const count = faults.reduce((sum, [, number]) => sum + number, 0);
    const causes = new Set(this.instances.flatMap((instance) => instance.faults));
    this.tell(`${what}: server errors other than 503`, count, '', 0, [...causes].slice(0, 5).join('; '));
    if (this.plan.settling > 0) this.tell(`${what}: creations whose outcome stays unknown`, unknown, '', 0);
  }

  tell(what: string, value: number, unit: string, most?: number, by = ''): void {
    this.figures.push({ attack: this.engine, what, value, unit, most, by });
  }

  /** A figure that shows that the fault took place. */
  tellAtLeast(what: string, value: number, least: number): void {
    this.figures.push({ attack: this.engine, what, value, unit: '', least });
  }

  private async audit(urls: readonly string[]): Promise<Findings> {
    const all: Findings = { lost: [], halfWritten: [], duplicated: [], inconsistent: [] };
    for (const url of urls) {
      const findings = await audit(url, this.entries);
      for (const name of Object.keys(all) as (keyof Findings)[]) all[name].push(...findings[name]);
    }
    return all;
  }

  private async makeTargets(): Promise<void> {
    const load = this.load();
    const made = async (path: string, body: object) => (await load.send('POST', path, body)).body.id as number;
    this.targets = {
      venue: await made('/venues', { venue: 'Hall' }),
      categories: [await made('/categories', { name: 'Music' })],
      tags: [await made('/tags', { name: 'Free' })],
    };
  }
}

/** Starts three instances at once on an empty database, several times. @param make an empty database, and how it is removed */
export async function starts(
  engine: string,
  plan: Plan,
  make: () => Promise<{ url: string; stop(): Promise<void> }>,
): Promise<Figure[]> {
  let failed = 0;
  for (let round = 0; round < plan.starts; round += 1) {
    const database = await make();
    const environment = { DATABASE_URL: database.url, ADMIN_KEY: formatKey(newKey()) };
    const instances = await Promise.all([1, 2, 3].map(() => Instance.at(environment)));
    const started = await Promise.allSettled(instances.map((instance) => instance.start()));
    if (started.some(({ status }) => status === 'rejected')) failed += 1;
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.stop();
  }
  if (plan.starts === 0) return [];
  const what = `starts of three at once that failed (R14, of ${plan.starts})`;
  return [{ attack: engine, what, value: failed, unit: '', most: 0 }];
}
