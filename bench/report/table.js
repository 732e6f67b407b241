/** Tables of Markdown. */

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 * @returns {string} the first column to the left, all others to the right
 */
export function table(heads, rows) {
  const widths = heads.map((_head, column) => Math.max(3, ...[heads, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => pad(text, widths[column], column)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

const pad = (text, width, column) => (column === 0 ? text.padEnd(width) : text.padStart(width));
