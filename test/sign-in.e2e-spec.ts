import { AccountsService } from '../src/http/auth/accounts.service.js';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { Database } from '../src/database/database.js';
import { query, run } from '../src/database/sql/statements.js';
import { pause, processTime } from './support/process-time.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const logged: string[] = [];

/** What must stand nowhere: passwords that were typed, keys and tokens that were given out. */
const secrets = new Set<string>();
const secret = (text: string) => {
  secrets.add(text);
  return text;
};

const PASSWORD = secret('a lighthouse in the fog');
const OTHER = secret('four boats on one lake');
const admin = { as: 'administrator' } as const;

const target = { write: (line: string) => void logged.push(line) };

beforeAll(async () => {
  calendar = await TestCalendar.start({ LOG_LEVEL: 'trace', ADMIN_CONTACT: 'Robin, 555-0100' }, undefined, target);
});

afterAll(() => calendar.stop());

let made = 0;

/** The secret of a key that a response gives. */
function secretKey({ key }: { key: string }): string {
  secret(key.split('_')[2]!);
  return key;
}

async function invitation(id: number): Promise<string> {
  const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
  return secret(url.split('#invitation=')[1]);
}

async function aPerson(role = 'editor') {
  made += 1;
  const body = { name: `Signer ${made}`, role, email: `signer${made}@town.example` };
  const { id } = (await calendar.post('/accounts', body, admin).expect(201)).body;
  const accepted = await calendar.post('/sign-in', { invitation: await invitation(id), password: PASSWORD });
  return { id: id as number, email: body.email, key: secretKey(accepted.body) };
}

const signIn = (email: string, password = PASSWORD, more: object = {}) =>
  calendar.post('/sign-in', { email, password, ...more });

const statusOf = async (key: string) => (await calendar.get('/me', { key })).status;

async function until(key: string, reason: string): Promise<void> {
  const start = processTime();
  let answer = await calendar.get('/me', { key });
  for (; answer.status === 200; answer = await calendar.get('/me', { key }))
    expect(processTime() - start).toBeLessThan(1000);
  expect([answer.status, answer.body.data.reason]).toEqual([401, reason]);
}

const write = (sql: string, values: (string | number | Date)[]) =>
  calendar.app.get(Database).write((manager) => run(manager, sql, values));

describe('the password', () => {
  it('is changed with the current one, which ends the other sign-ins and no other keys', async () => {
    const { id, email, key } = await aPerson();
    const here = secretKey((await signIn(email).expect(201)).body);
    const { text: program } = await calendar.app
      .get(AccountsService)
      .createKey({ name: `Signer ${made}`, role: 'editor' });
    const wrong = await calendar.post('/me/password', { current: OTHER, password: OTHER }, { key: here });
    expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['current']]);
    const weak = await calendar.post('/me/password', { current: PASSWORD, password: email }, { key: here });
    expect([weak.status, Object.keys(weak.body.data.params)]).toEqual([400, ['password']]);
    const changed = await calendar.post('/me/password', { current: PASSWORD, password: OTHER }, { key: here });
    expect([changed.status, changed.body.id]).toEqual([200, id]);
    await until(key, 'sign-in-ended');
    expect([await statusOf(here), await statusOf(program)]).toEqual([200, 200]);
    await signIn(email).expect(401);
    await signIn(email, OTHER).expect(201);
    await calendar.post('/me/password', { current: OTHER, password: PASSWORD, keys: true }, { key: here }).expect(200);
    await until(program, 'key-unknown');
    expect(await statusOf(here)).toBe(200);
  });

  it('cannot be set with a key alone', async () => {
    const refused = await calendar.post('/me/password', { current: PASSWORD, password: OTHER }, { as: 'editor' });
    expect(refused.body.data.params.current).toContain('has no password yet');
  });

  it('is compared in one form, however the keyboard composes accents', async () => {
    const { email, key } = await aPerson();
    const [composed, decomposed] = [secret('été à la rivière'), 'été à la rivière'.normalize('NFD')];
    await calendar.post('/me/password', { current: PASSWORD, password: decomposed }, { key }).expect(200);
    await signIn(email, composed).expect(201);
  });
});

describe('a disabled account', () => {
  it('is signed out everywhere within a second, and its people sign in again once it is enabled', async () => {
    const { id, email, key } = await aPerson();
    const { text: program } = await calendar.app
      .get(AccountsService)
      .createKey({ name: `Signer ${made}`, role: 'editor' });
    await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
    await until(key, 'account-disabled');
    await until(program, 'account-disabled');
    await signIn(email).expect(401);
    await calendar.patch(`/accounts/${id}`, { disabled: false }, admin).expect(200);
    await pause(1000);
    expect((await calendar.get('/me', { key })).body.data.reason).toBe('sign-in-ended');
    expect(await statusOf(program)).toBe(200);
    await signIn(email).expect(201);
  });

  it('has no role any more that it lost, within a second', async () => {
    const { id, key } = await aPerson('administrator');
    await calendar.get('/accounts', { key }).expect(200);
    await calendar.patch(`/accounts/${id}`, { role: 'editor' }, admin).expect(200);
    await pause(1000);
    await calendar.get('/accounts', { key }).expect(403);
  });
});

describe('keys', () => {
  it('of an account are made, listed without their secret and deleted by administrators', async () => {
    const { id } = await aPerson();
    const path = `/accounts/${id}/keys`;
    const body = { name: 'website', scope: 'tags,events', addresses: '127.0.0.1, ::1', expires: '+90 days' };
    const made = await calendar.post(path, body, admin).expect(201);
    const key = secretKey(made.body);
    const { key: _key, ...shown } = made.body;
    expect(shown).toMatchObject({ name: 'website', kind: 'key', current: false, scope: 'events,tags' });
    expect(shown).toMatchObject({ addresses: '127.0.0.1,::1', expires_utc: expect.stringMatching(/^\d{4}-/) });
    expect((await calendar.get('/me', { key })).body.writes).toEqual(['events', 'tags']);
    const { keys } = (await calendar.get(path, admin).expect(200)).body;
    expect(keys.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).toSorted()).toEqual([
      ...['key website', 'sign-in sign-in'],
    ]);
    await calendar.delete(`${path}/${shown.id}`, admin).expect(200);
    await until(key, 'key-unknown');
    for (const gone of [shown.id, 'nothing'])
      expect((await calendar.delete(`${path}/${gone}`, admin).expect(404)).body.code).toBe('rest-key-not-found');
  });

  it('name every wrong limit', async () => {
    const bad = { name: ' ', scope: 'concerts', addresses: 'localhost', expires: '2001-01-01' };
    const { id } = (await calendar.get('/me', { as: 'editor' })).body;
    const wrong = await calendar.post(`/accounts/${id}/keys`, bad, admin).expect(400);
    expect(wrong.body.data.params).toMatchObject({ name: expect.any(String) });
    const limits = await calendar.post(`/accounts/${id}/keys`, { ...bad, name: 'x' }, { ...admin, language: 'fr' });
    expect(Object.keys(limits.body.data.params).sort()).toEqual(['addresses', 'expires', 'scope']);
    expect(limits.body.data.params.expires).toBe('Doit être dans le futur.');
  });

  it('of one’s own need the password, or a sign-in of the last ten minutes', async () => {
    const { key, id } = await aPerson();
    const own = secretKey((await calendar.post('/me/keys', { name: 'own' }, { key }).expect(201)).body);
    await write("UPDATE application_keys SET createdAt = ? WHERE accountId = ? AND kind = 'sign-in'", [
      ...[new Date(Date.now() - 11 * 60_000), id],
    ]);
    await pause(1000);
    for (const stale of [key, own]) {
      const refused = await calendar.post('/me/keys', { name: 'more' }, { key: stale });
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['current']]);
    }
    const wrong = await calendar.post('/me/keys', { name: 'more', current: OTHER }, { key });
    expect(wrong.body.data.params).toEqual({ current: 'This is not the current password.' });
    secretKey((await calendar.post('/me/keys', { name: 'more', current: PASSWORD }, { key }).expect(201)).body);
    const { keys } = (await calendar.get('/me/keys', { key })).body;
    const [first] = keys.filter(({ name }: { name: string }) => name === 'own');
    await calendar.delete(`/me/keys/${first.id}`, { key }).expect(200);
    await until(own, 'key-unknown');
  });

  it('of one’s own last at most a year, and inherit the limits of the key of a program that makes them', async () => {
    const { id, key } = await aPerson();
    const late = await calendar.post('/me/keys', { name: 'late', expires: '+400 days' }, { key });
    expect(late.body.data.params).toEqual({ expires: 'Must be within a year from now.' });
    const limits = { name: 'narrow', addresses: '127.0.0.1,::1,::ffff:127.0.0.1', expires: '+2 days' };
    const narrow = secretKey((await calendar.post(`/accounts/${id}/keys`, limits, admin).expect(201)).body);
    const child = await calendar.post('/me/keys', { name: 'child', current: PASSWORD }, { key: narrow }).expect(201);
    secretKey(child.body);
    const parent = (await calendar.get('/me/keys', { key: narrow })).body.keys.find(
      ({ name }: { name: string }) => name === 'narrow',
    );
    expect(child.body).toMatchObject({ addresses: parent.addresses, expires_utc: parent.expires_utc });
  });

  it('of readers make none, and keys with a limited scope reach none of it', async () => {
    const { key } = await aPerson('reader');
    await calendar.get('/me/keys', { key }).expect(200);
    await calendar.post('/me/keys', { name: 'x' }, { key }).expect(403);
    const { text } = await calendar.app
      .get(AccountsService)
      .createKey({ name: 'limited administrator', role: 'administrator' }, { scope: 'read' });
    await calendar.get('/me', { key: text }).expect(200);
    for (const path of ['/accounts', '/accounts/1', '/accounts/1/keys', '/me/keys'])
      expect((await calendar.get(path, { key: text }).expect(403)).body.message).toContain('without a limited scope');
    await calendar.patch('/me', { name: 'x' }, { key: text }).expect(403);
    expect((await calendar.delete('/me/sign-in', { key: text })).body.code).toBe('not-signed-in');
  });

  it('of a sign-in that stays end after 14 days without use', async () => {
    const { id, email } = await aPerson();
    const key = secretKey((await signIn(email, PASSWORD, { stay: true }).expect(201)).body);
    const day = 24 * 3_600_000;
    const unused = (days: number) =>
      write('UPDATE application_keys SET createdAt = ?, lastUsedAt = ? WHERE accountId = ? AND idleDays IS NOT NULL', [
        ...[new Date(Date.now() - 20 * day), new Date(Date.now() - days * day), id],
      ]);
    await unused(13);
    expect(await statusOf(key)).toBe(200);
    await unused(14.1);
    await pause(1000);
    expect((await calendar.get('/me', { key })).body.data.reason).toBe('sign-in-expired');
  });
});

describe('the own account', () => {
  it('takes a name and a language, and nothing else', async () => {
    const { key, email } = await aPerson();
    const changed = await calendar.patch('/me', { name: 'Renamed by myself', language: 'fr' }, { key }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Renamed by myself', language: 'fr', email, sign_in: ['password'] });
    const same = await calendar.patch('/me', { role: 'administrator', email: 'x@town.example' }, { key }).expect(200);
    expect(same.body).toEqual(changed.body);
    const taken = await calendar.patch('/me', { name: 'THE EDITOR' }, { key });
    expect([taken.status, taken.body.code]).toEqual([409, 'account-exists']);
  });
});

describe('bodies', () => {
  it.each([
    [{}, ['email', 'password']],
    [{ email: 'somebody@town.example' }, ['password']],
    [{ email: 'nobody', password: PASSWORD }, ['email']],
    [{ email: 'somebody@town.example', password: 'x'.repeat(201) }, ['password']],
    [{ email: 'somebody@town.example', password: 12 }, ['password']],
    [{ email: 'somebody@town.example', password: PASSWORD, name: 'x' }, ['name']],
    [{ email: 'somebody@town.example', password: PASSWORD, remember: true }, ['remember']],
  ])('of a sign-in: %j', async (body, wrong) => {
    const { params } = (await calendar.post('/sign-in', body).expect(400)).body.data;
    expect((Array.isArray(params) ? params : Object.keys(params)).toSorted()).toEqual(wrong);
  });

  it('of an invitation have no other address than that of the account', async () => {
    const { id } = (await calendar.get('/me', { as: 'author' })).body;
    await calendar.patch(`/accounts/${id}`, { email: 'author@town.example' }, admin).expect(200);
    const body = { invitation: await invitation(id), password: PASSWORD, email: 'other@town.example', stay: true };
    const refused = await calendar.post('/sign-in', body, { language: 'fr' }).expect(400);
    expect(refused.body.data.params).toEqual({ email: expect.any(String), stay: expect.any(String) });
    await calendar.patch(`/accounts/${id}`, { email: null }, admin).expect(200);
  });

  it('may be forms', async () => {
    const { email } = await aPerson();
    const form = new URLSearchParams({ email, password: PASSWORD, stay: 'on' }).toString();
    secretKey((await calendar.post('/sign-in', form).type('form').expect(201)).body);
  });
});

it('stores nothing for an Idempotency-Key of a response with a secret', async () => {
  const { id, email } = await aPerson();
  const twice = async (path: string, body: object, as?: 'administrator') => {
    const send = () => calendar.post(path, body, as ? { as } : {}).set('Idempotency-Key', `once ${path}`);
    return [(await send().expect(201)).body, (await send().expect(201)).body];
  };
  const [first, second] = await twice(`/accounts/${id}/keys`, { name: 'x' }, 'administrator');
  expect(secretKey(first)).not.toBe(secretKey(second));
  const invitations = await twice(`/accounts/${id}/invitation`, {}, 'administrator');
  for (const { url } of invitations) secret(url.split('=')[1]);
  expect(invitations[0].url).not.toBe(invitations[1].url);
  const signIns = await twice('/sign-in', { email, password: PASSWORD });
  expect(secretKey(signIns[0])).not.toBe(secretKey(signIns[1]));
  const person = { name: 'Made once', role: 'reader' };
  const [made, repeated] = await twice('/accounts', person, 'administrator');
  expect(repeated).toEqual(made);
});

it('says how to sign in, and whom to ask', async () => {
  const ways = await calendar.get('/sign-in').expect(200);
  expect(ways.body).toEqual({
    password: true,
    forgotten: false,
    mail: false,
    organization: null,
    contact: 'Robin, 555-0100',
  });
  const forgotten = await calendar.post('/sign-in/forgotten', { email: 'x@town.example' }, { language: 'fr' });
  expect([forgotten.status, forgotten.body.code]).toEqual([404, 'rest_no_route']);
  expect(forgotten.body.message).toContain('Robin, 555-0100');
  await calendar.get('/sign-in/forgotten').expect(405);
});

it('with PASSWORD_SIGN_IN=off takes no passwords', async () => {
  const { id, email, key } = await aPerson();
  const token = await invitation(id);
  const other = await TestCalendar.start({ PASSWORD_SIGN_IN: 'off', LOG_LEVEL: 'trace' }, calendar.url, target);
  try {
    expect((await other.get('/sign-in').expect(200)).body.password).toBe(false);
    for (const body of [
      { email, password: PASSWORD },
      { invitation: token, password: PASSWORD },
    ])
      expect((await other.post('/sign-in', body).expect(404)).body.code).toBe('rest_no_route');
    await other.post('/me/password', { current: PASSWORD, password: OTHER }, { key }).expect(404);
    await other.get('/me', { key }).expect(200);
    await other.post(`/accounts/${id}/invitation`, {}, admin).expect(201);
  } finally {
    await other.stop();
  }
});

it('holds with clocks that differ by a minute', async () => {
  const { id, key } = await aPerson();
  const ahead = new Date(Date.now() + 60_000);
  await write('UPDATE application_keys SET createdAt = ?, lastUsedAt = ? WHERE accountId = ?', [ahead, ahead, id]);
  await pause(1000);
  expect(await statusOf(key)).toBe(200);
  secretKey((await calendar.post('/me/keys', { name: 'ahead' }, { key }).expect(201)).body);
  const token = await invitation(id);
  await write('UPDATE account_tokens SET createdAt = ? WHERE accountId = ?', [ahead, id]);
  secretKey((await calendar.post('/sign-in', { invitation: token, password: PASSWORD }).expect(201)).body);
});

describe('the log', () => {
  const lines = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const about = (account: number) =>
    lines().flatMap((line) => (line.account === account && line.context === 'Accounts' ? line.msg : []));

  it('has one line for each sign-in, refusal, invitation and change', async () => {
    const { id, email, key } = await aPerson();
    await signIn(email, OTHER).expect(401);
    await calendar.patch('/me', { language: 'en' }, { key }).expect(200);
    await calendar.delete('/me/sign-in', { key }).expect(200);
    expect(about(id)).toEqual([
      ...['account created', 'invitation made', 'invitation accepted'],
      ...['sign-in refused', 'account changed', 'signed out'],
    ]);
    const changes = () =>
      lines().flatMap((line) => (line.msg === 'account changed' && line.account === id ? [line] : []));
    expect(changes()).toMatchObject([{ fields: ['language'] }]);
    // Values that stay the same are no change.
    const { name } = (await calendar.get(`/accounts/${id}`, admin)).body;
    await calendar.patch(`/accounts/${id}`, { name, email }, admin).expect(200);
    await calendar.patch(`/accounts/${id}`, { name, role: 'author' }, admin).expect(200);
    await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
    expect(changes().slice(1)).toMatchObject([
      { fields: ['role'], role: { from: 'editor', to: 'author' } },
      { fields: ['disabled'] },
    ]);
    const refusal = lines().findLast(({ msg }) => msg === 'sign-in refused');
    expect(refusal).toMatchObject({ account: id, address: expect.stringMatching(/127\.0\.0\.1|::1/) });
  });
});

/** What the tests before have made must stand nowhere, in whatever order they ran. */
it('no secret is in the log, or in any table', async () => {
  const { key } = await aPerson();
  secretKey((await calendar.post('/me/keys', { name: 'a program' }, { key }).expect(201)).body);
  await signIn('nobody@town.example', secret('typed by mistake 123')).expect(401);
  await calendar.get('/me', { key: formatKey(newKey()) }).expect(401);
  const rows = await calendar.app.get(Database).read(async (manager) => {
    const tables = new Set(manager.dataSource.entityMetadatas.map(({ tableName }) => tableName));
    const found: string[] = [];
    for (const table of tables) found.push(JSON.stringify(await query(manager, `SELECT * FROM ${table}`)));
    return found.join('\n');
  });
  const everything = `${logged.join('\n')}\n${rows}`;
  expect(secrets.size).toBeGreaterThan(4);
  expect(everything).toContain('sign-in refused');
  expect([...secrets].filter((text) => everything.includes(text))).toEqual([]);
  expect(logged.join('\n')).not.toContain('nobody@town.example');
});
