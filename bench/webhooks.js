/**
 * `node bench/webhooks.js [mariadb://…/an_empty_database …/another_one]`: compares the throughput of reads and writes
 * with 100,000 queued messages to a calendar without any. Uses two SQLite files by default. Needs `npm run build`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';

const QUEUED = 100_000;
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SECONDS = 3;
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
const urls = process.argv.length > 3 ? process.argv.slice(2, 4) : ['a', 'b'].map((name) => `sqlite:${folder}/${name}`);

const newKey = async () => {
  const child = spawn(process.execPath, ['dist/src/commands/cli/keys.js', 'generate']);
  const [data] = await once(child.stdout, 'data');
  return String(data).trim();
};

const key = await newKey();
let status = 503;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end());
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const hook = `http://127.0.0.1:${receiver.address().port}/`;

async function start(url) {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: url,
    ADMIN_KEY: key,
    RATE_LIMIT: 'off',
    CACHE_MB: '0',
  };
  const child = spawn(process.execPath, ['dist/src/main.js'], { env: { ...env, WEBHOOK_ALLOW: '127.0.0.1' } });
  let log = '';
  for await (const data of child.stdout) if ((log += data).includes('Listening')) break;
  child.stdout.resume();
  const [, port] = /"port":(\d+)/.exec(log);
  const ask = async (path, method = 'GET', body = undefined) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}/en/cal/events/v1${path}`, sent);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  for (let number = 0; number < 200; number += 1)
    await ask('/events', 'POST', { title: `Event ${number}`, start_date: '+1 day', end_date: '+2 days' });
  const { id } = await ask('/webhooks', 'POST', { url: hook, events: ['*'] });
  return { url, child, ask, id };
}

/** Queues messages that are due now. */
async function queue({ url, id }) {
  const columns = 'webhookId, messageId, type, kind, recordId, revision, createdAt, dueAt, status';
  const row = (n) =>
    `(${id}, 'msg_queued_${n}', 'event.updated', 'events', 1, 1, '2026-01-01', '2026-01-01 00:00:00', 'pending')`;
  const statements = [];
  for (let n = 0; n < QUEUED; n += 1000)
    statements.push(
      `INSERT INTO webhook_deliveries (${columns}) VALUES ${Array.from({ length: 1000 }, (_, i) => row(n + i)).join()}`,
    );
  if (url.startsWith('sqlite:')) {
    const database = new BetterSqlite3(url.slice('sqlite:'.length));
    for (const sql of statements) database.exec(sql);
    return database.close();
  }
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  for (const sql of statements) await connection.query(sql);
  await connection.end();
}

/** Requests per second of eight clients. */
async function rate(work) {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) {
      await work(count);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return count / SECONDS;
}

const kinds = {
  reads: ({ ask }) => ask('/events?per_page=10'),
  writes: ({ ask }, n) => ask(`/venues/1`, 'PATCH', { phone: String(n) }).catch(() => undefined),
};

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

const services = [];
try {
  for (const url of urls) services.push(await start(url));
  for (const { ask } of services) await ask('/venues', 'POST', { venue: 'Hall' });
  await queue(services[1]);
  for (const [what, answer] of Object.entries({ 'a receiver that fails': 503, 'a receiver that accepts': 204 })) {
    status = answer;
    for (const [kind, work] of Object.entries(kinds)) {
      const rates = services.map(() => []);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [place, service] of services.entries()) rates[place].push(await rate((n) => work(service, n)));
      const [without, with_] = rates.map(median);
      const change = ((with_ / without - 1) * 100).toFixed(1);
      console.log(
        `${what}, ${kind}/s: ${without.toFixed(0)} without, ${with_.toFixed(0)} with ${QUEUED} queued (${change} %)`,
      );
    }
  }
} finally {
  for (const { child } of services) child.kill();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
