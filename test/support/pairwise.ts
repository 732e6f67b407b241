import { part } from './part.js';
import { Random } from './random.js';

/**
 * All-pairs testing: a selection in which every pair of values that two properties have together in `all` occurs at
 * least once. The same selection each time; everything in `npm run test:full`.
 * @param propertiesOf the properties of a case, always in the same order
 */
export function pairwise<T>(all: readonly T[], propertiesOf: (one: T) => readonly string[]): T[] {
  return part === 'full' ? [...all] : selection(all, propertiesOf);
}

/** Chooses the case with the most missing pairs until none is missing. */
export function selection<T>(all: readonly T[], propertiesOf: (one: T) => readonly string[]): T[] {
  const random = new Random(1);
  const left = all
    .map((one) => ({ one, pairs: pairsOf(propertiesOf(one)), rank: random.next() }))
    .sort((first, second) => first.rank - second.rank);
  const missing = new Set(left.flatMap(({ pairs }) => pairs));
  const chosen: T[] = [];
  while (missing.size > 0) {
    const gain = (pairs: readonly string[]) => pairs.filter((pair) => missing.has(pair)).length;
    const best = left.reduce((leader, next) => (gain(next.pairs) > gain(leader.pairs) ? next : leader));
    for (const pair of best.pairs) missing.delete(pair);
    chosen.push(best.one);
  }
  return chosen;
}

function pairsOf(properties: readonly string[]): string[] {
  return properties.flatMap((one, first) =>
    properties.slice(first + 1).map((other, distance) => `${first} ${one}, ${first + distance + 1} ${other}`),
  );
}
