import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Amount {
  readonly default: number;
  /** The number in `npm run test:full`. */
  readonly full: number;
}

const amounts = JSON.parse(readFileSync(join(__dirname, 'amounts.json'), 'utf8')) as Record<string, Amount>;

/** Milliseconds that a test may take with the small amount. */
const TIMEOUT = 300_000;

/**
 * The number of random cases of a test: from the environment variable, else the small default. With more of them, tests may
 * take longer, but not more than two hours.
 */
export function amount(variable: string): number {
  const { default: usual } = amounts[variable]!;
  const wanted = Number(process.env[variable] ?? usual);
  if (wanted > usual) jest.setTimeout(Math.min((wanted / usual) * TIMEOUT, 7_200_000));
  return wanted;
}

/**
 * The seed of random tests. It is constant in `npm test`, so that a failure is due to the change at hand, and new in
 * each `npm run test:full`. TEST_SEED repeats a run.
 */
export function seed(): number {
  return Number(process.env.TEST_SEED ?? 1);
}
