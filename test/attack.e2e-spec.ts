import { attackByBlocking } from './attack/blocking.js';
import { type Figure, isMet, table } from './attack/figures.js';
import { attackByFloods } from './attack/floods.js';
import { attackByMarkers } from './attack/markers.js';
import { type Plan } from './attack/plan.js';
import { attackByProxies } from './attack/proxies.js';
import { attackBySlowClients } from './attack/slow-clients.js';
import { build } from './support/build.js';
import { seed } from './support/amounts.js';

/** A little of what `npm run test:attack` does; its payloads are those of `bad-input`. */
const SECONDS = 4;

const SEED = seed();

/** Where many tests run at once, times say more of them than of the service; its own work takes longer then, too. */
const PATIENCE: Readonly<Record<string, number>> = { ms: 10, 'ms of work': 3 };

function patient(figure: Figure): Figure {
  const { most, unit } = figure;
  return most === undefined ? figure : { ...figure, most: most * (PATIENCE[unit] ?? 1) };
}

const attacks: readonly (readonly [name: string, attack: (plan: Plan) => Promise<Figure[]>])[] = [
  ['planted markers in every route and format', attackByMarkers],
  ['texts that take long to read', attackByBlocking],
  ['floods', attackByFloods],
  ['clients that lie about their addresses', attackByProxies],
  ['slow clients', attackBySlowClients],
];

describe('the service stands up to', () => {
  beforeAll(() => build());

  it.each(attacks)(
    '%s',
    async (_name, attack) => {
      const plan = { until: performance.now() + SECONDS * 1000, seed: SEED, isFull: false };
      const figures = (await attack(plan)).map(patient);
      process.stdout.write(`TEST_SEED=${SEED}\n${table(figures)}\n`);
      expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
    },
    180_000,
  );
});
