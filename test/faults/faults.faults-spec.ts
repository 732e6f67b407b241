import { type Figure, isMet, table } from '../attack/figures.js';
import { build } from '../support/build.js';
import { programOf } from './backend.js';
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
  return (await injectFaults(engine, plan)) ?? 'such server';
}

async function onFullDisk(engine: 'mariadb' | 'mysql'): Promise<Outcome> {
  return programOf(engine) === undefined ? 'such server' : fillDisk(engine, plan);
}

/** The parts of each engine, whose figures are printed one after the other: a later part may fail. */
const engines: Record<string, readonly (() => Promise<Outcome>)[]> = {
  sqlite: [async () => (await injectFaults('sqlite', plan))!, () => fillDisk('sqlite', plan)],
  mariadb: [() => onServer('mariadb'), () => onFullDisk('mariadb')],
  mysql: [() => onServer('mysql'), () => onFullDisk('mysql')],
  galera: [() => injectIntoCluster(plan)],
};

beforeAll(() => build(), 600_000);

it.each(Object.keys(engines).filter((engine) => only === '' || only.split(',').includes(engine)))(
  'nothing is lost on %s',
  async (engine) => {
    const unmet: Figure[] = [];
    for (const part of engines[engine]!) {
      const outcome = await part();
      if (typeof outcome === 'string') process.stdout.write(`Left out on ${engine}: no ${outcome} here.\n`);
      else {
        process.stdout.write(`\n${table(outcome)}\n\n`);
        unmet.push(...outcome.filter((figure) => !isMet(figure)));
      }
    }
    expect(unmet).toEqual([]);
  },
  (20 + 2 * ROUNDS) * 60_000,
);
