import { AccountsService } from '../src/http/auth/accounts.service.js';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { ROLES } from '../src/http/role.js';
import { processTime } from './support/process-time.js';
import { createEmptyDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const me = (authorization?: string) => {
  const asked = calendar.get('/me');
  return authorization === undefined ? asked : asked.set('Authorization', authorization);
};

describe('GET /me', () => {
  it.each(ROLES)('returns the account of a %s', async (role) => {
    const answer = await calendar.get('/me', { as: role });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...{ id: expect.any(Number), name: `the ${role}`, role },
      ...{ email: null, language: null, sign_in: [], notify: [], returned: 0 },
    });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('names what a limited key may write', async () => {
    const accounts = calendar.app.get(AccountsService);
    const writesOf = async (scope?: string) => {
      const { text: key } = await accounts.createKey({ name: 'limited', role: 'editor' }, { scope });
      return (await calendar.get('/me', { key }).expect(200)).body.writes;
    };
    expect(await writesOf()).toBeUndefined();
    expect(await writesOf('read')).toEqual([]);
    expect(await writesOf('events,tags')).toEqual(['events', 'tags']);
  });

  it('accepts the key as the password of Basic credentials with any user name', async () => {
    for (const user of ['', 'anybody', 'é']) {
      expect((await me(basic(user, calendar.keys.author))).body).toMatchObject({ role: 'author' });
    }
  });

  it('requires a key', async () => {
    const answer = await me();
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
  });

  it('accepts translation_language like every route', async () => {
    const french = await calendar.get('/me?translation_language=fr', { as: 'reader' });
    expect(french.headers['content-language']).toBe('fr');
    const neither = await calendar.get('/me?translation_language=de', { as: 'reader' });
    expect(neither.status).toBe(400);
    expect(Object.keys(neither.body.data.params)).toEqual(['translation_language']);
  });
});

describe('an invalid key', () => {
  const wrong: [string, () => string][] = [
    ['no key', () => 'Bearer secret'],
    ['unknown', () => `Bearer ${formatKey(newKey())}`],
    ['mistyped', () => `Bearer ${calendar.keys.editor}0`],
    ['that of another id', () => `Bearer ${formatKey({ ...newKey(), id: calendar.keys.editor.split('_')[1]! })}`],
    ['nothing', () => 'Bearer '],
    ['of another scheme', () => `Digest ${calendar.keys.editor}`],
    ['the user, not the password', () => basic(calendar.keys.editor, '')],
  ];

  it.each(wrong)('is refused even where no key is required: %s', async (_what, authorization) => {
    const answer = await calendar.get('/events').set('Authorization', authorization());
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body.code).toBe('rest_forbidden');
  });

  it('is not accepted in the query', async () => {
    expect((await calendar.get(`/me?key=${calendar.keys.editor}&access_token=${calendar.keys.editor}`)).status).toBe(
      401,
    );
  });

  it('is refused in the language of the request', async () => {
    const english = await calendar.get('/me');
    const french = await calendar.get('/me', { language: 'fr' });
    expect(french.headers['content-language']).toBe('fr');
    expect(french.body.message).not.toBe(english.body.message);
  });

  it('is refused within a second after it was revoked', async () => {
    const accounts = calendar.app.get(AccountsService);
    const { id, text } = await accounts.createKey({ name: 'passing', role: 'author' });
    expect((await calendar.get('/me', { key: text })).status).toBe(200);
    await accounts.revokeKey(id);
    const revoked = processTime();
    while ((await calendar.get('/me', { key: text })).status === 200) {
      expect(processTime() - revoked).toBeLessThan(1000);
    }
    expect((await calendar.get('/events', { key: text })).status).toBe(401);
  });

  it('is refused after it has expired', async () => {
    const accounts = calendar.app.get(AccountsService);
    const past = new Date(Date.now() - 1000);
    const { text } = await accounts.createKey({ name: 'passing', role: 'author' }, { expires: past });
    expect((await calendar.get('/me', { key: text })).status).toBe(401);
  });
});

it('names of accounts that differ by an accent or by case only are refused', async () => {
  const accounts = calendar.app.get(AccountsService);
  const idOf = async (key: string) => (await calendar.get('/me', { key }).expect(200)).body.id as number;
  const role = 'author';
  const id = await idOf((await accounts.createKey({ name: 'André', role })).text);
  for (const name of ['Andre', 'ANDRÉ', 'andré'])
    await expect(accounts.createKey({ name, role })).rejects.toThrow('There is an account "André"');
  expect(await idOf((await accounts.createKey({ name: ' André ', role })).text)).toBe(id);
});

describe('ADMIN_KEY', () => {
  it('becomes the key of a single first administrator if three instances start on an empty database at once', async () => {
    const database = await createEmptyDatabase();
    const key = formatKey(newKey());
    const starts = [1, 2, 3].map(() => TestCalendar.start({ ADMIN_KEY: key }, database.url));
    const instances = (await Promise.allSettled(starts)).map((start) => {
      if (start.status === 'rejected') throw start.reason;
      return start.value;
    });
    for (const instance of instances) {
      expect((await instance.get('/me', { key })).body).toMatchObject({ name: 'administrator', role: 'administrator' });
    }
    const keys = await instances[0]!.app.get(AccountsService).listKeys();
    expect(keys.filter(({ account }) => account.name === 'administrator')).toHaveLength(1);
    for (const instance of instances) await instance.stop();
    await database.drop();
  });

  it('becomes the key of a single administrator each time that instances start at once', async () => {
    const database = await createEmptyDatabase();
    const instances = [await TestCalendar.start({}, database.url), await TestCalendar.start({}, database.url)];
    const accounts = instances.map(({ app }) => app.get(AccountsService));
    for (let round = 0; round < 20; round += 1) {
      await instances[0]!.app.get(Database).write(async (manager) => {
        await run(manager, 'DELETE FROM application_keys');
        await run(manager, 'DELETE FROM accounts');
      });
      const key = newKey();
      const starts = [...accounts, ...accounts].map((one) => one.createFirstAdministrator(key));
      expect(await Promise.all(starts)).toEqual([true, true, true, true]);
      expect((await accounts[0]!.listAccounts()).map(({ name, keys }) => [name, keys])).toEqual([['administrator', 1]]);
    }
    for (const instance of instances) await instance.stop();
    await database.drop();
  });
});
