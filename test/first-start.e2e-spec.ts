import { firstRun } from '../src/commands/sample/first-run.js';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { formatKey, newKey, parseKey } from '../src/http/auth/keys.js';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { loadSettings } from '../src/lib/config/load-settings.js';
import { createEmptyDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

const PASSWORD = 'a lighthouse in the fog';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let instances: TestCalendar[];
const logged: string[] = [];

beforeAll(async () => {
  // A start with a chosen database: no sample.
  process.env.DATABASE_URL = 'chosen';
  database = await createEmptyDatabase();
  const target = { write: (line: string) => void logged.push(line) };
  instances = [
    await TestCalendar.start({ LOG_LEVEL: 'trace' }, database.url, target),
    await TestCalendar.start({}, database.url),
  ];
});

afterAll(async () => {
  delete process.env.DATABASE_URL;
  for (const instance of instances) await instance.stop();
  await database.drop();
});

/** Removes the accounts of the tests, as on a new database. */
beforeEach(() =>
  instances[0]!.app.get(Database).write(async (manager) => {
    for (const table of ['account_tokens', 'sign_in_addresses', 'application_keys', 'accounts'])
      await run(manager, `DELETE FROM ${table}`);
  }),
);

/** What a start prints, with a database of the settings. */
async function startOf(calendar: TestCalendar, chosen: Record<string, string> = {}): Promise<string> {
  const said: string[] = [];
  const settings = loadSettings({ DATABASE_URL: calendar.url, SITE_URL: 'https://www.town.example', ...chosen });
  const show = await firstRun(calendar.app, settings, (text) => said.push(text));
  await show();
  return said.join('');
}

const tokenIn = (said: string) => /#invitation=([\w-]{43})/.exec(said)?.[1];

it('invites the first administrator, once for several instances that start together, and never through the log', async () => {
  const [first, second] = instances as [TestCalendar, TestCalendar];
  const starts = [first, second, first, second].map((instance) => startOf(instance));
  const said = await Promise.all(starts);
  const [token, ...others] = said.map(tokenIn).filter((found) => found !== undefined);
  expect(others).toEqual([]);
  expect(said.join('')).toContain('https://www.town.example/admin/#invitation=');
  const later = await startOf(first);
  expect(tokenIn(later)).toBeUndefined();
  expect(later).toMatch(/Another invitation: npm run --silent accounts -- invite \d+/);
  const asked = await first.post('/sign-in', { invitation: token }).expect(400);
  expect(asked.body.data.params.toSorted()).toEqual(['email', 'password']);
  const body = { invitation: token, password: PASSWORD, email: 'chief@town.example', name: 'Chief' };
  const { key, account } = (await second.post('/sign-in', body).expect(201)).body;
  expect(account).toMatchObject({ name: 'Chief', role: 'administrator', email: 'chief@town.example' });
  await first.get('/accounts', { key }).expect(200);
  expect(await startOf(first)).toBe('');
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('')).not.toContain(token);
});

it('invites nobody with ADMIN_KEY, without the page, or without passwords', async () => {
  const [calendar] = instances as [TestCalendar];
  const key = formatKey(newKey());
  const settings: Record<string, string>[] = [{ ADMIN_KEY: key }, { ADMIN_PAGE: 'off' }, { PASSWORD_SIGN_IN: 'off' }];
  for (const chosen of settings) expect(await startOf(calendar, chosen)).toBe('');
});

it('leaves ADMIN_KEY as it was: also after an invitation that nobody has accepted', async () => {
  const [calendar] = instances as [TestCalendar];
  expect(tokenIn(await startOf(calendar))).toBeDefined();
  const key = newKey();
  expect(await calendar.app.get(AccountsService).createFirstAdministrator(parseKey(formatKey(key))!)).toBe(true);
  const { body } = await calendar.get('/me', { key: formatKey(key) }).expect(200);
  expect(body).toMatchObject({ name: 'administrator', role: 'administrator' });
  expect(await startOf(calendar)).toBe('');
});
