import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, quantile, tally } from './figures.js';
import { LONGEST_GAP, OTHERS_P99 } from './floods.js';
import { type Observation, Observer } from './observer.js';
import { Target } from './target.js';

/** The posts of each flood. */
const POSTS = 10_000;

const CONNECTIONS = 50;

/** The events that the service stores in a day, and those of one address in an hour. */
const PER_DAY = 200;
const PER_ADDRESS = 5;

/** Milliseconds after which a token is accepted. */
const TOKEN_AGE = 3200;

const ROOT = '/en/cal/events/v1';

/** What spammers send beside events that look right. */
const DESCRIPTIONS = [
  'An evening for everybody.',
  '<script>alert(1)</script>'.repeat(100),
  'https://spam.example/ '.repeat(50),
  `${'<b>'.repeat(2000)}loud`,
];

/** Ten thousand posts to the form of the public, from one address and from 500, while another client reads. */
export async function attackBySubmissions(): Promise<Figure[]> {
  const environment = { SUBMISSIONS: 'on', SITE_URL: 'https://www.town.example', TRUST_PROXY: 'loopback' };
  const figures: Figure[] = [];
  for (const addresses of [1, 500]) {
    const target = await Target.start(environment, 2000);
    figures.push(...(await during(target, addresses)));
    await target.stop();
  }
  return figures;
}

async function during(target: Target, addresses: number): Promise<Figure[]> {
  const { token } = (await target.get('/submissions/token').expect(200)).body as { token: string };
  await sleep(TOKEN_AGE);
  // Warms up what others read, as visitors.
  for (let turn = 0; turn < 20; turn += 1)
    for (const path of ['/events', '/events/1']) await fetch(`http://127.0.0.1:${target.port}${ROOT}${path}`);
  const observer = await Observer.start(target.port, `${ROOT}/events`, '/health/live', `${ROOT}/events/1`);
  await target.longestGap();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number, number>();
  let sent = 0;
  const flood = async () => {
    while (sent < POSTS) {
      const number = (sent += 1);
      const status = await post(target, agent, { token, number, address: addressOf(number % addresses) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, flood));
  const [lists, health, events] = (await observer.end()) as [Observation, Observation, Observation];
  agent.destroy();
  const stored = (await target.get('/events?status=pending&from=2000-01-01&per_page=1').expect(200)).body
    .total as number;
  const unexpected = new Map([...statuses].filter(([status]) => ![0, 201, 400, 429, 503].includes(status)));
  const served = lists.statuses.filter((status) => status === 200).length;
  const attack = `submissions from ${addresses} address${addresses === 1 ? '' : 'es'}`;
  return [
    { attack, what: 'requests sent', value: POSTS, unit: '', by: tally(statuses) },
    { attack, what: 'unexpected statuses', value: unexpected.size, unit: '', most: 0, by: tally(unexpected) },
    {
      attack,
      what: 'events stored',
      value: stored,
      unit: '',
      least: 1,
      most: Math.min(PER_DAY, PER_ADDRESS * addresses),
    },
    {
      attack,
      what: 'longest gap of the event loop',
      value: await target.longestGap(),
      unit: 'ms of work',
      most: LONGEST_GAP,
    },
    // Each stored event makes the next list an uncached one, which waits for the posts of several turns of the event loop.
    { attack, what: 'p95 of other requests', value: quantile(lists.times, 0.95), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'slowest other request', value: Math.max(...lists.times), unit: 'ms' },
    { attack, what: 'other requests served', value: (100 * served) / lists.statuses.length, unit: '%', least: 99 },
    { attack, what: 'p99 of single events', value: quantile(events.times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'p99 of health', value: quantile(health.times, 0.99), unit: 'ms', most: OTHERS_P99 },
  ];
}

const addressOf = (place: number) => `198.51.${100 + Math.floor(place / 250)}.${(place % 250) + 1}`;

interface Post {
  readonly token: string;
  readonly number: number;
  readonly address: string;
}

/** Sends an event of its own. Returns 0 if the connection ends without a response. */
function post({ port }: Target, agent: Agent, { token, number, address }: Post): Promise<number> {
  const body = JSON.stringify({
    ...{ title: `Evening ${number}`, start_date: '2031-06-21 19:30', end_date: '2031-06-21 22:00' },
    ...{ contact_name: 'Robin Green', contact_email: `robin${number}@example.org` },
    ...{
      description: DESCRIPTIONS[number % DESCRIPTIONS.length],
      venue: `Hall ${number}`,
      organizer: `Club ${number}`,
    },
  });
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    'x-forwarded-for': address,
  };
  const path = `${ROOT}/submissions?token=${token}`;
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!)).on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
