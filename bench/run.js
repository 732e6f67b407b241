/** `npm run bench`: measures the service and compares the figures with the goals. */
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { endWithChildren, endWithParent } from '../scripts/lib/child.js';
import { Failure, main, say } from '../scripts/lib/report.js';
import { openDatabases } from './databases.js';
import { goalFor } from './goals.js';
import { Bench, measureCases } from './measure.js';
import { parseOptions } from './options.js';
import { resultText } from './report.js';

/** Beyond this size only the cases that have a goal there are measured. */
const HUGE = 1_000_000;

async function measureCalendar(calendars, { builds, cases, ...plan }) {
  const [{ kind, size }] = calendars;
  const hasGoal = ({ limits }) => goalFor(limits, { kind, size }) !== undefined;
  const benches = builds.map((build, index) => new Bench(build, calendars[index]));
  try {
    for (const bench of benches) await bench.prepare();
    const repeated = cases.repeated.filter((one) => size < HUGE || hasGoal(one));
    const figures = await measureCases(benches, repeated, plan);
    const singles = [];
    for (const single of cases.single.filter(hasGoal)) {
      const values = [];
      for (const bench of benches) values.push(await once(single, bench));
      singles.push({ single, builds: values });
    }
    return { kind, size, cases: repeated.map((one) => ({ case: one, builds: figures.get(one.name) })), singles };
  } finally {
    for (const bench of benches) await bench.stop();
  }
}

async function once({ name, measure }, bench) {
  try {
    return await measure(bench);
  } catch (error) {
    say(`  ${name} (${bench.build.name}): ${error.message}`);
    return undefined;
  }
}

function surroundings(about, { runs, seconds }) {
  const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node.js ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  return `${date}. ${machine}, ${about.join(', ')}. Median of ${runs} runs of ${seconds} s.`;
}

endWithParent();
await main(async () => {
  const options = parseOptions(process.argv.slice(2));
  if (!existsSync('/proc/self/stat'))
    throw new Failure('Processor time is read from /proc: the benchmark needs Linux.');
  endWithChildren();
  const load = loadavg()[0].toFixed(2);
  const [about, results] = [[], []];
  for (const kind of options.databases) {
    const databases = await openDatabases(kind, options.bufferPool);
    about.push(databases.about);
    try {
      for (const size of options.sizes) {
        const calendars = [];
        for (const build of options.builds) calendars.push(await databases.seeded(size, build));
        say(`Measuring ${size} events on ${kind} …`);
        results.push(await measureCalendar(calendars, options));
      }
    } finally {
      await databases.close();
    }
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ about, results }, null, 2)}\n`);
  console.log(
    [`${surroundings(about, options)} Load average before: ${load}.`, ...results.map(resultText)].join('\n\n'),
  );
});
