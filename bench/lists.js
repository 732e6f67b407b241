// Times every list filter alone against a database that is filled already (npm run seed), one request at a time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) {
  console.log(
    'DATABASE_URL=… node bench/lists.js [--runs 15] [--json]\nThe build and a seeded database must be there.',
  );
  process.exit(0);
}

const port = await freePort();
const service = spawn(process.execPath, ['dist/src/main.js'], {
  env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', RATE_LIMIT: 'off' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  const root = `http://127.0.0.1:${port}/en/cal/events/v1`;
  await ready(`http://127.0.0.1:${port}/health/ready`);
  const rows = [];
  for (const [name, path] of await cases(root)) {
    process.stderr.write(`${name} … `);
    rows.push(await time(name, root + path, Number(values.runs)));
    process.stderr.write(`${rows.at(-1).median} ms\n`);
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else print(rows);
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
}

/** Each filter alone, at records that the seed made, and pages further in. */
async function cases(root) {
  const { events, total } = await (await fetch(`${root}/events?per_page=100`)).json();
  const first = (field) => events.flatMap((event) => event[field])[0];
  const parents = await (await fetch(`${root}/events?per_page=100&from=1000-01-02&orderby=id`)).json();
  const parent = [...events, ...parents.events].find((event) => event.post_parent)?.post_parent ?? events[0].id;
  const day = events[0].start_date.slice(0, 10);
  return [
    ['default list', '/events'],
    ['page in the middle', `/events?page=${Math.ceil(total / 20)}`],
    ['one day', `/events?start_date=${day}&end_date=${day}`],
    ['overlap from/to', `/events?from=${day}&to=${day}`],
    ['starts_before', `/events?starts_before=${day}`],
    ['starts_after', `/events?starts_after=${day}`],
    ['ends_before', `/events?ends_before=${day}`],
    ['ends_after', `/events?ends_after=${day}`],
    ['category', `/events?categories=${first('categories').id}`],
    ['tag', `/events?tags=${first('tags').id}`],
    ['venue', `/events?venue=${first('venue').id}`],
    ['organizer', `/events?organizer=${first('organizer').id}`],
    ['featured', '/events?featured=true'],
    ['ticketed', '/events?ticketed=true'],
    ['post_parent', `/events?post_parent=${parent}&from=1000-01-02`],
    ['include', `/events?include=${events.map(({ id }) => id).join()}`],
    ['exclude', `/events?exclude=${events[0].id}`],
    ['author', `/events?author=${events[0].author}`],
    ['modified_after', '/events?modified_after=2000-01-01'],
    ['untranslated=only', '/events?untranslated=only'],
    ['orderby=title', '/events?orderby=title'],
    ['orderby=modified', '/events?orderby=modified&order=desc'],
    ['search', '/events?search=concert'],
    ['one by id', `/events/${events[0].id}`],
    ['one by slug', `/events/by-slug/${events[0].slug}`],
    ['venues', '/venues'],
    ['venues with upcoming', '/venues?only_with_upcoming=true'],
    ['venues without events', '/venues?has_events=false'],
    ['categories', '/categories'],
    ['tags with upcoming', '/tags?only_with_upcoming=true'],
  ];
}

async function time(name, url, runs) {
  const times = [];
  let bytes = 0;
  for (let run = 0; run < runs + 2; run++) {
    const start = performance.now();
    const answer = await fetch(url);
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} from ${url}`);
    if (run >= 2) times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const at = (share) => Number(times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1));
  return { name, median: at(0.5), max: at(1), bytes };
}

function print(rows) {
  console.log('| list | median ms | max ms | bytes |\n|---|---:|---:|---:|');
  for (const { name, median, max, bytes } of rows) console.log(`| ${name} | ${median} | ${max} | ${bytes} |`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}

async function ready(url) {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not get ready in 30 s.');
}
