/**
 * `node bench/metrics.js`: the processor time that counting requests costs a cached list, as the difference between two
 * services, one of which counts nothing, in turns. Processor time depends little on what else the machine does. Needs
 * `npm run build`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import autocannon from 'autocannon';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const REQUESTS = 4000;
const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
const module = pathToFileURL('dist/src/metrics/request-metrics.js').href;
const nothing = join(folder, 'count-nothing.mjs');
writeFileSync(
  nothing,
  `import { RequestMetrics } from '${module}';\nRequestMetrics.prototype.observe = () => undefined;\n`,
);

async function start(name, more = {}) {
  const env = { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: 'off', DATABASE_URL: `sqlite:${join(folder, name)}` };
  spawnSync(process.execPath, ['dist/src/cli/sample.js'], { env });
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    ...{ env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let log = '';
  for await (const data of child.stdout) if ((log += data).includes('Listening')) break;
  child.stdout.resume();
  const [, port] = /"port":(\d+)/.exec(log);
  return { child, url: `http://127.0.0.1:${port}/en/cal/events/v1/events` };
}

/** Microseconds of processor time of all threads (proc(5)). */
function processorTime({ pid }) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Microseconds for each request. */
async function measure({ child, url }) {
  const before = processorTime(child);
  const { requests } = await autocannon({ url, connections: 4, amount: REQUESTS });
  return (processorTime(child) - before) / requests.total;
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

const services = [await start('counting'), await start('plain', { NODE_OPTIONS: `--import=${nothing}` })];
try {
  for (const service of services) await measure(service);
  const times = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const place of round % 2 ? [0, 1] : [1, 0]) times[place].push(await measure(services[place]));
  const [counting, plain] = times.map(median);
  console.log(`with ${counting.toFixed(1)} µs, without ${plain.toFixed(1)} µs of processor time for a request`);
  console.log(`counting costs ${(100 * (counting / plain - 1)).toFixed(1)} %`);
} finally {
  for (const { child } of services) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
