/** Prints rows of text below their headings, in columns. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((_head, column) => Math.max(...[heads, ...rows].map((row) => row[column]!.length)));
  for (const row of [heads, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]!));
    console.log(cells.join('  ').trimEnd());
  }
}
