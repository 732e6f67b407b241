/** What a soak has shown. */
import { titleOf } from './goals-table.js';
import { shortNumber } from './numbers.js';
import { table } from './table.js';

/** @param {import('../soak/soak.js').Soak[]} soaks */
export function soakTable(soaks) {
  const heads = ['', 'minutes', 'requests', 'first MiB', 'last MiB', 'largest MiB', 'MiB an hour'];
  return table(
    heads,
    soaks.map((soak) => {
      const sizes = soak.memory.map(([, mib]) => mib);
      const figures = [soak.memory.at(-1)[0], soak.requests, sizes[0], sizes.at(-1), Math.max(...sizes), soak.slope];
      return [titleOf(soak), ...figures.map(shortNumber)];
    }),
  );
}
