import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { schema } from '../src/schema.js';
import { bareEnvironment } from './support/bare-environment.js';
import { build } from './support/build.js';
import { runCommand } from './support/programs.js';
import { type Environment, TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

/** Without DATABASE_URL, the database lies below the working directory of the command. */
const folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
const url = `sqlite:${join(folder, 'data', 'calendar.sqlite')}`;

/** Runs `npm run keys` in this process. */
function keys(env: Record<string, string>, ...args: string[]) {
  return runCommand('keys', args, { folder, env });
}

/** Runs a command as a process of its own. */
function runIn(cwd: string, environment: Environment, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(`dist/src/commands/cli/${command}.js`), ...args],
    {
      cwd,
      env: { ...bareEnvironment(), ...environment },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const sample = (...args: string[]) => runIn(folder, {}, 'sample', ...args);

async function withCalendar<T>(work: (calendar: TestCalendar) => Promise<T>): Promise<T> {
  const calendar = await TestCalendar.start({}, url);
  try {
    return await work(calendar);
  } finally {
    await calendar.stop();
  }
}

const titles = () =>
  withCalendar(async (calendar) => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&per_page=100', { as: 'editor' });
    return (body.events as { title: string }[]).map(({ title }) => title);
  });

beforeAll(() => build(), 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run sample -- --reset without DATABASE_URL', () => {
  const [data, filled] = [join(folder, 'data'), join(folder, 'filled')];

  beforeAll(async () => {
    await withCalendar(async (calendar) => {
      const event = { title: 'Real', start_date: '2027-01-01', end_date: '2027-01-01', venue: { venue: 'Here' } };
      expect((await calendar.post('/events', event, { as: 'editor' })).status).toBe(201);
    });
    cpSync(data, filled, { recursive: true });
  });

  beforeEach(() => {
    rmSync(data, { recursive: true });
    cpSync(filled, data, { recursive: true });
  });

  it('keeps records that others have created, and lists what would be removed', async () => {
    const { status, stderr } = sample('--reset');
    expect(status).toBe(1);
    expect(stderr).toContain('--reset would remove 1 event, 1 venue.');
    expect(stderr).toContain('Not created by the sample, or changed since: 1 event, 1 venue.');
    expect(stderr).toContain('--yes');
    expect(await titles()).toEqual(['Real']);
  });

  it('is not bypassed by the TypeORM command line, which needs --yes to drop tables', async () => {
    const env = { ...bareEnvironment(), DATABASE_URL: url };
    const revert = spawnSync(process.execPath, ['scripts/typeorm.js', 'migration:revert'], { env, encoding: 'utf8' });
    expect(revert.status).toBe(1);
    expect(revert.stderr).toContain('the database has 1 event, 1 venue');
    expect(await titles()).toEqual(['Real']);
    const show = spawnSync(process.execPath, ['scripts/typeorm.js', 'migration:show'], { env, encoding: 'utf8' });
    expect({ status: show.status, stdout: show.stdout }).toEqual({ status: 0, stdout: expect.stringContaining('[X]') });
  });

  it('reports with --dry-run what it would do', async () => {
    const { status, stdout } = sample('--reset', '--yes', '--dry-run');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('Would remove 1 event, 1 venue'),
    });
    expect(await titles()).toEqual(['Real']);
  });

  it('removes the records with --yes, and from then on restores the sample without a question', async () => {
    expect(sample('--reset', '--yes').status).toBe(0);
    expect(await titles()).not.toContain('Real');
    expect(sample('--reset')).toMatchObject({ status: 0, stderr: '' });
    expect((await titles()).length).toBeGreaterThan(50);
  });
});

describe('the first start without DATABASE_URL', () => {
  const home = mkdtempSync(join(tmpdir(), 'calendar-test-'));

  /** Returns the output of the service at its start, and the response to its list of events. */
  async function started(environment: Record<string, string>) {
    const service = spawn(process.execPath, [resolve('dist/src/main.js')], {
      cwd: home,
      env: { ...bareEnvironment(), PORT: '0', ADMIN_PAGE: 'on', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    service.stdout.setEncoding('utf8').on('data', (data: string) => (said += data));
    try {
      await until(() => said.includes('keys -- create'), 60_000);
      const { port } = JSON.parse(/^.*"Listening.*$/m.exec(said)![0]) as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}/en/cal/events/v1/events`);
      return { said, list: (await response.json()) as { total: number } };
    } finally {
      service.kill();
      await once(service, 'exit');
    }
  }

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('leaves the calendar empty with SAMPLE=off, and shows an invitation below all other output; then a start fills it', async () => {
    const { said, list } = await started({ SAMPLE: 'off' });
    expect(list.total).toBe(0);
    const places = ['Listening', '/fr/cal/events/v1/doc', '/admin/#invitation='].map((text) => said.lastIndexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(said.slice(said.indexOf('#invitation='))).not.toContain('{');
    const again = await started({});
    expect(again.list.total).toBeGreaterThan(40);
    expect(again.said).not.toContain('#invitation=');
  });
});

describe('npm run keys', () => {
  it('explains without arguments how to create another key', async () => {
    const { stderr } = await keys({});
    expect(stderr).toContain('npm run --silent keys -- create --role administrator --name administrator');
  });

  it('reports whose key it has revoked', async () => {
    const { stdout: key } = await keys({}, 'create', '--role', 'editor', '--name', 'website');
    expect((await keys({}, 'revoke', key)).stdout).toMatch(/^Key [0-9a-z]+ of "website" \(editor\) is revoked\.$/m);
  });

  it.each([
    ['--scope', 'foo', 'A scope is "read", or one or more of'],
    ['--from', 'localhost', '"localhost" is neither an address nor a network'],
    ['--key-name', ' ', 'The name of a key must be one line'],
    ['--name', ' ', 'The name of an account must be one line'],
    ['--expires', 'soon', 'Give a number of hours, days, weeks or years'],
  ])('exits with %s for the wrong usage %j, and creates no database', async (option, value, why) => {
    const file = join(folder, 'unused.sqlite');
    const args = ['create', '--role', 'editor', '--name', 'website', option, value];
    const { status, stderr } = await keys({ DATABASE_URL: `sqlite:${file}` }, ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a start with an unsuitable database', () => {
  it('reports a file that cannot be opened in one sentence', async () => {
    const { status, stderr } = await keys({ DATABASE_URL: `sqlite:${folder}` }, 'list');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL must name a file .+unable to open.+\.$/),
    ]);
  });

  it('reports a folder that cannot be created, such as in /proc, without hanging', async () => {
    if (process.platform !== 'linux') return;
    const environment = { DATABASE_URL: 'sqlite:/proc/nothing/data/calendar.sqlite' };
    const { status, stderr } = await keys(environment, 'list');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL must name a file .+mkdir '.+\.$/)]);
  });

  it('warns that a newer version has changed the database', async () => {
    const newer = `sqlite:${join(folder, 'newer.sqlite')}`;
    const options = await dataSourceOptions(schema, newer);
    await migrate(options);
    const source = await createDataSource(options).initialize();
    await source.query("INSERT INTO migrations (timestamp, name) VALUES (1890000000000, 'Later1890000000000')");
    await source.destroy();
    const { status, stderr } = await keys({ DATABASE_URL: newer }, 'list');
    expect([status, stderr]).toEqual([0, expect.stringMatching(/does not know \(Later1890000000000\)/)]);
  });
});

describe('npm run migration:check', () => {
  const file = join(folder, 'checked.sqlite');
  const checked = `sqlite:${file}`;
  const check = (of = checked) => runIn(folder, { DATABASE_URL: of }, 'migration-check');

  it('reports a missing database, and creates none', () => {
    const missing = join(folder, 'missing.sqlite');
    const { status, stdout, stderr } = check(`sqlite:${missing}`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^DATABASE_URL names no database: the file .+missing\.sqlite does not exist\./);
    expect(existsSync(missing)).toBe(false);
  });

  it('compares a new database before the first start, if none is named', () => {
    const empty = mkdtempSync(join(folder, 'before-'));
    const { status, stdout } = runIn(empty, {}, 'migration-check');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Schema and entities agree.\n' });
    expect(existsSync(join(empty, 'data'))).toBe(false);
  });

  it('reports by its exit code whether migrations are pending, or the schema differs', async () => {
    writeFileSync(file, '');
    const { status, stdout } = check();
    expect(status).toBe(2);
    expect(stdout).toMatch(/^Migrations pending: Calendar1790000000000, .+\.\n.+`npm run typeorm -- migration:run`/);
    expect(stdout).not.toMatch(/CREATE|ALTER/);
    await migrate(await dataSourceOptions(schema, checked));
    expect(check()).toMatchObject({ status: 0, stdout: 'Schema and entities agree.\n' });
    const source = await createDataSource(await dataSourceOptions(schema, checked)).initialize();
    await source.query('ALTER TABLE tags ADD COLUMN foreign_to_all varchar(10)');
    await source.destroy();
    expect(check()).toMatchObject({ status: 1, stdout: expect.stringMatching(/^(?!Migrations pending).*tags/s) });
  });
});
