import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Amount {
  readonly default: number;
  /** Of `npm run test:full`. */
  readonly full: number;
  /** What there are so many of. */
  readonly of: string;
}

const amounts = JSON.parse(readFileSync(join(__dirname, 'amounts.json'), 'utf8')) as Record<string, Amount>;

/** How much a test draws at random: what the environment says, else little. */
export function amount(variable: string): number {
  const { default: usual } = amounts[variable]!;
  return Number(process.env[variable] ?? usual);
}

/**
 * What draws at random begins with: always the same in `npm test`, so that what fails there is the change at hand;
 * `npm run test:full` draws anew each time. TEST_SEED draws the same again.
 */
export function seed(): number {
  return Number(process.env.TEST_SEED ?? 1);
}
