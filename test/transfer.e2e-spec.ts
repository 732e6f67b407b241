import { execFile, spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { createConnection } from 'mysql2/promise';
import { checkExport, importExport } from '../src/commands/transfer/import-export.js';
import { writeExport } from '../src/commands/transfer/write-export.js';
import { withSnapshot } from '../src/commands/transfer/snapshot.js';
import { countRows, tablesOf } from '../src/commands/transfer/tables.js';
import { importExportCommand } from '../src/commands/cli/import-export.js';
import { languageArgument } from '../src/commands/cli/import-usage.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions, withDataSource } from '../src/database/data-source.js';
import { columnsMade, migrate } from '../src/database/migrate.js';
import { fillSample } from '../src/commands/sample/sample.js';
import { schema } from '../src/schema.js';
import { copyCalendar } from '../src/commands/transfer/copy.js';
import { withTemporaryCopy } from '../src/commands/transfer/temporary-copy.js';
import { bareEnvironment } from './support/bare-environment.js';
import { build } from './support/build.js';
import { importInto } from './support/importing.js';
import { recount } from './support/recount.js';
import { makers } from './support/makers.js';
import { privateServer, serverProgram } from './support/private-server.js';
import { processTime } from './support/process-time.js';
import { programOf } from './support/programs.js';
import { runHere } from './support/run-here.js';
import { temporarySqlite } from './support/temporary-database.js';
import sharp from 'sharp';
import { inCalendar, type RequestOptions, TestCalendar } from './support/test-calendar.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  isServerTested,
  otherServer,
  type TestDatabase,
} from './support/test-database.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-transfer-'));
const fileOf = (name: string) => join(folder, name);

/** The original calendar, and its database. */
let original: TestCalendar;
let database: TestDatabase;
let editor: string;
/** A token of GET /changes from before the move. */
let token: string;
/** A former slug. */
let formerSlug: string;
/** The file of its first export. */
const exported = fileOf('calendar.ndjson.gz');

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Tests that do not depend on the database run on SQLite only. */
const onSqlite = isServerTested() ? { it: it.skip, describe: describe.skip } : { it, describe };

async function command(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const program = await programOf(name, args);
  return runHere(() => program, args, { folder, env });
}

/** Imports an export like the command, without starting a process. */
function importHere(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  return runHere(() => importExportCommand(languageArgument(args)), args, { folder, env: environment });
}

async function importsHere(args: readonly string[], url: string): Promise<Outcome> {
  const outcome = await importHere(args, { DATABASE_URL: url });
  expect(outcome).toMatchObject({ status: 0 });
  return outcome;
}

/** Copies like the command. */
async function copyTo(to: string, from: string): Promise<void> {
  await copyCalendar(from, await dataSourceOptions(schema, to, { pool: 1 }), () => undefined);
}

async function succeeds(name: string, args: readonly string[], url: string): Promise<Outcome> {
  const outcome = await command(name, args, { DATABASE_URL: url });
  expect(outcome).toMatchObject({ status: 0 });
  return outcome;
}

/** A database that is dropped at the end. */
async function emptyDatabase(on: 'the same engine' | 'SQLite'): Promise<string> {
  const made = on === 'SQLite' ? await temporarySqlite() : await createEmptyDatabase();
  databases.push(made);
  return made.url;
}

const databases: TestDatabase[] = [];

beforeAll(async () => {
  build();
  database = await createTestDatabase();
  original = await TestCalendar.start({}, database.url);
  await fillSample(original.app);
  await importFile(original);
  await fillWithRarities(original);
  editor = original.keys.editor;
  await exportAnew();
});

afterAll(async () => {
  await original?.stop();
  await database?.drop();
  for (const made of databases) await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** For tests after writes, which have changed the last ids and positions. */
async function exportAnew(): Promise<void> {
  token = await lastToken(original);
  await exportTo(exported, database.url);
}

/** Exports like the command, without starting a process; the tests of the command itself start it. */
async function exportTo(file: string, url: string): Promise<void> {
  await writeExport(
    url,
    () => createWriteStream(file),
    () => undefined,
  );
}

/** Events with the ids of another calendar, one of them long. */
async function importFile(calendar: TestCalendar): Promise<void> {
  const event = (uid: string) =>
    `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Imported\nDTSTART:20270621T193000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEND:VEVENT`;
  const file = `BEGIN:VCALENDAR\n${event('short')}\n${event('long'.repeat(80))}\nEND:VCALENDAR\n`;
  expect((await importInto(calendar, file)).refused).toEqual([]);
}

/** Records with features that the sample lacks: each status, empty and missing values, former names. */
async function fillWithRarities(calendar: TestCalendar): Promise<void> {
  const { anEvent, aVenue, aCategory, aTag } = makers(() => calendar);
  const jazz = await anEvent({
    title: 'Jazz 🎷 à l’été',
    description: '<p>O’Brien \\ "quoted" %_ e\u0301</p>',
    translations: {
      fr: { title: 'Jazz d’été', website: 'https://example.org/fr', image: 'https://example.org/fr.jpg' },
    },
    venue: [{ venue: 'Salle', geo_lat: 45.1234567890123, geo_lng: -73.9876543210123 }],
    cost: '0.10',
  });
  formerSlug = jazz.slug;
  await calendar
    .patch(`/events/${jazz.id}`, { slug: 'jazz-again', event_status: 'postponed' }, { as: 'editor' })
    .expect(200);
  await anEvent({ title: 'Draft', status: 'draft', excerpt: '' });
  await anEvent({ title: 'Mine', status: 'private' }, { as: 'author' });
  const trashed = await anEvent({ title: 'In the trash' });
  await calendar.delete(`/events/${trashed.id}`, { as: 'editor' }).expect(200);
  await anEvent({ title: 'Protected', description: 'hidden words', password: 'the word' });
  await aPerson(calendar);
  const [merged, stays] = [await aVenue({ venue: 'La Salle' }), await aVenue({ venue: 'Grande salle' })];
  await calendar.post(`/venues/${merged.id}/merge`, { into: stays.id }, { as: 'editor' }).expect(200);
  // A date that has left its series.
  const series = await anEvent({ title: 'Divided', recurrence: 'FREQ=WEEKLY;COUNT=2' });
  const dates = await calendar.get(`/events?post_parent=${series.id}&starts_after=2000-01-01`, { as: 'editor' });
  const [{ id: second }] = dates.body.events as [{ id: number }];
  await calendar.patch(`/events/${second}?apply=following`, { title: 'Apart' }, { as: 'editor' }).expect(200);
  // The row of the parent follows the row of its child.
  const parent = await anEvent({ title: 'Festival' });
  await calendar.patch(`/events/${jazz.id}`, { post_parent: parent.id }, { as: 'editor' }).expect(200);
  const [below, above] = [await aCategory({ name: 'Below' }), await aCategory({ name: 'Above' })];
  await calendar.patch(`/categories/${below.id}`, { parent: above.id }, { as: 'editor' }).expect(200);
  // Later records must not get the ids of these.
  for (const [path, gone] of [
    ['events', await anEvent({ title: 'Gone' })],
    ['venues', await aVenue({ venue: 'Gone' })],
    ['tags', await aTag({ name: 'gone' })],
  ] as const)
    await calendar.delete(`/${path}/${gone.id}?force=true`, { as: 'editor' }).expect(200);
  await onceOnly(calendar, calendar.keys.editor).expect(201);
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#3366cc' } }).png();
  const upload = calendar.post('/images', undefined, { as: 'editor' });
  const { body: image } = await upload.attach('file', await picture.toBuffer(), 'poster.png').expect(201);
  await anEvent({ title: 'With a poster', image: image.id });
  const details = { focus: { x: 0.25, y: 1 / 3 }, alt: { en: 'A poster', fr: 'Une affiche' }, kept: true };
  await calendar.patch(`/images/${image.id}`, details, { as: 'editor' }).expect(200);
}

const onceOnly = (calendar: TestCalendar, key: string) =>
  calendar.post('/tags', { name: 'only once' }, { key }).set('Idempotency-Key', 'transfer');

async function lastToken(calendar: TestCalendar): Promise<string> {
  let query = 'limit=500';
  for (;;) {
    const { body } = await calendar.get(`/changes?${query}`).expect(200);
    query = `limit=500&since=${body.next}`;
    if (!body.more) return String(body.next);
  }
}

/** The responses that two equal calendars share, by path. */
async function crawl(calendar: TestCalendar): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const get = async (path: string, options: RequestOptions) => {
    const { status, headers, body, text } = await calendar.get(path, options);
    found[`${options.language} ${options.as ?? 'nobody'} ${path}`] = { status, etag: headers.etag, text };
    return body as Record<string, unknown>;
  };
  for (const language of ['en', 'fr']) {
    for (const as of [undefined, 'editor'] as const) {
      const options = { language, ...(as && { as }) };
      const all = as ? 'status=any&' : '';
      for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags']) {
        const isTerm = kind === 'categories' || kind === 'tags';
        const query = `${isTerm ? '' : all}per_page=100${kind === 'events' ? '&starts_after=2000-01-01' : ''}`;
        const body = await get(`/${kind}?${query}`, options);
        const records = body[kind] as { id: number; slug: string }[];
        expect(records.length).toBeGreaterThan(5);
        for (const { id, slug } of records) {
          await get(`/${kind}/${id}`, options);
          if (!as) await get(`/${kind}/by-slug/${slug}`, options);
        }
      }
      for (const path of ['/events.ics?starts_after=2000-01-01', '/venues.csv', '/events?search=jazz', '/events/1.ics'])
        await get(path, options);
      await get('/events/counts?group_by=month&starts_after=2000-01-01&ends_before=2100-01-01', options);
    }
    await get('/translations', { language, as: 'editor' });
    await get(`/events/by-slug/${formerSlug}`, { language });
  }
  return found;
}

let crawled: Record<string, unknown> | undefined;

/**
 * Checks a copy: it has the same responses, and accepts writes.
 * @param hasSecrets whether it knows the tokens of the original
 */
async function behavesLikeTheOriginal(url: string, hasSecrets = true): Promise<void> {
  await inCalendar(url, async (copy) => {
    const [expected, got] = [(crawled ??= await crawl(original)), await crawl(copy)];
    expect(Object.keys(got)).toEqual(Object.keys(expected));
    for (const [path, answer] of Object.entries(expected)) expect([path, got[path]]).toEqual([path, answer]);
    const known = hasSecrets ? token : await lastToken(copy);
    const { body: changes } = await copy.get(`/changes?since=${known}`).expect(200);
    expect(changes).toMatchObject({ changes: [], more: false });
    if (!hasSecrets) await copy.get(`/changes?since=${token}`).expect(410);
    const { anEvent, aVenue, aTag } = makers(() => copy);
    const made = [await anEvent({ title: 'New' }), await aVenue({ venue: 'New' }), await aTag({ name: 'new' })];
    expect(made.map(({ id }) => id)).toEqual(nextIds());
    const { body: later } = await copy.get(`/changes?since=${known}`).expect(200);
    expect(later.changes).toHaveLength(3);
    await copy.get(`/events/by-slug/${formerSlug}`).redirects(0).expect(301);
  });
}

/** The next ids of the original, after those of deleted records. */
function nextIds(): number[] {
  const { lastIds } = linesOf(exported)[0] as { lastIds: Record<string, number> };
  return ['events', 'venues', 'tags'].map((table) => lastIds[table]! + 1);
}

const linesOf = (file: string) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function expectSameExport(url: string, name: string): Promise<void> {
  const again = fileOf(name);
  await exportTo(again, url);
  expect(linesOf(again)).toEqual(linesOf(exported));
  expect(readFileSync(again).equals(readFileSync(exported))).toBe(true);
}

/** A running calendar continues to write: the use of a key is stored once an hour, which counts as a write. */
async function expectSameRecords(url: string, name: string): Promise<void> {
  const again = fileOf(name);
  await exportTo(again, url);
  const records = (path: string) => linesOf(path).filter(({ table }) => table !== 'write_counters');
  expect(records(again)).toEqual(records(exported));
}

/** Somebody with a password, and somebody who is invited. */
const PERSON = { email: 'person@town.example', password: 'a lighthouse in the fog' };
let invited: string;

async function aPerson(calendar: TestCalendar): Promise<void> {
  const as = 'administrator';
  const invitation = async (name: string, email: string) => {
    const { id } = (await calendar.post('/accounts', { name, email, role: 'editor' }, { as }).expect(201)).body;
    const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, { as }).expect(201)).body;
    return String(url).split('#invitation=')[1]!;
  };
  const accepted = { invitation: await invitation('A person', PERSON.email), password: PERSON.password };
  await calendar.post('/sign-in', accepted).expect(201);
  invited = await invitation('Somebody invited', 'invited@town.example');
}

describe('npm run export', () => {
  it('writes rows of every table except those of secrets, and no secret', async () => {
    const text = gunzipSync(readFileSync(exported)).toString();
    const tables = new Set(linesOf(exported).map(({ table }) => table));
    const all = await withSnapshot(database.url, ({ dataSource }) => Promise.resolve(tablesOf(dataSource)));
    expect(all.map(({ tableName }) => tableName).filter((name) => !tables.has(name))).toEqual([
      'account_tokens',
      'application_keys',
      'event_words',
      'idempotent_requests',
      'mails',
      'search_word_endings',
      'search_words',
      'sign_in_addresses',
      'sign_in_codes',
      'submissions',
      'webhook_deliveries',
      'webhooks',
      'word_upkeep',
    ]);
    expect(text).not.toContain('scrypt$');
    expect(text).toContain('"tokenSecret":null');
    expect(text).toContain('Somebody invited');
    expect(text).not.toContain('@town.example');
    const [, id, secret] = /^cal_([^_]+)_(.+)$/.exec(editor) ?? [undefined, editor.slice(4, 20), editor.slice(20)];
    for (const hidden of [id, secret]) expect(text).not.toContain(hidden);
  });

  it('writes the same bytes to standard output', async () => {
    const [file, written] = [fileOf('stdout.ndjson.gz'), fileOf('written.ndjson.gz')];
    // Other tests of this calendar may have written to it.
    await exportTo(written, database.url);
    await new Promise<void>((done, failed) => {
      const shell = `"${process.execPath}" "${resolve('dist/src/commands/cli/export.js')}" - > "${file}"`;
      const env = { ...bareEnvironment(), DATABASE_URL: database.url };
      execFile('sh', ['-c', shell], { env }, (error) => (error ? failed(new Error(error.message)) : done()));
    });
    expect(readFileSync(file).equals(readFileSync(written))).toBe(true);
  });

  onSqlite.it('replaces no file unless it is told to, and leaves none behind where it fails', async () => {
    const before = readFileSync(exported);
    const refused = await command('export', [exported], { DATABASE_URL: database.url });
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--overwrite replaces it.') });
    const nowhere = { DATABASE_URL: `sqlite:${fileOf('nowhere.sqlite')}` };
    expect(await command('export', [exported, '--overwrite'], nowhere)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nowhere.sqlite in DATABASE_URL does not exist.'),
    });
    expect(readFileSync(exported).equals(before)).toBe(true);
    expect(await command('export', ['nowhere/calendar.ndjson.gz'], { DATABASE_URL: database.url })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The file cannot be written: ENOENT.*\n$/),
    });
    expect(await command('export', ['calendar.json'], nowhere)).toMatchObject({ status: 2 });
    expect(await command('export', ['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Exit codes'),
    });
    expect(readdirSync(folder).filter((name) => /nowhere|part|json$/.test(name))).toEqual([]);
  });

  it('reads one consistent state of a calendar during writes', async () => {
    const counts = await withSnapshot(database.url, async (manager) => {
      const tables = tablesOf(manager.dataSource);
      const before = await countRows(manager, tables);
      const { body } = await original.post('/tags', { name: 'meanwhile' }, { as: 'editor' }).expect(201);
      const after = await countRows(manager, tables);
      await original.delete(`/tags/${body.id}?force=true`, { as: 'editor' }).expect(200);
      return { before, after };
    });
    expect(counts.after).toEqual(counts.before);
    await exportAnew();
  });
});

describe.each(isServerTested() ? (['SQLite', 'the same engine'] as const) : (['SQLite'] as const))(
  'to %s,',
  (engine) => {
    it('an export makes a calendar with the same responses and the same export, and without keys', async () => {
      const url = await emptyDatabase(engine);
      const { stdout } = await importsHere([exported, '--dry-run'], url);
      expect(stdout).toContain('nothing was stored');
      if (engine === 'SQLite') expect(existsSync(url.slice('sqlite:'.length))).toBe(false);
      await importsHere([exported], url);
      await expectSameExport(url, 'again.ndjson.gz');
      await behavesLikeTheOriginal(url, false);
      await inCalendar(url, async (copy) => {
        await copy.get('/events', { key: editor }).expect(401);
        expect((await recount(copy.app.get(DataSource)))['words that are not in the index']).toEqual([[], []]);
        const id = await protectedEvent(copy);
        await copy.get(`/events/${id}?password=the+word`).expect(403);
        await copy.get(`/events/${id}?password=locked`).expect(403);
        await copy.patch(`/events/${id}`, { password: 'another' }, { as: 'editor' }).expect(200);
        const { body } = await copy.get(`/events/${id}?password=another`).expect(200);
        expect(body.description).toContain('hidden words');
      });
    });
  },
);

onSqlite.describe('an export', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let authorization: string | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      ({ authorization } = request.headers);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ndjson.gz?signed=1`;

  it('is read from an address, with a key', async () => {
    answer = (response) => createReadStream(exported).pipe(response);
    const url = await emptyDatabase('SQLite');
    const env = { DATABASE_URL: url, IMPORT_SOURCE_KEY: 'me:secret' };
    expect(await importHere([address(), '--language', 'fr'], env)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Lignes importées\u00a0: accounts: \d/),
      stderr: expect.stringMatching(/^Terminé en /m),
    });
    expect(authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
    await expectSameExport(url, 'from-address.ndjson.gz');
  });

  it('is read from standard input', async () => {
    const url = await emptyDatabase('SQLite');
    const shell = `cat "${exported}" | "${process.execPath}" "${resolve('dist/src/commands/cli/import.js')}" -`;
    const env = { ...bareEnvironment(), DATABASE_URL: url };
    await new Promise<void>((done, failed) => {
      execFile('sh', ['-c', shell], { env }, (error) => (error ? failed(new Error(error.message)) : done()));
    });
    await expectSameExport(url, 'from-stdin.ndjson.gz');
  });

  it('whose connection breaks off is refused, and can be read again', async () => {
    const bytes = readFileSync(exported);
    answer = (response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => response.destroy(), 100));
    };
    const url = await emptyDatabase('SQLite');
    const env = { DATABASE_URL: url };
    expect(await importHere([address()], env)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Line \d+: the connection broke off \(.+\)\. Import again\.$/m),
    });
    answer = (response) => response.writeHead(404).end();
    expect(await importHere([address(), '--language', 'fr'], env)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('répond HTTP\u00a0404.'),
    });
    answer = (response) => response.end(bytes);
    await importsHere([address()], url);
    await expectSameExport(url, 'after-break.ndjson.gz');
  });

  it('is refused in French as well', async () => {
    const file = fileOf('cut.ndjson.gz');
    writeFileSync(file, readFileSync(exported).subarray(0, 20_000));
    const outcome = (...args: string[]) =>
      importHere([...args, '--language', 'fr'], { DATABASE_URL: `sqlite:${fileOf('french.sqlite')}` });
    expect(await outcome(file)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Ligne \d+\u00a0: le fichier est tronqué\.$/m),
    });
    expect(await outcome('missing.ndjson.gz')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('missing.ndjson.gz n’existe pas.'),
    });
    expect(await outcome(file, '--timezone', 'UTC')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('L’option --timezone n’existe pas.'),
    });
    expect(await outcome(file, '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Codes de sortie\u00a0:'),
    });
  });
});

const other = otherServer();

(other ? it : it.skip)('a copy to another kind of server and back keeps everything', async () => {
  const there = await createEmptyDatabase(other);
  const back = await emptyDatabase('the same engine');
  databases.push(there);
  await copyTo(there.url, database.url);
  await expectSameExport(there.url, 'on-another-server.ndjson.gz');
  await copyTo(back, there.url);
  await expectSameExport(back, 'back-from-another-server.ndjson.gz');
  await behavesLikeTheOriginal(there.url);
  await inCalendar(there.url, async (copy) => {
    await copy.get('/events?status=draft', { key: editor }).expect(200);
  });
});

it('a copy to SQLite and from there has the same responses, export, keys and passwords', async () => {
  const url = await emptyDatabase('SQLite');
  const checked = await succeeds('copy', ['--to', url, '--dry-run'], database.url);
  expect(checked.stdout).toContain('nothing was copied');
  expect(existsSync(url.slice('sqlite:'.length))).toBe(false);
  const { stdout } = await succeeds('copy', ['--to', url], database.url);
  expect(stdout).toContain('and counted there');
  expect(stdout).toContain('The files of uploaded images are not included');
  await expectSameExport(url, 'copied.ndjson.gz');
  // Back to the original: keys, which an export does not have, were copied both times.
  const back = await emptyDatabase('the same engine');
  await copyTo(back, url);
  await expectSameExport(back, 'back.ndjson.gz');
  await behavesLikeTheOriginal(url);
  await inCalendar(back, async (copy) => {
    const id = await protectedEvent(copy);
    await copy.get(`/events/${id}?password=the+word`).expect(200);
    await copy.get('/events?status=draft', { key: editor }).expect(200);
    // Passwords were copied, links that work once were not.
    await copy.post('/sign-in', PERSON).expect(201);
    await copy.post('/sign-in', { invitation: invited }).expect(410);
    const { body } = await onceOnly(original, editor).expect(201);
    const repeated = await onceOnly(copy, editor).expect(201);
    expect(repeated.body).toEqual(body);
  });
});

async function protectedEvent(calendar: TestCalendar): Promise<number> {
  const { body } = await calendar.get('/events/by-slug/protected', { as: 'editor' }).expect(200);
  return Number(body.id);
}

onSqlite.describe('a file that is no whole export', () => {
  let lines: string[];

  beforeAll(() => {
    lines = gunzipSync(readFileSync(exported)).toString().trimEnd().split('\n');
  });

  const write = (content: Buffer) => {
    const file = fileOf('damaged.ndjson.gz');
    writeFileSync(file, content);
    return file;
  };
  const ofLines = (...all: string[]) => write(gzipSync(all.map((line) => `${line}\n`).join('')));
  const changed = (line: number, from: string | RegExp, to: string) => {
    expect(lines[line]).not.toBe(lines[line]!.replace(from, to));
    return ofLines(...lines.with(line, lines[line]!.replace(from, to)));
  };
  const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
  const last = () => lines.length;
  const linesOfAccounts = () => lines.filter((line) => line.startsWith('{"table":"accounts"')).length;

  const damages: [string, () => string, () => string | RegExp][] = [
    [
      'is cut off',
      () => write(readFileSync(exported).subarray(0, 20_000)),
      () => /^Line \d{2,}: the file is truncated\.$/,
    ],
    [
      'lost its last line',
      () => ofLines(...lines.slice(0, -1)),
      () => `truncated: the last line is line ${last() - 1}.`,
    ],
    [
      'lost a row',
      () => ofLines(...lines.toSpliced(lineOf('{"table":"event_tags"'), 1)),
      () => `Line ${last() - 1}: the file has`,
    ],
    ['has something after its end', () => ofLines(...lines, lines[1]!), () => `Line ${last() + 1} follows the end`],
    ['has another byte', () => write(withAnotherByte()), () => /^Line \d+/m],
    [
      'is not compressed',
      () => write(Buffer.from(lines.join('\n'))),
      () => 'Line 1: the file is damaged, or not compressed',
    ],
    ['is of another program', () => ofLines('{"format":1}'), () => 'Line 1: this is no export'],
    ['is no JSON', () => ofLines(lines[0]!, 'x'), () => 'Line 2: this is no JSON object.'],
    ['has a newer format', () => changed(0, '"format":1', '"format":2'), () => 'format 2, which is newer'],
    [
      'has an unknown migration',
      () => changed(0, '"migrations":[', '"migrations":["Later1890000000000",'),
      () => 'newer version, or with an extension that is missing here (Later1890000000000)',
    ],
    [
      'names another table',
      () => changed(1, '"table":"accounts"', '"table":"lease"'),
      () => 'Line 2: an export has no table "lease".',
    ],
    [
      'has keys',
      () => changed(1, '"table":"accounts"', '"table":"application_keys"'),
      () => 'Line 2: an export has no table "application_keys".',
    ],
    [
      'has a value of another type',
      () => changed(1, '"id":1', '"id":"1"'),
      () => 'Line 2 (accounts): "id" must be a whole number.',
    ],
    [
      'names a record that it lacks',
      () => changed(lineOf('{"table":"event_venues"'), /"venueId":\d+/, '"venueId":999999'),
      () => 'event_venues.venueId names venues 999999, which does not exist.',
    ],
    [
      'has a row twice',
      () => ofLines(...lines.toSpliced(2, 0, lines[1]!)),
      () => `Lines 2 to ${linesOfAccounts() + 2} (accounts): two rows have the same key.`,
    ],
  ];

  function withAnotherByte(): Buffer {
    const bytes = Buffer.from(readFileSync(exported));
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
    return bytes;
  }

  it.each(damages)('because it %s, is refused with its line by --dry-run', async (_damage, make, message) => {
    const file = make();
    await expect(checkExport(createReadStream(file), () => undefined)).rejects.toThrow(message());
  });

  it('is refused with its line, and leaves an empty database, into which the whole file can be read', async () => {
    const url = `sqlite:${fileOf('refused.sqlite')}`;
    for (const [, make, message] of damages)
      await expect(importExport(createReadStream(make()), url, () => undefined)).rejects.toThrow(message());
    expect(existsSync(fileOf('refused.sqlite'))).toBe(true);
    await importsHere([exported], url);
    await expectSameExport(url, 'after.ndjson.gz');
  });

  it('ends the command with 1 and the reason', async () => {
    const file = ofLines(lines[0]!);
    const env = { DATABASE_URL: `sqlite:${fileOf('truncated.sqlite')}` };
    for (const outcome of [await command('import', [file], env), await importHere([file, '--dry-run'], env)])
      expect(outcome).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The file is truncated: the last line is line 1\.\n$/),
      });
  });

  it('with a line that has no end is refused before a reader of the whole file would be done', async () => {
    const file = write(gzipSync(Buffer.concat([Buffer.from(`${lines[0]!}\n"`), Buffer.alloc(2 ** 27, 'x')])));
    const timeOf = async (work: () => Promise<unknown>) => {
      const began = processTime();
      await work();
      return processTime() - began;
    };
    const whole = await timeOf(() => text(createReadStream(file).pipe(createGunzip())));
    const check = () => checkExport(createReadStream(file), () => undefined);
    const refused = await timeOf(() => expect(check()).rejects.toThrow('Line 2 is too long.'));
    expect(refused).toBeLessThan(whole);
  });

  it('with texts that a person has edited is cleaned like a write', async () => {
    const place = lineOf('{"table":"event_translations"');
    const script = '<p>Safe</p><script>alert(1)</script><a href=\\"javascript:alert(1)\\">x</a>';
    const edited = lines[place]!.replace(
      /"description":(?:null|"(?:[^"\\]|\\.)*")/,
      `"description":"${script}"`,
    ).replace(/"name":"[^"]*"/, '"name":"<img src=x onerror=alert(1)>Edited"');
    expect(edited).toContain('<script>');
    const url = `sqlite:${fileOf('edited.sqlite')}`;
    await importsHere([ofLines(...lines.with(place, edited))], url);
    const { row } = JSON.parse(edited) as { row: { recordId: number; language: string } };
    await inCalendar(url, async (copy) => {
      const { body } = await copy.get(`/events/${row.recordId}?translations=all`, { as: 'editor' }).expect(200);
      expect(body.translations[row.language]).toMatchObject({ title: 'Edited', description: '<p>Safe</p><a>x</a>' });
    });
  });

  it('that is missing, or combined with options for other files, is wrong usage', async () => {
    expect(await importHere(['missing.ndjson.gz'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(await importHere([exported, '--timezone', 'UTC'])).toMatchObject({ status: 2 });
    expect(await importHere(['x.ndjson.gz', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('empty database'),
    });
  });
});

/** The columns of each table of an earlier version, which had only these migrations. */
async function columnsAfter(names: readonly string[]): Promise<Map<string, Set<string>>> {
  const url = await emptyDatabase('SQLite');
  const options = await dataSourceOptions(schema, url, { pool: 1 });
  await migrate({ ...options, entities: [], migrations: schema.migrations.filter(({ name }) => names.includes(name)) });
  return withDataSource(options, columnsMade);
}

it('a file of an earlier version is migrated', async () => {
  const [header, ...rows] = linesOf(exported) as [Record<string, unknown>, ...Record<string, unknown>[]];
  const { migrations } = header as { migrations: string[] };
  const earlier = migrations.filter((name) => Number(name.slice(-13)) < 1_790_000_700_000);
  // Builds before 0.2.0 also named migrations that no version has.
  const older = { ...header, migrations: [...earlier, 'ListedDays1790000420000'], lastIds: {} as object };
  const { end, ...rest } = rows.pop() as { end: Record<string, number> };
  const made = await columnsAfter(older.migrations);
  older.lastIds = Object.fromEntries(Object.entries(header.lastIds as object).filter(([table]) => made.has(table)));
  for (const table of Object.keys(end)) if (!made.has(table)) delete end[table];
  const kept = rows.filter(({ table }) => made.has(table as string));
  for (const { table, row } of kept as { table: string; row: object }[])
    for (const column of Object.keys(row)) if (!made.get(table)!.has(column)) Reflect.deleteProperty(row, column);
  const file = fileOf('older.ndjson.gz');
  writeFileSync(file, gzipSync([older, ...kept, { end, ...rest }].map((line) => `${JSON.stringify(line)}\n`).join('')));
  const url = await emptyDatabase('the same engine');
  await importsHere([file], url);
  await inCalendar(url, async (copy) => {
    const { body } = await copy.get('/changes?limit=500').expect(200);
    expect(body.changes.length).toBeGreaterThan(100);
  });
});

describe('a database that is not empty', () => {
  it('is refused as a target, and stays as it is', async () => {
    await exportAnew();
    const imported = await importHere([exported], { DATABASE_URL: database.url });
    expect(imported).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not empty \(rows in account_tokens: \d+, accounts: \d+, .*events: \d+/),
    });
    await expect(copyTo(database.url, database.url)).rejects.toThrow('Nothing was changed.');
    const copied = await command('copy', ['--to', database.url, '--dry-run'], { DATABASE_URL: database.url });
    expect(copied).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was changed.') });
    await expectSameExport(database.url, 'untouched.ndjson.gz');
  });
});

// A private server, since the setting is that of all its databases.
(serverProgram() === undefined ? describe.skip : describe)('a server that accepts short statements only', () => {
  it('gets them from import and copy', async () => {
    const server = await privateServer(['--max-allowed-packet=65536']);
    const [first, second] = ['imported', 'copied'].map((name) => server.url.replace(/[^/]*$/, name)) as [
      string,
      string,
    ];
    try {
      for (const url of [first, second]) {
        const connection = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'));
        await connection.query(`CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
        await connection.end();
      }
      await exportAnew();
      await importsHere([exported], first);
      await copyTo(second, database.url);
      await expectSameExport(first, 'imported-shortly.ndjson.gz');
      await expectSameExport(second, 'copied-shortly.ndjson.gz');
    } finally {
      await server.stop();
    }
  });
});

describe('the temporary copy of a dry run', () => {
  it('is equal to the calendar, and empty where there is none', async () => {
    await exportAnew();
    await withTemporaryCopy(database.url, (copy) => expectSameExport(copy, 'dry.ndjson.gz'));
    const isThere = (copy: string) => Promise.resolve(existsSync(copy.replace('sqlite:', '')));
    expect(await withTemporaryCopy(await emptyDatabase('the same engine'), isThere)).toBe(false);
  });
});

onSqlite.describe('npm run copy', () => {
  it.each([
    ['mysql://someone:hush-hush@127.0.0.1:1/calendar', 1, 'The database (--to) cannot be reached'],
    ['mysql://someone:hush-hush@127.0.0.1', 2, '--to must name a database'],
    ['postgres://someone:hush-hush@127.0.0.1/calendar', 2, '--to must start with'],
  ])('to %s ends with %d and does not print the password', async (to, status, message) => {
    const env = { DATABASE_URL: database.url };
    for (const [outcome, name] of [
      [await command('copy', ['--to', to], env), '--to'],
      [await command('copy', ['--dry-run'], { ...env, COPY_TO: to }), 'COPY_TO'],
    ] as const) {
      expect(outcome).toMatchObject({ status, stderr: expect.stringContaining(message.replace('--to', name)) });
      expect(outcome.stdout + outcome.stderr).not.toContain('hush');
    }
  });

  it('names the database that an error is about', async () => {
    const damaged = fileOf('damaged.sqlite');
    writeFileSync(damaged, 'no database '.repeat(1000));
    const to = `sqlite:${damaged}`;
    const told = async (args: string[], env: Record<string, string>) => (await command('copy', args, env)).stderr;
    const name = { DATABASE_URL: database.url };
    for (const more of [[], ['--dry-run']]) {
      expect(await told(more, { ...name, COPY_TO: to })).toMatch(
        /^COPY_TO names a file that is no SQLite database, or is damaged/,
      );
      expect(await told(['--to', to, ...more], name)).toMatch(/^--to names a file that is no SQLite database/);
      const ofSource = await told(['--to', `sqlite:${fileOf('never.sqlite')}`, ...more], { DATABASE_URL: to });
      expect(ofSource).toMatch(/^DATABASE_URL names a file that .* restore a backup \(README/);
    }
    const nowhere = { ...name, COPY_TO: 'mysql://someone@127.0.0.1:1/calendar' };
    expect((await command('copy', [], nowhere)).stderr).toContain('The database (COPY_TO) cannot be reached');
  });

  it('has a usage text', async () => {
    expect(await command('copy', ['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('COPY_TO') });
    expect(await command('copy', [])).toMatchObject({ status: 2 });
  });
});

describe('the recipe of moving', () => {
  beforeAll(exportAnew);

  const recipe = readFileSync(join('docs', 'recipes', 'moving.md'), 'utf8');
  const [toServer, back, out, into, backUpFile, restoreFile, dump, restoreDump] = [
    ...recipe.matchAll(/^```sh\n(.*?)^```$/gms),
  ].map(([, code]) => code!);

  /** Runs commands as they are written, except the addresses, in the folder of the project. */
  function shell(code: string, environment: Record<string, string>, cwd = resolve('.')): Promise<string> {
    const env = { ...process.env, NODE_OPTIONS: '', ...environment };
    return new Promise((done, failed) => {
      execFile('bash', ['-euo', 'pipefail', '-c', code], { cwd, env }, (error, stdout) =>
        error ? failed(new Error(error.message)) : done(stdout),
      );
    });
  }

  /** The programs of a server, with the address of the test. */
  function onServer(code: string): string {
    const { hostname, port, username } = new URL(database.url.replace(/^mariadb:/, 'mysql:'));
    const options = `--host=${hostname} --port=${port} --user=${username}`;
    return code.replaceAll(/\b(mysql|mysqldump) (?=-|\w+ <)/g, (_all, program: string) => `${program} ${options} `);
  }

  const has = (program: string) => spawnSync('which', [program]).status === 0;
  const ifOn = (isThere: boolean) => (isThere ? it : it.skip);

  it('brings an export to another machine, with a new key', async () => {
    const file = fileOf('moved.ndjson.gz');
    const [here, there] = [out!, into!].map((code) => code.replaceAll('calendar.ndjson.gz', file));
    await shell(here!, { DATABASE_URL: database.url });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const url = await emptyDatabase('the same engine');
    const stdout = await shell(there!, { DATABASE_URL: url });
    await expectSameCalendar(url, stdout.trim().split('\n').at(-1)!);
  });

  ifOn(isServerTested() && has('mysql'))('copies SQLite to a server and back', async () => {
    const start = await emptyDatabase('SQLite');
    await importsHere([exported], start);
    const name = new URL((await emptyDatabase('the same engine')).replace(/^mariadb:/, 'mysql:')).pathname.slice(1);
    await shell(onServer(`mysql --execute "DROP DATABASE ${name}"`), {});
    const server = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
    const given = /COPY_TO='(.*)'/.exec(toServer!)![1]!;
    const there = onServer(toServer!.replace('DATABASE calendar', `DATABASE ${name}`).replace(given, server));
    await shell(there, { DATABASE_URL: start });
    const end = fileOf('back.sqlite');
    await shell(back!.replace('data/calendar.sqlite', end), { DATABASE_URL: server });
    await expectSameExport(`sqlite:${end}`, 'there-and-back.ndjson.gz');
  });

  ifOn(!isServerTested() && has('sqlite3'))('backs up a running calendar on SQLite, and restores it', async () => {
    const restored = `sqlite:${fileOf('data/calendar.sqlite')}`;
    mkdirSync(fileOf('data'));
    const live = database.url.slice('sqlite:'.length);
    await shell(backUpFile!.replace('data/calendar.sqlite', live), {}, folder);
    writeFileSync(fileOf('data/calendar.sqlite-wal'), 'what was written since');
    await shell(restoreFile!, {}, folder);
    expect(statSync(fileOf('backup.sqlite')).mode & 0o777).toBe(0o600);
    await expectSameRecords(restored, 'restored.ndjson.gz');
    await expectSameCalendar(restored, editor);
  });

  ifOn(isServerTested() && has('mysqldump'))('backs up a running calendar on a server, and restores it', async () => {
    const { pathname } = new URL(database.url.replace(/^mariadb:/, 'mysql:'));
    const restored = await emptyDatabase('the same engine');
    const name = new URL(restored.replace(/^mariadb:/, 'mysql:')).pathname.slice(1);
    await shell(onServer(`mysql --execute "DROP DATABASE ${name}"`), {});
    await shell(onServer(dump!).replace(/ calendar(?= >)/, ` ${pathname.slice(1)}`), {}, folder);
    await shell(onServer(restoreDump!).replaceAll('restored', name), {}, folder);
    await expectSameRecords(restored, 'restored.ndjson.gz');
    await expectSameCalendar(restored, editor);
  });

  /** Checks that a key opens the calendar, and that it accepts writes. */
  async function expectSameCalendar(url: string, key: string): Promise<void> {
    await inCalendar(url, async (copy) => {
      const [{ body: expected }, { body }] = [
        await original.get('/events?status=draft', { as: 'editor' }).expect(200),
        await copy.get('/events?status=draft', { key }).expect(200),
      ];
      expect(body).toEqual(expected);
      const { body: event } = await copy
        .post('/events', { title: 'New', start_date: '2027-06-21', end_date: '2027-06-21' }, { key })
        .expect(201);
      expect(event.id).toBe(nextIds()[0]);
    });
  }
});
