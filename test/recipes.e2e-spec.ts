import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { SLOTS } from '../src/database/write-counter.entity.js';
import { today, writeToken } from '../src/outlets/changes/change-token.js';
import { chromiumPath, launchBrowser } from './support/browser.js';
import { build } from './support/build.js';
import { diagnosticsOf } from './support/client-program.js';
import { freePort } from './support/free-port.js';
import { tecEvent, TecSite, tecVenue } from './support/tec-site.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

const run = promisify(execFile);

let calendar: TestCalendar;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  build();
  calendar = await TestCalendar.start({ WEBHOOK_ALLOW: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  environment = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: calendar.url,
    CALENDAR_KEY: calendar.keys.editor,
    TEST_PORT: String(port),
  };
  // The packages that a recipe installs are installed here.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // The code of the recipes runs as it is written; connections to localhost:3000 go to the calendar of the test.
  writeFileSync(
    join(folder, 'redirect.mjs'),
    `const { fetch } = globalThis;
    const here = (url) => url.replace('localhost:3000', '127.0.0.1:${port}');
    globalThis.fetch = (to, options) =>
      to instanceof Request ? fetch(new Request(here(to.url), to), options) : fetch(here(String(to)), options);`,
  );
});

afterAll(async () => {
  await calendar.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The code blocks of a recipe in one language. */
function blocks(recipe: string, language: string): string[] {
  const text = readFileSync(join('docs', 'recipes', `${recipe}.md`), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!);
}

/** Runs a program with `more` added at its end, and returns its lines. */
async function runProgram(code: string, more = ''): Promise<string[]> {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `${code}\n${more}`);
  const { stdout, stderr } = await run(process.execPath, ['--import', join(folder, 'redirect.mjs'), file], {
    cwd: folder,
    env: environment,
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

/** Runs shell commands one after the other, as typed; fails if one of them does. */
async function runShell(commands: string, cwd = folder): Promise<string> {
  const curl = `curl() { command curl --connect-to "localhost:3000:127.0.0.1:$TEST_PORT" "$@"; }`;
  const code = commands.replaceAll('cal_…', calendar.keys.editor);
  const { stdout } = await run('bash', ['-euc', `${curl}\n${code}`], { cwd, env: environment });
  return stdout;
}

const jsonOf = (text: string) => JSON.parse(text) as { events: { title: string }[] };

async function create(body: object): Promise<number> {
  const { body: event } = await calendar.post('/events', body, { as: 'editor' }).expect(201);
  return event.id;
}

(chromiumPath ? it : it.skip)(
  'embed: shows events in a frame of a site that the settings name',
  async () => {
    await create({ title: 'Concert in a frame', start_date: '+1 hour', end_date: '+2 hours' });
    await create({ title: 'No such thing in it', start_date: '+1 hour', end_date: '+2 hours' });
    const [frame] = blocks('embed', 'html');
    const [, named, origin] = /^(FRAME_ANCESTORS)=(?:.*,)?(\S+)$/m.exec(blocks('embed', 'sh')[0]!)!;
    let html = '';
    const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(html));
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const { port } = site.address() as AddressInfo;
    const open = await TestCalendar.start({ [named!]: origin!.replace(/:\d+$/, `:${port}`) }, calendar.url);
    const browser = await launchBrowser();
    try {
      const { port: openPort } = open.app.getHttpServer().address() as AddressInfo;
      html = frame!.replace('localhost:3000', `127.0.0.1:${openPort}`);
      /** The frame on a page of this host. */
      const frameAt = async (host: string) => {
        const page = await browser.newPage();
        await page.goto(`http://${host}:${port}/`);
        return page.frameLocator('iframe');
      };
      const shown = await frameAt('localhost');
      await shown.locator('article').first().waitFor();
      expect(await shown.locator('article h3 a').allTextContents()).toEqual(['Concert in a frame']);
      // The same page by another name has another origin, which no setting allows.
      const refused = await frameAt('127.0.0.1');
      await refused.owner().page().waitForTimeout(1000);
      expect(await refused.locator('article').count()).toBe(0);
    } finally {
      await browser.close();
      site.close();
      await open.stop();
    }
  },
  120_000,
);

it('fullcalendar: gives FullCalendar the events of the days that it shows, page after page', async () => {
  const [code] = blocks('fullcalendar', 'js');
  await create({ title: 'Fair', start_date: '2024-12-30', end_date: '2025-01-02', all_day: true });
  await create({
    title: 'Lunch',
    start_date: '2025-01-03 12:00',
    end_date: '2025-01-03 13:00',
    recurrence: 'FREQ=DAILY;COUNT=101',
  });
  await create({ title: 'After the last day', start_date: '2025-05-01 00:00', end_date: '2025-05-01 01:00' });
  const [line] = await runProgram(
    code!,
    `const days = { startStr: '2025-01-01T00:00:00-05:00', endStr: '2025-05-01T00:00:00-04:00' };
    console.log(JSON.stringify(await loadEvents(days)));`,
  );
  const events = JSON.parse(line!) as Record<string, unknown>[];
  expect(events).toHaveLength(102);
  expect(events[0]).toMatchObject({ title: 'Fair', allDay: true, start: '2024-12-30', end: '2025-01-03' });
  expect(events[1]).toMatchObject({
    title: 'Lunch',
    allDay: false,
    start: '2025-01-03T12:00:00-05:00',
    end: '2025-01-03T13:00:00-05:00',
    classNames: ['event-scheduled'],
  });
});

it('all-pages: reads every event, past ones included, and files of them', async () => {
  const past = await create({
    title: 'Long ago',
    start_date: '1999-06-01 12:00',
    end_date: '1999-06-01 13:00',
    translations: { fr: { title: 'Il y a longtemps' } },
    venue: [{ venue: 'Old hall' }],
  });
  const { body } = await calendar.get('/events?from=1970-01-01&per_page=1').expect(200);
  const [code] = blocks('all-pages', 'js');
  const lines = await runProgram(code!);
  expect(lines).toContain(`${past} 1999-06-01T12:00:00-04:00 Long ago Il y a longtemps`);
  expect(lines.filter((line) => /^\d+ \d{4}-/.test(line))).toHaveLength(body.total);
  expect(lines.at(-1)).toMatch(/ Old hall$/);

  await runShell(blocks('all-pages', 'sh').join('\n'));
  expect(readFileSync(join(folder, 'events.csv'), 'utf8')).toContain('Long ago');
  expect(readFileSync(join(folder, 'events.ics'), 'utf8')).toMatch(/^SUMMARY.*:Long ago\r$/m);
});

it('this-weekend: lists events on Saturday or Sunday', async () => {
  await create({ title: 'Exhibition', start_date: '-10 days', end_date: '+10 days', venue: [{ venue: 'Gallery' }] });
  await create({ title: 'Month after next', start_date: '+60 days', end_date: '+61 days' });
  const [curl] = blocks('this-weekend', 'sh');
  for (const answer of (await runShell(curl!.replaceAll('curl ', `curl --write-out '\\n' `))).trim().split('\n'))
    expect(jsonOf(answer).events.map(({ title }) => title)).toEqual(['Exhibition']);
  const [code] = blocks('this-weekend', 'js');
  const [when, url, ...others] = await runProgram(code!);
  expect(when).toMatch(/: Exhibition, Gallery$/);
  expect(url).toMatch(/\/en\/events\/exhibition$/);
  expect(others).toEqual([]);
});

it('bilingual-import: makes one event with both languages of two files', async () => {
  const [english, french] = blocks('bilingual-import', 'ics');
  writeFileSync(join(folder, 'english.ics'), english!);
  writeFileSync(join(folder, 'french.ics'), french!);
  const [commands, read] = blocks('bilingual-import', 'sh');
  const report = await runShell(
    commands!.replaceAll(/\w+\.ics/g, (file) => join(folder, file)),
    resolve('.'),
  );
  expect(report).toContain('created: 1 record, 1 event');
  const { events } = jsonOf(await runShell(read!));
  expect(events).toMatchObject([{ title: 'Concert d’été', alternates: [{ language: 'en' }, { language: 'fr' }] }]);
});

it('moving-in: imports a site in both languages, a table with its template, and an address with removed events', async () => {
  const [first, second, table, , feed] = blocks('moving-in', 'sh');
  const site = await TecSite.start();
  try {
    const from = (commands: string) => runShell(commands.replace('https://old.example', site.origin), resolve('.'));
    const hall = { venue: [tecVenue(6, 'Old Hall')] };
    site.events = [tecEvent(1, { title: 'Move', ...hall })];
    expect(await from(first!)).toContain('created: 1 record, 1 event, 1 venue');
    site.events = [tecEvent(2, { title: 'Déménagement', ...hall })];
    expect(await from(second!.replace('/fr/', '/'))).toContain('mises à jour\u00a0: 1 fiche, 1 événement');
  } finally {
    await site.stop();
  }
  writeFileSync(join(folder, 'programme.csv'), blocks('moving-in', 'csv')[0]!);
  const rows = await runShell(table!.replace('programme.csv', join(folder, 'programme.csv')), resolve('.'));
  expect(rows).toContain('created: 2 records, 2 events');
  const { body } = await calendar.get('/events?search=Summer&categories=outdoors&from=2027-06-21').expect(200);
  expect(body.events).toMatchObject([{ title: 'Summer concert', end_date: '2027-06-21 22:00:00', cost: 'Free' }]);

  let file = blocks('bilingual-import', 'ics')[0]!.replace('summer-concert-2027', 'hourly');
  const server = createServer((_request, response) => response.end(file));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const hourly = () => runShell(feed!.replace('https://example.com', `http://127.0.0.1:${port}`), resolve('.'));
  expect(await hourly()).toContain('created: 1 record, 1 event');
  expect(await hourly()).toContain('unchanged: 1 record, 1 event');
  file = file.replace('hourly', 'other');
  await expect(hourly()).rejects.toThrow();
  server.close();
});

it('moving-in: makes a table of a JSON export, with a row for each date', async () => {
  if (spawnSync('jq', ['--version']).status !== 0) return;
  const record = { title: 'Bal', placename: 'Mairie', city: 'Lyon' };
  const several = {
    ...record,
    timetable: '2027-06-21T19:30:00 2027-06-21T22:00:00;2027-06-22T19:30:00 2027-06-22T22:00:00',
  };
  const days = { ...record, title: 'Foire', date_start: '2027-07-01', date_end: '2027-07-03' };
  const [, , , commands] = blocks('moving-in', 'sh');
  for (const [place, json] of [
    { results: [several, days] },
    { records: [{ fields: several }, { fields: days }] },
  ].entries()) {
    writeFileSync(join(folder, 'events.json'), JSON.stringify(json));
    const report = await runShell(
      commands!.replaceAll(/events\.(?:json|csv)/g, (file) => join(folder, file)),
      resolve('.'),
    );
    expect(report).toContain(
      place === 0 ? 'créées\u00a0: 3 fiches, 3 événements' : 'inchangées\u00a0: 3 fiches, 3 événements',
    );
  }
});

it('writing-with-a-key: creates, translates, cancels and deletes an event, and stores rows once', async () => {
  const music = await calendar.get('/categories?slug=music&hide_empty=false').expect(200);
  if (music.body.total === 0) await calendar.post('/categories', { name: 'Music' }, { as: 'editor' }).expect(201);
  const [post, patch, cancel, remove, conditional] = blocks('writing-with-a-key', 'sh');
  const [settings] = post!.split('\n\n');
  const after = async (code: string) => JSON.parse(await runShell(`${settings!}\n${code}`)) as Record<string, unknown>;
  expect(await after(post!)).toMatchObject({ title: 'Summer concert', venue: [{ venue: 'Old Mill' }] });
  expect(await after(patch!)).toMatchObject({ title: 'Concert d’été', excerpt: 'En plein air.' });
  expect(await after(cancel!)).toMatchObject({ event_status: 'cancelled', event_status_reason: 'Storm warning.' });
  const [deleted] = remove!.split('\n');
  expect(await after(deleted!)).toMatchObject({ status: 'trash' });
  await runShell(`${settings!}\n${remove!.split('\n')[1]!}`);
  await calendar.get('/events/by-slug/summer-concert').expect(404);

  const [code] = blocks('writing-with-a-key', 'js');
  const lines = await runProgram(code!);
  expect(lines).toEqual([expect.stringMatching(/^row-1: event \d+$/), expect.stringMatching(/^row-2: event \d+$/)]);
  expect(await runProgram(code!)).toEqual(lines);

  const { body: venues } = await calendar.get('/venues?search=public+library').expect(200);
  expect(venues.total).toBe(1);
  const { body: before } = await calendar.get('/events/1').expect(200);
  expect(before.featured).toBe(false);
  expect(await after(conditional!)).toMatchObject({ id: 1, featured: true });
});

it('follow-changes: keeps a folder in step with the calendar', async () => {
  const [code] = blocks('follow-changes', 'ts');
  expect(code!.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(30);
  expect(diagnosticsOf(code!, ['node']).map(({ messageText }) => messageText)).toEqual([]);
  const plain = (text: string) => ts.transpile(text, { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ES2022 });
  writeFileSync(join(folder, 'calendar.mjs'), plain(readFileSync(join('client', 'calendar.ts'), 'utf8')));
  const follow = () => runProgram(plain(code!).replace('./calendar.js', './calendar.mjs'));
  const files = () => readdirSync(join(folder, 'copy')).filter((file) => file.endsWith('.json'));
  const contents = (file: string) => JSON.parse(readFileSync(join(folder, 'copy', file), 'utf8')) as { title: string };
  const [kept, removed] = [
    await create({ title: 'Followed', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }),
    await create({ title: 'Removed', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }),
  ];
  await follow();
  expect(files()).toEqual(expect.arrayContaining([`events-${kept}.json`, `events-${removed}.json`]));
  await calendar.patch(`/events/${kept}`, { title: 'Renamed' }, { as: 'editor' }).expect(200);
  await calendar.delete(`/events/${removed}`, { as: 'editor' }).expect(200);
  await follow();
  expect(contents(`events-${kept}.json`).title).toBe('Renamed');
  expect(files()).not.toContain(`events-${removed}.json`);
  const tokenFile = join(folder, 'copy', 'token');
  const token = readFileSync(tokenFile, 'utf8');
  // A token of another calendar: the copy is made again.
  writeFileSync(
    tokenFile,
    writeToken({
      calendar: 'another',
      kinds: ['events'],
      day: today(),
      position: { readUpTo: Array.from({ length: SLOTS }, () => 0) },
    }),
  );
  writeFileSync(join(folder, 'copy', 'events-0.json'), '{}');
  await follow();
  expect(files()).not.toContain('events-0.json');
  expect(contents(`events-${kept}.json`).title).toBe('Renamed');
  writeFileSync(tokenFile, token.slice(0, 8));
  await expect(follow()).rejects.toThrow('rest_invalid_param');
});

it('search-index: indexes events, and updates what has changed', async () => {
  const [code] = blocks('search-index', 'js');
  const search = async (words: string) => {
    return runProgram(code!.replace('process.argv[2]', JSON.stringify(words)));
  };
  const venue = [{ venue: 'Salle Élan' }];
  const dates = { start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' };
  const id = await create({ title: 'Indexed', description: '<p>Un été de <b>jazz</b></p>', venue, ...dates });
  const other = await create({ title: 'Another', venue, ...dates });
  expect(await search('jazz AND ete')).toEqual([expect.stringMatching(/^2027-04-01T10:00:00\S+ Indexed http/)]);
  expect(await search('elan')).toHaveLength(2);
  await calendar.patch(`/events/${id}`, { description: 'Rock' }, { as: 'editor' }).expect(200);
  await calendar.delete(`/events/${other}`, { as: 'editor' }).expect(200);
  const { body } = await calendar.get(`/events/${id}`).expect(200);
  await calendar.patch(`/venues/${body.venue[0].id}`, { venue: 'Grange' }, { as: 'editor' }).expect(200);
  expect(await search('jazz')).toEqual([]);
  expect(await search('elan')).toEqual([]);
  expect(await search('grange')).toEqual([expect.stringContaining('Indexed')]);
});

it('webhooks: verifies messages and reads the records that they name', async () => {
  const [code] = blocks('webhooks', 'js');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { body: webhook } = await calendar.post('/webhooks', { url, events: '*' }, { as: 'administrator' }).expect(201);
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, code!.replace('listen(4000)', `listen(${port}, '127.0.0.1', () => console.log('ready'))`));
  const env = { ...environment, WEBHOOK_SECRET: webhook.secret as string };
  const receiver = spawn(process.execPath, ['--import', join(folder, 'redirect.mjs'), file], { cwd: folder, env });
  let output = '';
  receiver.stdout.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await until(() => output.includes('ready'));
    const test = () => calendar.post(`/webhooks/${webhook.id}/test`, undefined, { as: 'administrator' }).expect(200);
    expect((await test()).body).toMatchObject({ status: 'delivered', response_status: 204 });
    const event = { title: 'Told of', start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' };
    const { body } = await calendar.post('/events', event, { as: 'editor' }).expect(201);
    await until(() => output.includes(`event.published ${body.id} Told of`));
    await calendar.delete(`/events/${body.id}`, { as: 'editor' }).expect(200);
    await until(() => output.includes(`event.deleted ${body.id} 410`));
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  } finally {
    receiver.kill();
    await calendar.delete(`/webhooks/${webhook.id}`, { as: 'administrator' });
  }
});

it('undo-a-change: lists the revisions of an event, and goes back to the first', async () => {
  const id = await create({ title: 'Kept', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' });
  await calendar.patch(`/events/${id}`, { title: 'Lost' }, { as: 'editor' }).expect(200);
  const [list, restore] = blocks('undo-a-change', 'sh');
  const { revisions } = JSON.parse(await runShell(list!.replace('events/12', `events/${id}`))) as {
    revisions: { revision: number; change: string }[];
  };
  expect(revisions.map(({ change }) => change)).toEqual(['updated', 'created']);
  const here = restore!
    .replace('events/12', `events/${id}`)
    .replace('revisions/41', `revisions/${revisions[1]!.revision}`);
  expect(JSON.parse(await runShell(here))).toMatchObject({ id, title: 'Kept' });
});

it('merge-duplicates: lets a venue become part of another one', async () => {
  const venue = async () =>
    (await calendar.post('/venues', { venue: 'City Hall' }, { as: 'editor' })).body.id as number;
  const [stays, goes] = [await venue(), await venue()];
  const [merge] = blocks('merge-duplicates', 'sh');
  const here = merge!.replace('venues/31', `venues/${goes}`).replace('"into": 4', `"into": ${stays}`);
  expect(JSON.parse(await runShell(here))).toMatchObject({ id: stays });
  expect((await calendar.get(`/venues/${goes}`)).status).toBe(410);
});
