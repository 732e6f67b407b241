import { Agent, request } from 'node:http';
import { type Document } from '../../src/outlets/openapi/openapi-document.js';
import { Random } from '../../tools/seed/random.js';
import { type BadRequest, percentEncode, requestOf } from '../support/bad-input/bad-request.js';
import { isCostly, minimalDraft, setField } from '../support/bad-input/drafts.js';
import { nameOf, operationsOf } from '../support/bad-input/operations.js';
import { createRecords } from '../support/bad-input/test-records.js';
import { type Figure, tally } from './figures.js';
import { type Plan } from './plan.js';
import { Target } from './target.js';

/** Milliseconds for which a request may block the event loop, by its body or by its address (R17). */
const LONGEST_GAP = { body: 100, address: 50 };

/** Requests that block for longer, in milliseconds, are sent again. */
const SHORT = 50;

/** Maximum number of attempts of such a request. */
const TRIES = 4;

/** Texts that are slow for naive parsers, patterns and sanitizers. */
const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['tags inside tags', '<b>'.repeat(19_990)],
  ['many tags', '<b>x</b>'.repeat(7000)],
  ['scripts that never end', '<script'.repeat(8500)],
  ['comments that never end', '<!--'.repeat(14_900)],
  ['attributes', `<p ${'a=1 '.repeat(14_900)}>`],
  ['entities', '&amp;'.repeat(11_990)],
  ['broken entities', '&#x'.repeat(19_900)],
  ['quotes', '"'.repeat(59_000)],
  ['brackets', '['.repeat(59_000)],
  ['blanks', ' '.repeat(59_000)],
  ['blanks at the end', `x${' '.repeat(58_000)}x`],
  ['line breaks', '\n'.repeat(59_000)],
  ['words', 'a '.repeat(29_000)],
  ['words to leave out', '-zq '.repeat(14_000)],
  ['combining marks', 'e\u0301'.repeat(19_000)],
  ['one long ligature', '\ufdfa'.repeat(19_000)],
  ['digits', '9'.repeat(59_000)],
  ['commas', '1,'.repeat(29_000)],
  ['an address of slashes', `https://${'/'.repeat(2000)}`],
  ['an address of dots', `https://${'a.'.repeat(1000)}`],
  ['a mailbox of dots', `${'a.'.repeat(1000)}@`],
  ['dates', `${'next '.repeat(9)}friday`],
  ['a date that nearly is one', `2027-06-21T${'0'.repeat(5000)}`],
  ['prices', '$1,'.repeat(80)],
  ['a rule', `FREQ=DAILY;BYSECOND=${'1,'.repeat(20_000)}1`],
  ['a rule without end', 'FREQ=DAILY;INTERVAL=1;BYMONTH=2;BYMONTHDAY=31'],
];

const MIB = 1024 * 1024;

/** Maximum number of characters in a query: with nine bytes each they fit into Node's limit of headers. */
const LONGEST_QUERY = 1300;

/** Minimum number of requests for a meaningful result. */
const LEAST = 100;

/** Bodies of a mebibyte, and expensive lists. */
const WHOLE: readonly (readonly [name: string, method: string, path: string, body?: string])[] = [
  ['a body of brackets', 'POST', '/events', '['.repeat(MIB)],
  ['a body of objects', 'POST', '/events', '{"a":'.repeat(MIB / 5)],
  ['a body of strings', 'POST', '/events', `{"tags":[${'"",'.repeat(MIB / 3 - 10)}""]}`],
  ['a body of escapes', 'POST', '/events', `{"title":"${'\\u0041'.repeat(MIB / 6 - 10)}"}`],
  ['nested venues of tags', 'POST', '/events', venues(17, '<b>'.repeat(19_990))],
  ['nested venues of scripts', 'POST', '/events', venues(50, '<script'.repeat(2840))],
  [
    'words to leave out',
    'GET',
    `/events?from=2000-01-01&search=${Array.from({ length: 20 }, (_, n) => `-zq${n}`).join('+')}`,
  ],
  ['four words to leave out', 'GET', '/events?from=2000-01-01&search=-zq0+-zq1+-zq2+-zq3'],
  ['a page far away', 'GET', '/events?from=2000-01-01&search=e&orderby=title&order=desc&per_page=5&page=400'],
  ['the whole world', 'GET', '/events?from=2000-01-01&geoloc_lat=0&geoloc_lng=0&geoloc_radius=20000'],
];

function venues(count: number, description: string): string {
  const venue = Array.from({ length: count }, (_, place) => ({ venue: `Hall ${place}`, description }));
  return JSON.stringify({ title: 'x', start_date: '2027-06-21 19:00', end_date: '2027-06-21 20:00', venue });
}

/** Sends slow texts in every parameter and field, one at a time, and measures for how long the event loop was blocked. */
export async function attackByBlocking(plan: Plan): Promise<Figure[]> {
  const target = await Target.start({ RATE_LIMIT: 'off' }, 20_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses = new Map<number, number>();
  const gaps: { readonly gap: number; readonly by: string; readonly from: keyof typeof LONGEST_GAP }[] = [];
  const measure = async (sent: BadRequest) => {
    const from = sent.body ? 'body' : 'address';
    let gap = Infinity;
    // Compilation and garbage collection add random pauses; a slow request blocks each time.
    for (let tries = 0; tries < TRIES && gap > SHORT; tries += 1) {
      const status = await send(target, agent, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      gap = Math.min(gap, await target.longestGap());
    }
    gaps.push({ gap, by: sent.label, from });
  };
  // Warms the service up.
  await createRecords(target, 0);
  for (const [label, method, path, body] of WHOLE) await measure(wholeRequest(label, method, path, body));
  for await (const sent of requests(target, plan)) {
    if (performance.now() > plan.until && gaps.length >= LEAST) break;
    await measure(sent);
  }
  agent.destroy();
  await target.stop();
  const attack = 'blocking';
  const longest = (from: keyof typeof LONGEST_GAP): Figure => {
    const { gap, by } = gaps
      .filter((one) => one.from === from)
      .reduce((longer, one) => (one.gap > longer.gap ? one : longer));
    const what = `longest gap of the event loop by a${from === 'body' ? ' body' : 'n address'}`;
    return { attack, what, value: gap, unit: 'ms of work', most: LONGEST_GAP[from], by };
  };
  const errors = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 && status !== 503 ? count : 0), 0);
  return [
    { attack, what: 'requests sent', value: gaps.length, unit: '', least: LEAST, by: tally(statuses) },
    longest('body'),
    longest('address'),
    { attack, what: 'errors of the service', value: errors, unit: '', most: 0 },
  ];
}

function wholeRequest(label: string, method: string, path: string, body?: string): BadRequest {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const bytes = body === undefined ? {} : { body: Buffer.from(body) };
  return { label, method, target: `/en/cal/events/v1${path}`, headers, role: 'administrator', ...bytes };
}

/** Each hostile text in each place, in a random order. */
async function* requests(target: Target, { seed }: Plan): AsyncGenerator<BadRequest> {
  const document = (await target.get('/doc/openapi.json')).body as Document;
  const world = await createRecords(target, 1);
  const random = new Random(seed, 'blocking');
  const chosen = operationsOf(document)
    .filter(({ method }) => method !== 'delete')
    .flatMap((operation) => operation.inputs.map((place) => ({ operation, place })))
    .filter(({ place }) => ['query', 'body'].includes(place.in) && !isCostly(place))
    .flatMap(({ operation, place }) => HOSTILE.map(([name, text]) => ({ operation, place, name, text })))
    .map((one) => ({ ...one, rank: random.integer(0, 1e9) }))
    .sort((one, other) => one.rank - other.rank);
  for (const { operation, place, name, text } of chosen) {
    const draft = minimalDraft(operation, world, random);
    if (place.in === 'query')
      draft.query.push(`${String(place.keys[0])}=${percentEncode(text.slice(0, LONGEST_QUERY))}`);
    else draft.body = setField(draft, place, text);
    yield requestOf(draft, `${name} in ${nameOf(operation, place)}`);
  }
}

function send({ port, key }: Target, agent: Agent, { method, target, headers, body }: BadRequest): Promise<number> {
  const length = body ? { 'content-length': String(body.length) } : {};
  const options = { host: '127.0.0.1', port, agent, method, path: target };
  return new Promise((resolve) => {
    const sent = request(
      { ...options, headers: { authorization: `Bearer ${key}`, ...length, ...headers } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode!));
      },
    );
    // The service may close the connection of a refused body.
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
