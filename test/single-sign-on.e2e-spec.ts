import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomBytes } from 'node:crypto';
import { loadSettings } from '../src/lib/config/load-settings.js';
import { Settings } from '../src/lib/config/settings.js';
import { CLIENT_SECRET, OidcProvider } from './support/oidc.js';
import { processTime } from './support/process-time.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

const SITE = 'https://www.town.example';
const PASSWORD = 'a lighthouse in the fog';
const admin = { as: 'administrator' } as const;

let provider: OidcProvider;
const logged: string[] = [];
const target = { write: (line: string) => void logged.push(line) };

beforeAll(async () => {
  provider = await OidcProvider.start(`${SITE}/admin/oidc/callback`, `${SITE}/calendar/admin/oidc/callback`);
});

afterAll(() => provider.stop());

/** The last line of the log with this message. */
const lastLine = (message: string) => {
  const line = logged.findLast((one) => (JSON.parse(one) as { msg: string }).msg === message);
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
};

const control = (state: Parameters<OidcProvider['set']>[0]) => provider.set(state);

interface Begun {
  readonly verifier: string;
  readonly cookie: string;
  readonly location: string;
}

/** Begins a sign-in as the page does. @param base the prefix of the calendar */
async function begin(calendar: TestCalendar, query = '', base = ''): Promise<Begun> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { status, headers } = await calendar.raw().get(`${base}/admin/oidc?challenge=${challenge}${query}`);
  if (status !== 302) throw new Error(`${status} ${logged.slice(-6).join('')}`);
  const [cookie] = headers['set-cookie'] as unknown as string[];
  expect(cookie).toMatch(new RegExp(`; Path=${base}/admin/oidc; .*HttpOnly; Secure; SameSite=Lax$`));
  return { verifier, cookie: cookie!.split(';', 1)[0]!, location: headers['location']! };
}

/** Signs in at the provider. @returns the path of the callback to which it leads */
async function atProvider({ location }: Begun, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = `${location}&login_hint=${login}`;
  while (!url.startsWith(SITE)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(next, url).href;
  }
  return url.slice(SITE.length);
}

const callback = (calendar: TestCalendar, path: string, cookie: string) =>
  calendar.raw().get(path).set('Cookie', cookie);

/** Goes the whole way. @returns the response to the exchange of the code */
async function signIn(calendar: TestCalendar, login: string, query = '') {
  const begun = await begin(calendar, query);
  const answer = await callback(calendar, await atProvider(begun, login), begun.cookie);
  if (answer.status !== 302) return answer;
  const [, code] = /^https:\/\/www\.town\.example\/admin\/#sign-in=([\w-]+)$/.exec(answer.headers['location']!)!;
  return calendar.post('/sign-in', { code, verifier: begun.verifier });
}

/** Keys of other instances end within a second. */
async function untilRefused(calendar: TestCalendar, key: string): Promise<void> {
  const start = processTime();
  while ((await calendar.get('/me', { key })).status !== 401 && processTime() - start < 2000) await sleep(50);
}

const settings = (more: Record<string, string> = {}) => ({
  ...{ SITE_URL: SITE, BASE_PATH: '', ADMIN_PAGE: 'on', ADMIN_CONTACT: 'Robin, 555-0100', LOG_LEVEL: 'trace' },
  ...{ ...provider.settings, ...more },
});

describe('a provider with verified addresses and groups', () => {
  let calendar: TestCalendar;

  beforeAll(async () => {
    const roles = {
      OIDC_ROLES: 'administrator=it-web,editor=communications,author=library',
      OIDC_NAME_FR: 'la Ville',
    };
    calendar = await TestCalendar.start(settings(roles), undefined, target);
  });

  afterAll(() => calendar.stop());

  const person = (name: string, groups: string[] | string, more: object = {}) => ({
    ...{ name, email: `${name.toLowerCase()}@town.example`, email_verified: true, groups, ...more },
  });

  it('signs people in for the first time and again, with the highest of their roles', async () => {
    await control({ accounts: { marie: person('Marie', ['library', 'communications']) } });
    const { status, body, headers } = await signIn(calendar, 'marie');
    expect(status).toBe(201);
    expect(headers['cache-control']).toContain('no-store');
    expect(body.account).toMatchObject({
      name: 'Marie',
      role: 'editor',
      email: 'marie@town.example',
      sign_in: ['organization'],
    });
    expect((await calendar.get('/me', { key: body.key })).body.id).toBe(body.account.id);
    await control({ accounts: { marie: person('Marie', 'library') } });
    const again = await signIn(calendar, 'marie');
    expect(again.body.account).toMatchObject({ id: body.account.id, role: 'author' });
    const patched = await calendar.patch(`/accounts/${body.account.id}`, { role: 'editor' }, admin);
    expect([patched.status, patched.body.code]).toEqual([409, 'role-is-mapped']);
    await calendar.patch(`/accounts/${body.account.id}`, { role: 'author', language: 'fr' }, admin).expect(200);
    expect((await calendar.get('/sign-in')).body).toMatchObject({ password: true, organization: 'Town' });
    expect((await calendar.get('/sign-in', { language: 'fr' })).body.organization).toBe('la Ville');
  });

  it('ends the keys of somebody who has no role any more, and makes no account without one', async () => {
    await control({ accounts: { theo: person('Theo', ['communications']), other: person('Other', ['sports']) } });
    const { key, account } = (await signIn(calendar, 'theo')).body;
    const program = (await calendar.post(`/accounts/${account.id}/keys`, { name: 'website' }, admin)).body.key;
    // The names of groups differ by case.
    const other = person('Other', ['sports', 'Communications']);
    const none = { name: 'None' };
    await control({ accounts: { theo: person('Theo', ['sports']), other, none } });
    const refused = await signIn(calendar, 'theo');
    expect(refused.status).toBe(403);
    const why = { reason: 'no-role', claim: 'groups' };
    expect(lastLine('sign-in refused')).toMatchObject({
      ...{ account: account.id, ...why, found: '1 value, not in OIDC_ROLES' },
      role: { from: 'editor', to: 'reader' },
    });
    expect(refused.text).toContain('Robin, 555-0100');
    expect(refused.text).toContain('La connexion n’a pas abouti');
    await new Promise((done) => setTimeout(done, 1000));
    for (const one of [key, program]) await calendar.get('/me', { key: one }).expect(401);
    expect((await signIn(calendar, 'other')).status).toBe(403);
    expect(lastLine('sign-in refused')).toMatchObject({ account: null, ...why, found: '2 values, none in OIDC_ROLES' });
    expect((await signIn(calendar, 'none')).status).toBe(403);
    expect(lastLine('sign-in refused')).toMatchObject({ ...why, found: 'absent' });
    expect((await calendar.get('/accounts?search=Other', admin)).body.total).toBe(0);
    await control({ accounts: { theo: person('Theo', ['library']) } });
    expect((await signIn(calendar, 'theo')).body.account).toMatchObject({ id: account.id, role: 'author' });
  });

  it('accepts an invitation, without comparing addresses', async () => {
    const account = (
      await calendar.post('/accounts', { name: 'Invited', role: 'contributor', email: 'else@town.example' }, admin)
    ).body;
    const { url } = (await calendar.post(`/accounts/${account.id}/invitation`, {}, admin)).body;
    const invitation = url.split('=')[1];
    await control({ accounts: { ines: person('Ines', []) } });
    const { body } = await signIn(calendar, 'ines', `&invitation=${invitation}`);
    expect(body.account).toMatchObject({
      id: account.id,
      role: 'contributor',
      email: 'else@town.example',
      sign_in: ['organization'],
    });
    await calendar.post('/sign-in', { invitation, password: PASSWORD }).expect(410);
    expect((await signIn(calendar, 'ines', `&invitation=${invitation}`)).status).toBe(410);
    expect((await signIn(calendar, 'ines')).body.account.id).toBe(account.id);
  });

  it('links nothing by an invitation that another browser has begun, and leaves no other way into a linked account', async () => {
    const email = 'lure@town.example';
    const { id } = (await calendar.post('/accounts', { name: 'Lure', role: 'reader', email }, admin)).body;
    const invite = async () => {
      const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin)).body;
      return url.split('=')[1] as string;
    };
    await calendar.post('/sign-in', { invitation: await invite(), password: PASSWORD }).expect(201);
    const { key: program } = (await calendar.post(`/accounts/${id}/keys`, { name: 'website' }, admin)).body;
    await control({ accounts: { chief: person('Chief', ['communications']) } });
    const chief = (await signIn(calendar, 'chief')).body;
    const invitation = await invite();
    const begun = await begin(calendar, `&invitation=${invitation}`);
    const { headers } = await callback(calendar, await atProvider(begun, 'chief'), begun.cookie);
    const [, code] = /#sign-in=([\w-]+)$/.exec(headers['location']!)!;
    await calendar.post('/sign-in', { code, verifier: 'of another browser' }).expect(410);
    expect((await signIn(calendar, 'chief')).body.account.id).toBe(chief.account.id);
    expect((await calendar.get('/me', { key: program }).expect(200)).body).toMatchObject({ id, role: 'reader' });

    // What it ends is known before.
    const readLink = async (token: string) => (await calendar.post('/sign-in/invitation', { invitation: token })).body;
    expect(await readLink(invitation)).toEqual({
      ...{ name: 'Lure', password: true, email: false, organization: true },
      ...{ ends_password: true, ends_keys: 1 },
    });
    const { body, status } = await signIn(calendar, 'chief', `&invitation=${invitation}`);
    expect([status, body.account]).toMatchObject([201, { id, role: 'editor', sign_in: ['organization'] }]);
    await calendar.post('/sign-in', { email, password: PASSWORD }).expect(401);
    for (const key of [program, chief.key]) {
      await untilRefused(calendar, key);
      await calendar.get('/me', { key }).expect(401);
    }
    expect(lastLine('invitation accepted')).toMatchObject({ account: id, role: { from: 'reader', to: 'editor' } });
    expect(lastLine('account changed')).toMatchObject({ account: chief.account.id, fields: ['sign_in'] });
    // The role comes from the organization: an invitation then sets no password.
    const another = await invite();
    expect(await readLink(another)).toMatchObject({
      ...{ password: false, organization: true, ends_password: false, ends_keys: 0 },
    });
    const refused = await calendar.post('/sign-in', { invitation: another, password: PASSWORD }, { language: 'fr' });
    expect(refused.status).toBe(400);
    expect(refused.body.data.params.password).toContain('vient de votre organisation');
    expect((await readLink(another)).name).toBe('Lure');
    await calendar.post('/sign-in/invitation', { invitation: 'unknown' }).expect(410);
    // The former account is an ordinary one again.
    await calendar.patch(`/accounts/${chief.account.id}`, { role: 'reader' }, admin).expect(200);
  });

  it('leaves a password without effect once the role comes from the organization', async () => {
    const email = 'both@town.example';
    const { id } = (await calendar.post('/accounts', { name: 'Both', role: 'author', email }, admin)).body;
    const invite = async () => {
      const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin)).body;
      return url.split('=')[1] as string;
    };
    await control({ accounts: { both: person('Both', []) } });
    await signIn(calendar, 'both', `&invitation=${await invite()}`);
    const { body } = await calendar.post('/sign-in', { invitation: await invite(), password: PASSWORD }).expect(201);
    expect(body.account.sign_in).toEqual(['password', 'organization']);
    await control({ accounts: { both: person('Both', ['communications']) } });
    const { account, key } = (await signIn(calendar, 'both')).body;
    expect(account).toMatchObject({ id, role: 'editor', sign_in: ['organization'] });
    expect(lastLine('account changed')).toMatchObject({ account: id, role: { from: 'author', to: 'editor' } });
    expect((await calendar.get(`/accounts/${id}`, admin)).body.sign_in).toEqual(['organization']);
    await calendar.post('/sign-in', { email, password: PASSWORD }).expect(401);
    const change = { current: PASSWORD, password: 'four boats on one lake' };
    const refused = await calendar.post('/me/password', change, { key }).expect(400);
    expect(refused.body.data.params.current).toContain('comes from your organization');
  });

  it('links an account by a verified address if it has no other way to sign in', async () => {
    const create = async (name: string) =>
      (await calendar.post('/accounts', { name, role: 'author', email: `${name.toLowerCase()}@town.example` }, admin))
        .body;
    const [linked, unverified, withPassword] = [await create('Lea'), await create('Noah'), await create('Paul')];
    const { url } = (await calendar.post(`/accounts/${withPassword.id}/invitation`, {}, admin)).body;
    await calendar.post('/sign-in', { invitation: url.split('=')[1], password: PASSWORD }).expect(201);
    const groups = ['library'];
    await control({
      accounts: {
        lea: person('Lea', groups),
        noah: person('Noah', groups, { email_verified: false }),
        paul: person('Paul', groups),
        thief: person('Thief', groups, { email: 'lea@town.example' }),
      },
    });
    expect((await signIn(calendar, 'lea')).body.account.id).toBe(linked.id);
    for (const [login, { id, name }] of [
      ['noah', unverified],
      ['paul', withPassword],
    ] as const) {
      const { account } = (await signIn(calendar, login)).body;
      expect(account).toMatchObject({ name: `${name} 2`, email: null });
      expect(account.id).not.toBe(id);
    }
    expect((await signIn(calendar, 'thief')).body.account).toMatchObject({ name: 'Thief', email: null });
  });

  it('refuses a code of another browser, another state, a replay, and another tab', async () => {
    await control({ accounts: { zoe: person('Zoe', ['library']) } });
    const [one, two] = [await begin(calendar), await begin(calendar)];
    const [first, second] = [await atProvider(one, 'zoe'), await atProvider(two, 'zoe')];
    await callback(calendar, first, '').expect(400);
    await callback(calendar, first, two.cookie).expect(400);
    const wrong = first.replace(/state=[^&]+/, `state=${/state=([^&]+)/.exec(second)![1]}`);
    await callback(calendar, wrong, `${one.cookie}; ${two.cookie}`).expect(400);
    await callback(calendar, '/admin/oidc/callback?code=x&state=y', one.cookie).expect(400);
    const [third, fourth] = [await begin(calendar), await begin(calendar)];
    const [back, backToo] = [await atProvider(third, 'zoe'), await atProvider(fourth, 'zoe')];
    const both = `${third.cookie}; ${fourth.cookie}`;
    const codes: string[] = [];
    for (const path of [backToo, back]) {
      const { headers } = await callback(calendar, path, both).expect(302);
      codes.push(headers['location']!.split('#sign-in=')[1]!);
    }
    await callback(calendar, back, both).expect(400);
    await calendar.post('/sign-in', { code: codes[0], verifier: third.verifier }).expect(410);
    await calendar.post('/sign-in', { code: codes[0], verifier: fourth.verifier }).expect(410);
    await calendar.post('/sign-in', { code: codes[1], verifier: third.verifier }).expect(201);
    await calendar.post('/sign-in', { code: codes[1], verifier: third.verifier }).expect(410);
    await calendar.post('/sign-in', { code: codes[1] }).expect(410);
    await calendar.raw().get('/admin/oidc?challenge=short').expect(400);
  });

  it('that refuses is logged with its reason, and with nothing else of its answer', async () => {
    const refuse = async (error: string) => {
      const begun = await begin(calendar);
      const { origin, searchParams } = new URL(begun.location);
      const query = new URLSearchParams({ error, error_description: 'hidden', state: searchParams.get('state')! });
      query.set('iss', origin);
      await callback(calendar, `/admin/oidc/callback?${query}`, begun.cookie).expect(400);
      return logged.findLast((line) => line.includes('sign-in through the organization failed'))!;
    };
    const refused = await refuse('access_denied');
    expect(JSON.parse(refused)).toMatchObject({
      error: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
      answer: 'access_denied',
    });
    expect(refused).not.toContain('hidden');
    expect(JSON.parse(await refuse('secret-1 2'))).not.toHaveProperty('answer');
  });

  it('whose settings are wrong is a fault for those who run the calendar, in the language of the person first', async () => {
    await control({ accounts: { zoe: person('Zoe', ['library']) } });
    const settings = calendar.app.get(Settings);
    const begun = await begin(calendar, '&language=fr');
    const path = await atProvider(begun, 'zoe');
    settings.oidcClientSecret = 'another secret';
    const { status, text } = await callback(calendar, path, begun.cookie).set('Accept-Language', 'en');
    settings.oidcClientSecret = CLIENT_SECRET;
    expect(status).toBe(503);
    expect(lastLine('sign-in through the organization failed')).toMatchObject({
      ...{ answer: 'invalid_client', setting: 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET' },
    });
    expect(text).toContain('not set up correctly');
    expect(text).toContain('est mal configurée');
    expect(text).toContain('Robin, 555-0100');
    expect(text).not.toMatch(/Begin again|Recommencez|Try again/);
    expect(text).toMatch(/^<!doctype html><html lang="fr">.*<section lang="fr">.*<section lang="en">/);
    const languageOf = async (accepted: string, query = '') => {
      const answer = await calendar.raw().get(`/admin/oidc?challenge=short${query}`).set('Accept-Language', accepted);
      return /<html lang="(\w+)">/.exec(answer.text)![1];
    };
    expect(await languageOf('en;q=0.5, fr-CA;q=0.9')).toBe('fr');
    expect(await languageOf('fr;q=0.3, en-CA')).toBe('en');
    expect(await languageOf('de')).toBe('en');
    expect(await languageOf('fr', '&language=en')).toBe('en');
  });

  it('refuses an expired token, and takes rotated keys', async () => {
    await control({ accounts: { zoe: person('Zoe', ['library']) }, clock: -700_000 });
    expect((await signIn(calendar, 'zoe')).status).toBe(400);
    await control({ clock: 0 });
    await provider.stop();
    await provider.start();
    await control({ accounts: { zoe: person('Zoe', ['library']) } });
    expect((await signIn(calendar, 'zoe')).status).toBe(201);
  });

  it('that is slow or down leaves the other ways to sign in', async () => {
    await control({ accounts: { zoe: person('Zoe', ['library']) } });
    const begun = await begin(calendar);
    const path = await atProvider(begun, 'zoe');
    await control({ delay: { '/token': 8000 } });
    const start = performance.now();
    await callback(calendar, path, begun.cookie).expect(503);
    expect(performance.now() - start).toBeLessThan(7500);
    await provider.stop();
    const other = await TestCalendar.start(settings(), undefined, target);
    const down = await other
      .raw()
      .get(`/admin/oidc?challenge=${'a'.repeat(43)}`)
      .expect(503);
    expect(down.text).toContain('does not answer');
    expect(logged.join('')).toContain('the provider of OIDC_ISSUER does not answer');
    await other.stop();
    const { id } = (
      await calendar.post('/accounts', { name: 'Offline', role: 'editor', email: 'offline@town.example' }, admin)
    ).body;
    const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin)).body;
    await calendar.post('/sign-in', { invitation: url.split('=')[1], password: PASSWORD }).expect(201);
    await provider.start();
  });
});

describe('a provider as Entra ID: no verified addresses, groups by their ids', () => {
  let calendar: TestCalendar;
  const GROUP = '7d0c1a52-2f3e-4a57-9a0f-6f7c3d1c0b11';

  beforeAll(async () => {
    const more = {
      OIDC_ROLES: `editor=${GROUP}`,
      OIDC_DEFAULT_ROLE: 'contributor',
      PASSWORD_SIGN_IN: 'off',
      OIDC_REQUIRE: 'hd=town.example',
    };
    calendar = await TestCalendar.start(settings(more), undefined, target);
  });

  afterAll(() => calendar.stop());

  it('gives the default role to new accounts alone, and never links by an address', async () => {
    const existing = (
      await calendar.post('/accounts', { name: 'Ana', role: 'author', email: 'ana@town.example' }, admin)
    ).body;
    const ana = { name: 'Ana', email: 'ana@town.example', hd: 'town.example' };
    await control({
      accounts: {
        // Object IDs are the same in both cases.
        ana: { ...ana, groups: [GROUP.toUpperCase()] },
        ben: { name: 'Ben', hd: 'town.example' },
        eve: { name: 'Eve', hd: 'else.example' },
      },
    });
    const { account } = (await signIn(calendar, 'ana')).body;
    expect(account).toMatchObject({ name: 'Ana 2', role: 'editor', email: null });
    expect(account.id).not.toBe(existing.id);
    expect((await signIn(calendar, 'ben')).body.account).toMatchObject({ name: 'Ben', role: 'contributor' });
    await control({ accounts: { ana: { ...ana, groups: [] } } });
    expect((await signIn(calendar, 'ana')).status).toBe(403);
    expect(lastLine('sign-in refused')).toMatchObject({ reason: 'no-role', claim: 'groups', found: 'empty' });
    await control({ accounts: { eve: { name: 'Eve', hd: 'else.example' } } });
    expect((await signIn(calendar, 'eve')).status).toBe(403);
    expect(lastLine('sign-in refused')).toMatchObject({ claim: 'hd', found: '1 value, not in OIDC_REQUIRE' });
    await calendar.post('/sign-in', { email: 'ana@town.example', password: PASSWORD }).expect(404);
  });

  it('keeps the last administrator', async () => {
    for (const { id, role } of (await calendar.get('/accounts?per_page=100', admin)).body.accounts)
      if (role === 'administrator' && id !== (await calendar.get('/me', admin)).body.id)
        await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
    const { id } = (await calendar.get('/me', admin)).body;
    const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin)).body;
    await control({ accounts: { boss: { name: 'Boss', hd: 'town.example', groups: [GROUP] } } });
    const { account } = (await signIn(calendar, 'boss', `&invitation=${url.split('=')[1]}`)).body;
    expect(account).toMatchObject({ id, role: 'administrator' });
    expect(logged.join('')).toContain('the last administrator keeps the role');
  });
});

describe('a calendar below a prefix', () => {
  const BASE_PATH = '/calendar';
  let calendar: TestCalendar;

  beforeAll(async () => {
    calendar = await TestCalendar.start(settings({ BASE_PATH, OIDC_DEFAULT_ROLE: 'author' }), undefined, target);
    await control({ accounts: { zoe: { name: 'Zoe' } } });
  });

  afterAll(() => calendar.stop());

  it('is come back to there, with a cookie of its routes alone', async () => {
    const begun = await begin(calendar, '', BASE_PATH);
    const there = new URL(begun.location).searchParams;
    expect(there.get('redirect_uri')).toBe(`${SITE}/calendar/admin/oidc/callback`);
    const path = await atProvider(begun, 'zoe');
    expect(path).toMatch(/^\/calendar\/admin\/oidc\/callback\?/);
    const { headers } = await callback(calendar, path, begun.cookie).expect(302);
    const [, code] = /^https:\/\/www\.town\.example\/calendar\/admin\/#sign-in=([\w-]+)$/.exec(headers['location']!)!;
    // The browser forgets the cookie, which it only does for the path of that cookie.
    const [cleared] = headers['set-cookie'] as unknown as string[];
    expect(cleared).toMatch(/^calendar-sign-in-[\w-]+=; Path=\/calendar\/admin\/oidc; Expires=Thu, 01 Jan 1970/);
    const body = { code, verifier: begun.verifier };
    const exchanged = await calendar.raw().post('/calendar/en/cal/events/v1/sign-in').send(body).expect(201);
    expect(exchanged.body.account).toMatchObject({ name: 'Zoe', role: 'author', sign_in: ['organization'] });
  });

  it('has no such routes without the prefix', async () => {
    for (const path of [`?challenge=${'a'.repeat(43)}`, '/callback?code=x&state=y']) {
      const { headers } = await calendar.raw().get(`/admin/oidc${path}`).expect(404);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('is what a page about a failure leads back to', async () => {
    const { text } = await callback(calendar, '/calendar/admin/oidc/callback?code=x&state=y', '').expect(400);
    expect(text.match(/href="([^"]+)"/g)).toEqual(Array(2).fill(`href="${SITE}/calendar/admin/"`));
  });
});

it('whose issuer is wrong is noticed after the start, and named at a sign-in', async () => {
  const message = 'OIDC_ISSUER is not the issuer of an OpenID Connect provider';
  const announced = provider.settings.OIDC_ISSUER;
  const { port } = new URL(announced);
  const calendar = await TestCalendar.start(settings({ OIDC_ISSUER: `http://localhost:${port}` }), undefined, target);
  try {
    await until(() => lastLine(message) !== undefined);
    expect(lastLine(message)).toMatchObject({
      setting: 'OIDC_ISSUER',
      error: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    });
    for (const issuer of [`http://localhost:${port}`, `${announced}/realms/town`]) {
      calendar.app.get(Settings).oidcIssuer = issuer;
      const { text } = await calendar
        .raw()
        .get(`/admin/oidc?challenge=${'a'.repeat(43)}`)
        .expect(503);
      expect(text).toContain('not set up correctly');
      expect(lastLine('sign-in through the organization failed')).toMatchObject({ setting: 'OIDC_ISSUER' });
    }
  } finally {
    await calendar.stop();
  }
});

const TENANT = '7d0c1a52-2f3e-4a57-9a0f-6f7c3d1c0b11';

it('needs to know who belongs to the organization', () => {
  const environment = { SITE_URL: SITE, OIDC_CLIENT_ID: 'x' };
  const google = { ...environment, OIDC_ISSUER: 'https://accounts.google.com' };
  expect(() => loadSettings(google)).toThrow('OIDC_REQUIRE');
  const required = loadSettings({ ...google, OIDC_REQUIRE: 'hd=town.example' });
  expect(required.oidcRequire).toEqual([['hd', 'town.example']]);
  for (const tenants of ['common', 'organizations', 'consumers']) {
    const OIDC_ISSUER = `https://login.microsoftonline.com/${tenants}/v2.0`;
    for (const more of [{}, { OIDC_REQUIRE: 'hd=town.example' }])
      expect(() => loadSettings({ ...environment, OIDC_ISSUER, ...more })).toThrow('OIDC_REQUIRE must name the tenant');
    const { oidcIssuer } = loadSettings({ ...environment, OIDC_ISSUER, OIDC_REQUIRE: `tid=${TENANT}` });
    expect(oidcIssuer).toBe(`https://login.microsoftonline.com/${TENANT}/v2.0`);
  }
  for (const wrong of [
    { OIDC_ISSUER: 'http://login.example.org' },
    { OIDC_ISSUER: 'https://login.example.org', ADMIN_PAGE: 'off' },
    { OIDC_ROLES: 'boss=x' },
  ])
    expect(() => loadSettings({ ...environment, ...wrong })).toThrow(/OIDC_/);
});

it('logs no token, code or secret', () => {
  expect(logged.join('')).not.toMatch(/eyJ[\w-]+\.eyJ/);
  expect(logged.join('')).not.toContain(CLIENT_SECRET);
});
