/** Runs tests at moments when a calendar differs from other days: `node scripts/moments.js --help`. */
import { performance } from 'node:perf_hooks';
import { Command, InvalidArgumentError } from 'commander';
import { endWithChildren, endWithParent } from './lib/child.js';
import { runGroups } from './lib/jest.js';
import { suitesThatKnowNow } from './lib/knows-now.js';
import { prepareBuild } from './lib/prepare.js';
import { main, say, since } from './lib/report.js';
import { clockAt, findClockLibrary } from './lib/shifted-clock.js';
import { allSuites, runsOf } from './lib/suites.js';
import { startServers } from './lib/test-servers.js';

const NO_FAKETIME = 'faketime is not installed, which shifts the clock (Debian, Ubuntu: apt-get install faketime).';

/** Each has a time, or the present one, and a zone of the machine, or its own. In winter, Toronto is five hours behind UTC. */
const MOMENTS = {
  friday: { time: '2026-11-27T20:00-05:00', what: 'Friday 20:00, which is Saturday in UTC' },
  saturday: { time: '2026-11-28T12:00-05:00', what: 'Saturday 12:00' },
  sunday: { time: '2026-11-29T23:30-05:00', what: 'Sunday 23:30' },
  month: { time: '2027-01-31T12:00-05:00', what: '31 January, a day that the next month does not have' },
  year: { time: '2026-12-31T23:50-05:00', what: '31 December 23:50' },
  leap: { time: '2028-02-29T12:00-05:00', what: '29 February 2028' },
  spring: { time: '2027-03-14T01:57-05:00', zone: 'America/Toronto', what: 'three minutes before clocks skip an hour' },
  autumn: { time: '2027-11-07T01:57-04:00', zone: 'America/Toronto', what: 'three minutes before an hour is repeated' },
  kolkata: { zone: 'Asia/Kolkata', what: 'now, on a machine five and a half hours ahead of UTC' },
};

/** @param {string} text */
function momentNames(text) {
  if (text.split(',').every((name) => name in MOMENTS)) return text.split(',');
  throw new InvalidArgumentError(`Use one or more of ${Object.keys(MOMENTS).join(', ')}, separated by commas.`);
}

/** The variables of a moment. */
function environmentOf({ time, zone }, library) {
  return { ...(time && clockAt(new Date(time), library)), ...(zone && { TZ: zone }) };
}

const list = Object.entries(MOMENTS).map(([name, { what }]) => `  ${name.padEnd(10)}${what}`);

endWithParent();
await main(async () => {
  const program = new Command('node scripts/moments.js')
    .description('Runs tests with a shifted clock, which programs, browsers and database servers see, too.')
    .argument('[names...]', 'parts of paths of suites (default: those whose text depends on the present time)')
    .option('--moment <names>', 'the moments, separated by commas (default: all)', momentNames, Object.keys(MOMENTS))
    .option('--all', 'all suites, not only those whose text depends on the present time')
    .option('--list', 'prints the suites, and runs none')
    .addHelpText('after', `\nMoments:\n${list.join('\n')}\n`)
    .addHelpText('after', 'Exit codes: 0 all tests pass at each moment, 1 some do not, 3 faketime is not installed.');
  program.parse();
  const { moment: names, all, list: isListed } = program.opts();
  const isChosen = (path) => program.args.length === 0 || program.args.some((part) => path.includes(part));
  const paths = (all || program.args.length > 0 ? allSuites() : suitesThatKnowNow()).filter(isChosen);
  if (isListed) return console.log(paths.join('\n'));

  const library = findClockLibrary();
  if (!library && names.some((name) => MOMENTS[name].time)) {
    say(NO_FAKETIME);
    process.exitCode = 3;
    return;
  }
  await prepareBuild();
  endWithChildren();
  const outcomes = [];
  for (const [index, name] of names.entries()) {
    const start = performance.now();
    say(`\n==== ${name} (${index + 1} of ${names.length}): ${MOMENTS[name].what}; ${paths.length} suites`);
    outcomes.push({ name, code: await runAt(environmentOf(MOMENTS[name], library), paths), time: since(start) });
  }
  say('');
  for (const { name, code, time } of outcomes)
    say(`${name.padEnd(10)}${time.padStart(9)}  ${code === 0 ? 'all pass' : 'some fail'}`);
  process.exitCode = outcomes.some(({ code }) => code !== 0) ? 1 : 0;
});

/** Runs suites on SQLite, and those of the engine on the first server. @returns {Promise<number>} the exit code */
async function runAt(environment, paths) {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const isChosen = ({ path }) => paths.includes(path);
  const needsServer = runsOf('test', [{}]).some(({ path, server }) => server && paths.includes(path));
  const servers = needsServer ? await startServers(1) : [];
  try {
    const runs = runsOf('test', servers);
    // Suites whose parts are divided between both commands would have the same tests twice.
    const others = runsOf('rest', []).filter((run) => !runs.some(({ path, server }) => !server && path === run.path));
    return await runGroups([...runs, ...others].filter(isChosen), [], {});
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    process.env = before;
  }
}
