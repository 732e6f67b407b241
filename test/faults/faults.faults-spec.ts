import { type Figure, isMet, table } from '../attack/figures.js';
import { build } from '../support/build.js';
import { type Engine, programOf } from './backend.js';
import { injectIntoCluster } from './cluster-faults.js';
import { fillDisk } from './disk-faults.js';
import { injectFaults } from './faults.js';

const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 20);
const only = process.env.FAULTS_ONLY ?? '';

const plan = {
  ...{ clients: 8, kills: ROUNDS, freezes: Math.ceil(ROUNDS / 10), freeze: 30_000 },
  ...{ restarts: ROUNDS, reads: 25 * ROUNDS, starts: Math.ceil(ROUNDS / 5), fillings: ROUNDS },
  settling: 45_000,
};

/** The figures, or in words what is missing on this machine. */
type Outcome = Figure[] | string;

async function onServer(engine: 'mariadb' | 'mysql'): Promise<Outcome> {
  const program = programOf(engine);
  const figures = await injectFaults(engine, plan);
  if (!figures || program === undefined) return 'such server';
  return [...figures, ...(await onFullDisk(engine))];
}

async function onFullDisk(engine: Engine): Promise<Figure[]> {
  const outcome = await fillDisk(engine, plan);
  if (typeof outcome !== 'string') return outcome;
  process.stdout.write(`A full disk of ${engine} is left out: no ${outcome} here.\n`);
  return [];
}

const engines: Record<string, () => Promise<Outcome>> = {
  sqlite: async () => [...(await injectFaults('sqlite', plan))!, ...(await onFullDisk('sqlite'))],
  mariadb: () => onServer('mariadb'),
  mysql: () => onServer('mysql'),
  galera: () => injectIntoCluster(plan),
};

beforeAll(() => build(), 600_000);

it.each(Object.keys(engines).filter((engine) => only === '' || only.split(',').includes(engine)))(
  'nothing is lost on %s',
  async (engine) => {
    const outcome = await engines[engine]!();
    if (typeof outcome === 'string') return void process.stdout.write(`${engine} is left out: no ${outcome} here.\n`);
    process.stdout.write(`\n${table(outcome)}\n\n`);
    expect(outcome.filter((figure) => !isMet(figure))).toEqual([]);
  },
  (20 + 2 * ROUNDS) * 60_000,
);
