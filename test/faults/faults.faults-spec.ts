import { isMet, table } from '../attack/figures.js';
import { build } from '../support/build.js';
import { type Engine, ENGINES } from './backend.js';
import { injectFaults } from './faults.js';

const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 20);
const only = process.env.FAULTS_ONLY ?? '';
const engines = ENGINES.filter((engine) => only === '' || only.split(',').includes(engine));

const plan = {
  ...{ clients: 8, kills: ROUNDS, freezes: Math.ceil(ROUNDS / 10), freeze: 30_000 },
  ...{ restarts: ROUNDS, reads: 25 * ROUNDS, starts: Math.ceil(ROUNDS / 5) },
  settling: 45_000,
};

beforeAll(() => build(), 600_000);

it.each(engines)(
  'nothing is lost on %s',
  async (engine: Engine) => {
    const figures = await injectFaults(engine, plan);
    if (!figures) return void process.stdout.write(`There is no ${engine} here: left out.\n`);
    process.stdout.write(`\n${table(figures)}\n\n`);
    expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
  },
  (20 + 2 * ROUNDS) * 60_000,
);
