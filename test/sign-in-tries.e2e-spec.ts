import { createHook } from 'node:async_hooks';
import { amount } from './support/amounts.js';
import { freePort } from './support/free-port.js';
import { computationTime } from './support/process-time.js';
import { TestCalendar } from './support/test-calendar.js';

/** Guesses of passwords, tokens and codes, from one address and from many. */
const GUESSES = amount('SIGN_IN_GUESSES');

/** Tries of each kind whose durations are compared. */
const TIMED = amount('SIGN_IN_TIMINGS');

const PASSWORD = 'a lighthouse in the fog';

let calendar: TestCalendar;

beforeAll(async () => {
  // The limits hold with RATE_LIMIT=off, which the calendars of tests have.
  // Codes are guessed without their provider.
  const OIDC_ISSUER = `http://127.0.0.1:${await freePort()}`;
  const organization = { ADMIN_PAGE: 'on', OIDC_ISSUER, OIDC_CLIENT_ID: 'calendar' };
  calendar = await TestCalendar.start({ TRUST_PROXY: 'loopback', ...organization });
});

afterAll(() => calendar.stop());

const admin = { as: 'administrator' } as const;

let made = 0;

async function aPerson({ invited = true, disabled = false } = {}): Promise<string> {
  made += 1;
  const email = `target${made}@town.example`;
  const { id } = (await calendar.post('/accounts', { name: `Target ${made}`, role: 'editor', email }, admin)).body;
  if (invited) {
    const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
    const body = { invitation: url.split('#invitation=')[1], password: PASSWORD };
    await from('192.0.2.250', body).expect(201);
  }
  if (disabled) await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
  return email;
}

/** Signs in from an address. */
const from = (address: string, body: object) => calendar.post('/sign-in', body).set('X-Forwarded-For', address);

/** The statuses of tries, a few at a time. */
async function statusesOf(count: number, attempt: (index: number) => PromiseLike<{ status: number }>) {
  const tally: Record<number, number> = {};
  for (let start = 0; start < count; start += 20) {
    const group = Array.from({ length: Math.min(20, count - start) }, (_, index) => attempt(start + index));
    for (const { status } of await Promise.all(group)) tally[status] = (tally[status] ?? 0) + 1;
  }
  return tally;
}

describe('wrong tries', () => {
  it('are 10 in 15 minutes for an account and address, whether or not the account exists', async () => {
    const email = await aPerson();
    for (const tried of [email, 'nobody@town.example']) {
      const wrong = (index: number) => from('192.0.2.1', { email: tried, password: `wrong password ${index}` });
      expect(await statusesOf(12, wrong)).toEqual({ 401: 10, 429: 2 });
    }
    const refused = await from('192.0.2.1', { email, password: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([429, 'rest_rate_limited']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait > 850 && wait <= 900).toBe(true);
    await from('192.0.2.2', { email, password: PASSWORD }).expect(201);
  });

  it('count nothing when they are right', async () => {
    const email = await aPerson();
    for (let count = 0; count < 12; count += 1) await from('192.0.2.3', { email, password: PASSWORD }).expect(201);
  });

  it('are 50 for an address, links included; then the body is not read', async () => {
    const guess = (index: number) => from('192.0.2.4', { invitation: `guess${index}`, password: PASSWORD });
    expect(await statusesOf(60, guess)).toEqual({ 410: 50, 429: 10 });
    const broken = () => calendar.send('post', '/sign-in').set('Content-Type', 'application/json');
    expect((await broken().set('X-Forwarded-For', '192.0.2.4').send('{"email')).status).toBe(429);
    expect((await broken().set('X-Forwarded-For', '192.0.2.5').send('{"email')).status).toBe(400);
    // The /64 network of an IPv6 address counts as one.
    expect(await statusesOf(51, (index) => from(`2001:db8::${index + 1}`, { invitation: 'x' }))).toEqual({
      ...{ 410: 50, 429: 1 },
    });
  });

  it('of codes count with those of invitations', async () => {
    const guess = (index: number) =>
      from('192.0.2.8', index % 2 ? { invitation: `guess${index}` } : { code: `guess${index}`, verifier: 'v' });
    expect(await statusesOf(60, guess)).toEqual({ 410: 50, 429: 10 });
    // What an invitation offers is not told either.
    expect(
      (await calendar.post('/sign-in/invitation', { invitation: 'x' }).set('X-Forwarded-For', '192.0.2.8')).status,
    ).toBe(429);
    const read = (index: number) =>
      calendar.post('/sign-in/invitation', { invitation: `guess${index}` }).set('X-Forwarded-For', '192.0.2.9');
    expect(await statusesOf(51, read)).toEqual({ 410: 50, 429: 1 });
  });

  it('of the current password count as well', async () => {
    const email = await aPerson();
    const { key } = (await from('192.0.2.6', { email, password: PASSWORD }).expect(201)).body;
    const wrong = (index: number) =>
      calendar
        .post('/me/password', { current: `wrong password ${index}`, password: 'four boats on one lake' }, { key })
        .set('X-Forwarded-For', '192.0.2.6');
    expect(await statusesOf(11, wrong)).toEqual({ 400: 10, 429: 1 });
    await from('192.0.2.6', { email, password: PASSWORD }).expect(429);
  });
});

describe('guessing', () => {
  it('from one address and from 500 finds nothing; the owner signs in from an address used before', async () => {
    const email = await aPerson();
    await from('192.0.2.7', { email, password: PASSWORD }).expect(201);
    const guess = (address: string, index: number) => {
      const link = index % 2 ? { invitation: `t${index}` } : { code: `c${index}`, verifier: `v${index}` };
      return from(address, index % 5 === 4 ? link : { email, password: `guessed password ${index}` });
    };
    const one = await statusesOf(GUESSES, (index) => guess('198.51.100.1', index));
    const many = await statusesOf(GUESSES, (index) =>
      guess(`10.0.${(index % 500) >> 8}.${(index % 500) & 255}`, index),
    );
    for (const tally of [one, many]) {
      expect(Object.keys(tally).filter((status) => !['401', '410', '429'].includes(status))).toEqual([]);
      expect(tally[429]).toBeGreaterThan(0);
    }
    expect((one[401] ?? 0) + (many[401] ?? 0)).toBeLessThanOrEqual(100);
    await from('203.0.113.9', { email, password: PASSWORD }).expect(429);
    await from('192.0.2.7', { email, password: PASSWORD }).expect(201);
  });
});

describe('accounts that exist and those that do not', () => {
  /** Somebody for each reason why a password is refused. */
  const people = async () => [
    await aPerson(),
    await aPerson({ disabled: true }),
    await aPerson({ invited: false }),
    'absent@town.example',
  ];

  it('cost the same work: one hash', async () => {
    let hashes = 0;
    const hook = createHook({ init: (_id, type) => void (hashes += type === 'SCRYPTREQUEST' ? 1 : 0) });
    const emails = await people();
    hook.enable();
    try {
      for (const [index, email] of emails.entries()) {
        hashes = 0;
        await from(`192.0.2.${20 + index}`, { email, password: 'wrong password' }).expect(401);
        expect([email, hashes]).toEqual([email, 1]);
      }
      hashes = 0;
      await from('192.0.2.30', { invitation: 'guessed', password: PASSWORD }).expect(410);
      expect(hashes).toBe(0);
    } finally {
      hook.disable();
    }
  });

  it('take the same time of the processor', async () => {
    const emails = await people();
    const durations = emails.map((): number[] => []);
    for (let round = 0; round < TIMED; round += 1)
      for (const [index, email] of emails.entries()) {
        const start = computationTime();
        await from(`172.16.${round >> 8}.${round & 255}`, { email, password: 'wrong password' });
        durations[index]!.push(computationTime() - start);
      }
    const medians = durations.map((list) => list.toSorted((one, other) => one - other)[list.length >> 1]!);
    // A few tries tell a missing hash, many tell more.
    const tolerance = TIMED < 50 ? 2 : 1.1;
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(tolerance);
  });
});
