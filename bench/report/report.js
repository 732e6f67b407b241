/** The report: tables for people, JSON for everything else. */
import { shortSize } from './numbers.js';
import { casesTable } from './cases-table.js';
import { goalsTable, NAMES } from './goals-table.js';

/**
 * @typedef {object} Report
 * @property {import('./surroundings.js').Surroundings} surroundings
 * @property {import('../measure/calendar.js').Result[]} results
 * @property {import('../goals/goals.js').Assessed[]} goals
 */

/**
 * @param {Report} report
 * @param {import('../cases/cases.js').Case[]} cases
 * @returns {string} Markdown
 */
export function reportText({ surroundings, results, goals }, cases) {
  const titles = new Map(cases.map(({ name, title }) => [name, title]));
  return [
    surroundingsText(surroundings),
    ...(goals.length > 0 ? [goalsTable(goals, results)] : []),
    ...Object.keys(NAMES).flatMap((kind) => ofKind(kind, results, titles)),
    ...(isDisturbed(results) ? ['\\* The machine was busy with other things: these say little.'] : []),
  ].join('\n\n');
}

/** The largest calendar in full, the others beside it. */
function ofKind(kind, results, titles) {
  const own = results.filter((result) => result.kind === kind).sort((one, other) => one.size - other.size);
  const last = own.pop();
  if (!last) return [];
  const failures = last.cases
    .filter(({ failure }) => failure)
    .map(({ name, failure }) => `${titles.get(name)}: ${failure}.`);
  return [`### ${NAMES[kind]}, ${shortSize(last.size)} events`, casesTable(last, own, titles), ...failures];
}

function surroundingsText({ date, cores, processor, node, databases, occurrences, load, runs, seconds }) {
  const machine = `${cores} cores of ${processor}, Node.js ${node}, ${databases.join(', ')}`;
  const series = occurrences > 0 ? ` Of the events ${occurrences} % are of series.` : '';
  return `${date}. ${machine}.${series} Load average before: ${load}. Median of ${runs} runs of ${seconds} s each.`;
}

const isDisturbed = (results) => results.some(({ cases }) => cases.some(({ median }) => median?.busy));
