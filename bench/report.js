/** Figures as Markdown tables. */
import { goalFor, isMet } from './goals.js';

/**
 * @typedef {object} Result of one calendar
 * @property {string} kind
 * @property {number} size
 * @property {{ case: import('./cases.js').Case, builds: object[] }[]} cases figures or a failure for each build
 * @property {{ single: import('./singles.js').Single, builds: (number | undefined)[] }[]} singles
 */

/** @param {number | undefined} value @returns {string} three significant digits */
export function short(value) {
  if (value === undefined || Number.isNaN(value)) return 'not measured';
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** The figure of a case that its goal is about. */
const FIGURE = { u: 'u', ms: 'p50', '/s': 'perSecond' };

/** @param {Result} result */
export function resultText(result) {
  const hasOther = (result.cases[0] ?? result.singles[0])?.builds.length > 1;
  const title = `### ${result.kind}, ${result.size.toLocaleString('en')} events`;
  return [title, casesTable(result, hasOther), singlesTable(result, hasOther)].filter(Boolean).join('\n\n');
}

function casesTable({ cases, ...calendar }, hasOther) {
  if (cases.length === 0) return '';
  const heads = ['', 'case', '/s', 'p50 ms', 'p99 ms', 'CPU µs', 'of database', 'u', 'goal'];
  const rows = cases.map(({ case: one, builds: [own, other] }) => [
    ...[one.goal, own.failure === undefined ? one.title : `${one.title}: ${own.failure}`],
    ...[own.perSecond, own.p50, own.p99, own.cpu, own.databaseCpu, own.u].map(short),
    goalText(one, calendar, (unit) => own[FIGURE[unit]]),
    ...(hasOther ? [short(other.u), `${short(own.u / other.u)}x`] : []),
  ]);
  return [table([...heads, ...(hasOther ? ['other u', 'this / other'] : [])], rows), cachedText(cases)]
    .filter(Boolean)
    .join('\n\n');
}

/** P6 compares two cases. */
function cachedText(cases) {
  const find = (name) => cases.find((one) => one.case.name === name)?.builds[0];
  const [cached, nest] = [find('cached'), find('nest')];
  if (!cached?.cpu || !nest?.cpu) return '';
  const ratio = cached.cpu / nest.cpu;
  return `P6 list from memory against a bare Nest handler: ${short(ratio)}x, goal 2x ${mark(ratio <= 2)}`;
}

function singlesTable({ singles, ...calendar }, hasOther) {
  if (singles.length === 0) return '';
  const rows = singles.map(({ single, builds: [own, other] }) => [
    ...[single.goal, single.title, short(own), goalText(single, calendar, () => own)],
    ...(hasOther ? [short(other)] : []),
  ]);
  return table(['', 'measured once', 'figure', 'goal', ...(hasOther ? ['other'] : [])], rows);
}

function goalText({ limits }, calendar, valueFor) {
  const goal = goalFor(limits, calendar);
  if (!goal) return '';
  const value = valueFor(goal.unit);
  const text = `${goal.isLeast ? '≥' : '≤'} ${short(goal.value)} ${goal.unit}`.trim();
  return value === undefined ? text : `${text} ${mark(isMet(goal, value))}`;
}

const mark = (isGood) => (isGood ? '✓' : '✗');

/** @param {string[]} heads @param {string[][]} rows */
export function table(heads, rows) {
  const widths = heads.map((_head, column) => Math.max(3, ...[heads, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
