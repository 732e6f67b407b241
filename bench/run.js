/** `npm run bench`: measures the service, and holds it against its goals. */
import { existsSync, writeFileSync } from 'node:fs';
import { endWithChildren } from '../scripts/lib/child.js';
import { Failure, main } from '../scripts/lib/failure.js';
import { endWithParent } from '../scripts/lib/parent.js';
import { timed } from '../scripts/lib/say.js';
import { withDatabases } from './databases/with-databases.js';
import { assess } from './goals/goals.js';
import { Load } from './load/load.js';
import { measureCalendar } from './measure/calendar.js';
import { parseOptions } from './options.js';
import { titleOf } from './report/goals-table.js';
import { reportText } from './report/report.js';
import { soakTable } from './report/soak-table.js';
import { surroundingsOf } from './report/surroundings.js';
import { soak } from './soak/soak.js';

/** @typedef {import('./options.js').Options} Options */

/**
 * @template T
 * @param {Options} options
 * @param {(database: import('./databases/with-databases.js').Database, load: Load) => Promise<T>} work
 * @returns {Promise<{ surroundings: import('./report/surroundings.js').Surroundings, results: T[] }>}
 */
async function atEachCalendar(options, work) {
  const surroundings = surroundingsOf(options);
  const load = new Load();
  const results = [];
  surroundings.databases = await withDatabases(options, (database) =>
    timed(`Measuring ${titleOf(database)}`, async () => void results.push(await work(database, load))),
  );
  await load.stop();
  return { surroundings, results };
}

/**
 * @param {Options} options
 * @returns {Promise<{ report: object, text: string }>}
 */
async function measureAll(options) {
  const measured = await atEachCalendar(options, (database, load) => measureCalendar(database, load, options));
  const report = { ...measured, goals: assess(measured.results) };
  return { report, text: reportText(report, options.cases) };
}

/**
 * @param {Options} options
 * @returns {ReturnType<typeof measureAll>}
 */
async function soakAll({ soak: minutes, ...options }) {
  const onLargest = { ...options, sizes: options.sizes.slice(-1) };
  const report = await atEachCalendar(onLargest, (database, load) => soak(database, load, minutes));
  return { report, text: soakTable(report.results) };
}

endWithParent();
await main(async () => {
  const options = parseOptions(process.argv.slice(2));
  if (!existsSync('/proc/self/stat')) throw new Failure('Processor time is read from /proc: this needs Linux.');
  endWithChildren();
  const { report, text } = await (options.soak ? soakAll(options) : measureAll(options));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(text);
});
