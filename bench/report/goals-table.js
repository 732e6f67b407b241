/** The goals as a table: a column for each calendar. */
import { shortNumber, shortSize } from './numbers.js';
import { table } from './table.js';

export const NAMES = { sqlite: 'SQLite', mariadb: 'MariaDB' };

/** @param {import('../measure/calendar.js').Result} result */
export const titleOf = ({ kind, size }) => `${NAMES[kind]} ${shortSize(size)}`;

/**
 * @param {import('../goals/goals.js').Assessed[]} goals
 * @param {import('../measure/calendar.js').Result[]} results
 */
export function goalsTable(goals, results) {
  const heads = ['', 'goal', ...results.map(titleOf)];
  const rows = goals.map(({ id, title, limit, cells }) => [
    `${id} ${title}`,
    limitText(limit, cells),
    ...cells.map(cellText),
  ]);
  return table(heads, rows);
}

function limitText({ is, unit }, cells) {
  const sign = is === 'at most' ? '≤' : '≥';
  return `${sign} ${[...new Set(cells.map(({ limit }) => shortNumber(limit)))].join(' / ')}${unit === 'x' ? 'x' : ` ${unit}`}`.trim();
}

function cellText({ value, met }) {
  if (value === undefined) return '–';
  return `${shortNumber(value)} ${met ? '✓' : '✗'}`;
}
