import { type Figure, isMet, table } from '../attack/figures.js';
import { build } from '../support/build.js';
import { startBackend } from './backend.js';
import { followWrites } from './followed-writes.js';

const WRITES = Number(process.env.FAULTS_WRITES ?? 10_000);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const only = process.env.FAULTS_ONLY ?? '';

beforeAll(() => build(), 600_000);

it.each(['sqlite', 'mariadb', 'mysql'] as const)(
  'a follower of the changes misses nothing on %s',
  async (engine) => {
    if (only !== '' && !only.split(',').includes(engine)) return;
    const backend = await startBackend(engine);
    if (!backend) return void process.stdout.write(`${engine} is left out: no such server here.\n`);
    try {
      const start = performance.now();
      const found = await followWrites(backend.url, WRITES, SEED);
      const figure = (what: string, value: number, unit = ''): Figure => ({
        ...{ attack: engine, what: `follower (R19, seed ${SEED}): ${what}`, value, unit },
      });
      const none = (what: string, names: readonly string[]): Figure => ({
        ...{ ...figure(what, names.length), most: 0, by: names.slice(0, 5).join('; ') },
      });
      const figures: Figure[] = [
        { ...figure('acknowledged writes', found.acknowledged), least: WRITES },
        { ...figure('instances killed', found.kills), least: 1 },
        figure('pages read', found.pages),
        { ...figure('public records in the end', found.records), least: WRITES / 20 },
        figure('duration', (performance.now() - start) / 1000, 's'),
        none('records missed', found.missing),
        none('deletions missed', found.surplus),
        none('updates missed', found.different),
        none('records told of that were never public', found.leaked),
      ];
      process.stdout.write(`\n${table(figures)}\n\n`);
      expect(figures.filter((one) => !isMet(one))).toEqual([]);
    } finally {
      await backend.stop();
    }
  },
  3_600_000,
);
