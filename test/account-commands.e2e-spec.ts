import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Database } from '../src/database/database.js';
import { run as change } from '../src/database/sql/statements.js';
import { forgetPort, storePort } from '../src/server/listening.js';
import { processTime } from './support/process-time.js';
import { runCommand } from './support/programs.js';
import { TestCalendar } from './support/test-calendar.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-accounts-'));
const url = `sqlite:${join(folder, 'calendar.sqlite')}`;

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({}, url);
}, 300_000);

afterAll(async () => {
  await calendar.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command while the service is running. */
const run = (command: string, ...args: string[]) => runCommand(command, args, { folder, env: { DATABASE_URL: url } });

const accounts = (...args: string[]) => run('accounts', ...args);

const idOf = async (role: 'author' | 'contributor') =>
  (await calendar.get('/me', { as: role }).expect(200)).body.id as number;

it('disables an account: its keys are refused within a second, its records stay, and it can be enabled', async () => {
  const body = { title: 'Kept', start_date: '2027-06-21', end_date: '2027-06-21' };
  const created = await calendar.post('/events', body, { as: 'author' }).expect(201);
  const id = await idOf('author');
  expect(await accounts('disable', String(id), '--dry-run')).toEqual({
    ...{ status: 0, stderr: '' },
    stdout: `Account ${id} would be "the author" (author, disabled).`,
  });
  await calendar.get('/me', { as: 'author' }).expect(200);
  expect((await accounts('disable', String(id))).stdout).toBe(`Account ${id} is "the author" (author, disabled).`);
  const disabled = processTime();
  while ((await calendar.get('/me', { as: 'author' })).status === 200)
    expect(processTime() - disabled).toBeLessThan(1000);
  const refused = await calendar.get('/events', { as: 'author', language: 'fr' });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    ...[401, 'rest_forbidden', 'Le compte de cette clé est désactivé.'],
  ]);
  const shown = await calendar.get(`/events/${created.body.id}`).expect(200);
  expect(shown.body).toMatchObject({ title: 'Kept', author: id });
  const key = await run('keys', 'create', '--role', 'author', '--name', 'the author');
  expect([key.status, key.stderr]).toEqual([1, expect.stringContaining(`accounts -- enable ${id}`)]);
  expect((await accounts('list')).stdout).toMatch(
    new RegExp(`^${id} +the author +author +0 +\\S+ \\S+ UTC +2\\d{3}-`, 'm'),
  );
  expect((await accounts('enable', String(id))).stdout).toBe(`Account ${id} is "the author" (author).`);
  const enabled = processTime();
  while ((await calendar.get('/me', { as: 'author' })).status === 401)
    expect(processTime() - enabled).toBeLessThan(1000);
});

it('changes the role and the name of an account', async () => {
  const id = await idOf('contributor');
  expect((await accounts('role', String(id), 'author', '--dry-run')).stdout).toContain('would be');
  expect((await calendar.get('/me', { as: 'contributor' })).body.role).toBe('contributor');
  expect((await accounts('role', String(id), 'author')).stdout).toBe(`Account ${id} is "the contributor" (author).`);
  expect((await accounts('rename', String(id), ' Marie ')).stdout).toBe(`Account ${id} is "Marie" (author).`);
  const changed = processTime();
  while ((await calendar.get('/me', { as: 'contributor' })).body.name !== 'Marie')
    expect(processTime() - changed).toBeLessThan(1000);
  expect((await calendar.get('/me', { as: 'contributor' })).body).toMatchObject({ id, name: 'Marie', role: 'author' });
  const taken = await accounts('rename', String(id), 'the editor');
  expect([taken.status, taken.stderr]).toEqual([1, 'Another account has this already: name.']);
});

it('does not change a role that comes from the organization', async () => {
  const { id } = (await calendar.post('/accounts', { name: 'Mapped', role: 'author' }, { as: 'administrator' })).body;
  const sql = 'UPDATE accounts SET isRoleMapped = TRUE WHERE id = ?';
  await calendar.app.get(Database).write((manager) => change(manager, sql, [id]));
  const organization = {
    ...{ ADMIN_PAGE: 'on', OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'calendar' },
    OIDC_ROLES: 'editor=communications',
  };
  const role = (name: string, env: Record<string, string>) =>
    runCommand('accounts', ['role', String(id), name], { folder, env: { DATABASE_URL: url, ...env } });
  expect(await role('editor', organization)).toMatchObject({
    ...{ status: 1, stderr: expect.stringContaining('comes from your organization') },
  });
  expect((await role('author', organization)).status).toBe(0);
  expect((await role('editor', {})).status).toBe(0);
});

it('invites to an account: the address works once', async () => {
  await run('keys', 'create', '--role', 'author', '--name', 'invited');
  const [, id] = /^(\d+) +invited/m.exec((await accounts('list')).stdout)!;
  const { stdout, stderr } = await accounts('invite', id!);
  expect(stdout).toMatch(/^http:\/\/localhost:3000\/admin\/#invitation=[\w-]{43}$/);
  expect(stderr).toMatch(/^Invitation of "invited" \(author\), until 2/);
  const [, invitation] = stdout.split('=');
  const body = { invitation, password: 'a lighthouse in the fog', email: 'invited@town.example' };
  expect((await calendar.post('/sign-in', body).expect(201)).body.account).toMatchObject({ name: 'invited' });
  await calendar.post('/sign-in', body).expect(410);
});

it('does not disable the last administrator', async () => {
  const id = (await calendar.get('/me', { as: 'administrator' }).expect(200)).body.id;
  const refused = await accounts('disable', String(id));
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('last enabled administrator')]);
});

it('does not import for a disabled account', async () => {
  const { status, stdout } = await run('keys', 'create', '--role', 'editor', '--name', 'importer');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^cal_/)]);
  const [, id] = /^(\d+) +importer/m.exec((await accounts('list')).stdout)!;
  await accounts('disable', id!);
  const report = await run(
    'import',
    resolve('test/data/cases/sep-line.csv'),
    '--language',
    'en',
    '--author',
    'importer',
  );
  expect([report.status, report.stderr]).toEqual([2, expect.stringContaining(`accounts -- enable ${id}`)]);
});

it.each([
  [1, ['disable', '999'], 'id 999'],
  [1, ['invite', '999'], 'id 999'],
  [2, ['disable', 'editor'], 'Give the id that `accounts -- list` shows.'],
  [2, ['role', '1', 'boss'], 'Allowed choices are reader, contributor, author, editor, administrator.'],
  [2, ['rename', '1', ' '], 'must be one line of 1 to 255 characters'],
  [2, ['remove', '1'], "unknown command 'remove'"],
])('exits with %d for the arguments %j', async (status, args, message) => {
  expect(await accounts(...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });
});

it('has a help with its exit codes', async () => {
  const { status, stdout } = await accounts('--help');
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/list[^]*role[^]*rename[^]*disable[^]*enable[^]*Exit codes:/),
  ]);
});

it('names the port of the service that is running in the address of the editor’s page', async () => {
  const create = () => run('keys', 'create', '--role', 'editor', '--name', 'ported');
  expect((await create()).stderr).toContain('http://localhost:3000/admin/#key=');
  const listening = calendar.app.getHttpServer().address() as AddressInfo;
  storePort({ databaseUrl: url }, listening);
  expect((await create()).stderr).toContain(`http://localhost:${listening.port}/admin/#key=`);
  forgetPort({ databaseUrl: url });
});
