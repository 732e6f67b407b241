import { build } from '../support/build.js';
import { attackAll } from './attack.js';
import { isMet, table } from './figures.js';
import { seed } from '../support/amounts.js';

const MINUTES = Number(process.env.ATTACK_MINUTES ?? 10);
const SEED = seed();

it(
  'meets all goals',
  async () => {
    build();
    process.stdout.write(`TEST_SEED=${SEED} ATTACK_MINUTES=${MINUTES}\n`);
    const figures = await attackAll(MINUTES, SEED, process.env.ATTACK_ONLY);
    process.stdout.write(`\n${table(figures)}\n\n`);
    expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
  },
  (30 + 2 * MINUTES) * 60_000,
);
