/** A measured figure of an attack, with its goal. */
export interface Figure {
  readonly attack: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The allowed maximum; undefined without a goal. */
  readonly most?: number;
  /** The required minimum, for figures that show that the attack took place. */
  readonly least?: number;
  /** The worst case, or the first ones, in words. */
  readonly by?: string;
}

export function isMet({ value, most = Infinity, least = -Infinity }: Figure): boolean {
  return value <= most && value >= least;
}

/** A table with a line for each figure. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    isMet(figure) ? 'met' : 'MISSED',
    figure.attack,
    figure.what,
    `${Math.round(10 * figure.value) / 10} ${figure.unit}`,
    goal(figure),
    figure.by ?? '',
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function goal({ most, least }: Figure): string {
  return [most !== undefined && `<= ${most}`, least !== undefined && `>= ${least}`].filter(Boolean).join(' ');
}

/** @param share 0.5 for the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The counts as text: `401 x 1500, 429 x 20`. */
export function tally(counts: ReadonlyMap<string | number, number>): string {
  return [...counts].map(([name, count]) => `${name} x ${count}`).join(', ');
}
