import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import ts from 'typescript';
import { SLOTS } from '../src/database/write-counter.entity.js';
import { today, writeToken } from '../src/outlets/changes/change-token.js';
import { chromiumPath, launchBrowser } from './support/browser.js';
import { build } from './support/build.js';
import { diagnosticsOf } from './support/client-program.js';
import { freePort } from './support/free-port.js';
import { blocks, RecipeRunner } from './support/recipe-runner.js';
import { tecEvent, TecSite, tecVenue } from './support/tec-site.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

let runner: RecipeRunner;
let calendar: TestCalendar;

beforeAll(build);

beforeEach(async () => {
  runner = await RecipeRunner.open();
  ({ calendar } = runner);
});

afterEach(() => runner.close());

const jsonOf = (text: string) => JSON.parse(text) as { events: { title: string }[] };

(chromiumPath ? it : it.skip)(
  'embed: shows events in a frame of a site that the settings name',
  async () => {
    await runner.create({ title: 'Concert in a frame', start_date: '+1 hour', end_date: '+2 hours' });
    await runner.create({ title: 'No such thing in it', start_date: '+1 hour', end_date: '+2 hours' });
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
  await runner.create({ title: 'Fair', start_date: '2024-12-30', end_date: '2025-01-02', all_day: true });
  await runner.create({
    title: 'Lunch',
    start_date: '2025-01-03 12:00',
    end_date: '2025-01-03 13:00',
    recurrence: 'FREQ=DAILY;COUNT=101',
  });
  await runner.create({ title: 'After the last day', start_date: '2025-05-01 00:00', end_date: '2025-05-01 01:00' });
  const [line] = await runner.runProgram(
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
  const past = await runner.create({
    title: 'Long ago',
    start_date: '1999-06-01 12:00',
    end_date: '1999-06-01 13:00',
    translations: { fr: { title: 'Il y a longtemps' } },
    venue: [{ venue: 'Old hall' }],
  });
  await runner.create({ title: 'Soon', start_date: '+1 hour', end_date: '+2 hours' });
  const { body } = await calendar.get('/events?from=1970-01-01&per_page=1').expect(200);
  expect(body.total).toBe(2);
  const [code] = blocks('all-pages', 'js');
  const lines = await runner.runProgram(code!);
  expect(lines).toContain(`${past} 1999-06-01T12:00:00-04:00 Long ago Il y a longtemps`);
  expect(lines.filter((line) => /^\d+ \d{4}-/.test(line))).toHaveLength(body.total);
  expect(lines.at(-1)).toMatch(/ Old hall$/);

  await runner.runShell(blocks('all-pages', 'sh').join('\n'));
  expect(readFileSync(runner.path('events.csv'), 'utf8')).toContain('Long ago');
  expect(readFileSync(runner.path('events.ics'), 'utf8')).toMatch(/^SUMMARY.*:Long ago\r$/m);
});

it('this-weekend: lists events on Saturday or Sunday', async () => {
  await runner.create({
    title: 'Exhibition',
    start_date: '-10 days',
    end_date: '+10 days',
    venue: [{ venue: 'Gallery' }],
  });
  await runner.create({ title: 'Month after next', start_date: '+60 days', end_date: '+61 days' });
  const [curl] = blocks('this-weekend', 'sh');
  for (const answer of (await runner.runShell(curl!.replaceAll('curl ', `curl --write-out '\\n' `))).trim().split('\n'))
    expect(jsonOf(answer).events.map(({ title }) => title)).toEqual(['Exhibition']);
  const [code] = blocks('this-weekend', 'js');
  const [when, url, ...others] = await runner.runProgram(code!);
  expect(when).toMatch(/: Exhibition, Gallery$/);
  expect(url).toMatch(/\/en\/events\/exhibition$/);
  expect(others).toEqual([]);
});

it('bilingual-import: makes one event with both languages of two files', async () => {
  const [english, french] = blocks('bilingual-import', 'ics');
  writeFileSync(runner.path('english.ics'), english!);
  writeFileSync(runner.path('french.ics'), french!);
  const [commands, read] = blocks('bilingual-import', 'sh');
  const report = await runner.runInProject(commands!.replaceAll(/\w+\.ics/g, (file) => runner.path(file)));
  expect(report).toContain('created: 1 record, 1 event');
  const { events } = jsonOf(await runner.runShell(read!));
  expect(events).toMatchObject([{ title: 'Concert d’été', alternates: [{ language: 'en' }, { language: 'fr' }] }]);
});

it('moving-in: imports a site in both languages', async () => {
  const [first, second] = blocks('moving-in', 'sh');
  const site = await TecSite.start();
  try {
    const from = (commands: string) => runner.runInProject(commands.replace('https://old.example', site.origin));
    const hall = { venue: [tecVenue(6, 'Old Hall')] };
    site.events = [tecEvent(1, { title: 'Move', ...hall })];
    expect(await from(first!)).toContain('created: 1 record, 1 event, 1 venue');
    site.events = [tecEvent(2, { title: 'Déménagement', ...hall })];
    expect(await from(second!.replace('/fr/', '/'))).toContain('mises à jour\u00a0: 1 fiche, 1 événement');
  } finally {
    await site.stop();
  }
});

it('moving-in: imports a table', async () => {
  const [, , table] = blocks('moving-in', 'sh');
  writeFileSync(runner.path('programme.csv'), blocks('moving-in', 'csv')[0]!);
  const rows = await runner.runInProject(table!.replace('programme.csv', runner.path('programme.csv')));
  expect(rows).toContain('created: 2 records, 2 events');
  const { body } = await calendar.get('/events?search=Summer&categories=outdoors&from=2027-06-21').expect(200);
  expect(body.events).toMatchObject([{ title: 'Summer concert', end_date: '2027-06-21 22:00:00', cost: 'Free' }]);
});

it('moving-in: imports an address every hour, with removed events', async () => {
  const [, , , , feed] = blocks('moving-in', 'sh');
  let file = blocks('bilingual-import', 'ics')[0]!.replace('summer-concert-2027', 'hourly');
  const server = createServer((_request, response) => response.end(file));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const hourly = () => runner.runInProject(feed!.replace('https://example.com', `http://127.0.0.1:${port}`));
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
    writeFileSync(runner.path('events.json'), JSON.stringify(json));
    const report = await runner.runInProject(
      commands!.replaceAll(/events\.(?:json|csv)/g, (file) => runner.path(file)),
    );
    expect(report).toContain(
      place === 0 ? 'créées\u00a0: 3 fiches, 3 événements' : 'inchangées\u00a0: 3 fiches, 3 événements',
    );
  }
});

it('writing-with-a-key: creates, translates, cancels and deletes an event, and stores rows once', async () => {
  await calendar.post('/categories', { name: 'Music' }, { as: 'editor' }).expect(201);
  const first = await runner.create({ title: 'First', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' });
  const [post, patch, price, cancel, remove, conditional] = blocks('writing-with-a-key', 'sh');
  const [settings] = post!.split('\n\n');
  const after = async (code: string) =>
    JSON.parse(await runner.runShell(`${settings!}\n${code}`)) as Record<string, unknown>;
  expect(await after(post!)).toMatchObject({ title: 'Summer concert', venue: [{ venue: 'Old Mill' }] });
  expect(await after(patch!)).toMatchObject({ title: 'Concert d’été', excerpt: 'En plein air.' });
  const { id, cost } = await after(price!);
  const { body: inFrench } = await calendar.get(`/events/${String(id)}`, { language: 'fr' });
  expect([cost, inFrench.cost]).toEqual(['Pay what you can', 'Contribution volontaire']);
  expect(await after(cancel!)).toMatchObject({ event_status: 'cancelled', event_status_reason: 'Storm warning.' });
  const [deleted] = remove!.split('\n');
  expect(await after(deleted!)).toMatchObject({ status: 'trash' });
  await runner.runShell(`${settings!}\n${remove!.split('\n')[1]!}`);
  await calendar.get('/events/by-slug/summer-concert').expect(404);

  const [code] = blocks('writing-with-a-key', 'js');
  const lines = await runner.runProgram(code!);
  expect(lines).toEqual([expect.stringMatching(/^row-1: event \d+$/), expect.stringMatching(/^row-2: event \d+$/)]);
  expect(await runner.runProgram(code!)).toEqual(lines);

  const { body: venues } = await calendar.get('/venues?search=public+library').expect(200);
  expect(venues.total).toBe(1);
  // The last command names event 1.
  expect(first).toBe(1);
  const { body: before } = await calendar.get('/events/1').expect(200);
  expect(before.featured).toBe(false);
  expect(await after(conditional!)).toMatchObject({ id: 1, featured: true });
});

it('pictures: uploads one, describes it, and keeps it', async () => {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  writeFileSync(runner.path('poster.jpg'), bytes);
  const [upload, describing, keeping] = blocks('pictures', 'sh');
  const [settings] = upload!.split('\n\n');
  const after = async (code: string) => JSON.parse(await runner.runShell(`${settings!}\n${code}`)) as object;
  expect(await after(upload!)).toMatchObject({ id: 1, width: 30 });
  expect(await after(describing!)).toMatchObject({ focus: { x: 0.5, y: 0.3 }, alt: { fr: 'Un groupe sur une scène' } });
  expect(await after(keeping!)).toMatchObject({ kept: true, removed_utc: null });
});

it('follow-changes: keeps a folder in step with the calendar', async () => {
  const [code] = blocks('follow-changes', 'ts');
  expect(code!.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(30);
  expect(diagnosticsOf(code!, ['node']).map(({ messageText }) => messageText)).toEqual([]);
  const plain = (text: string) => ts.transpile(text, { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ES2022 });
  writeFileSync(runner.path('calendar.mjs'), plain(readFileSync(join('client', 'calendar.ts'), 'utf8')));
  const follow = () => runner.runProgram(plain(code!).replace('./calendar.js', './calendar.mjs'));
  const files = () => readdirSync(runner.path('copy')).filter((file) => file.endsWith('.json'));
  const contents = (file: string) => JSON.parse(readFileSync(runner.path('copy', file), 'utf8')) as { title: string };
  const [kept, removed] = [
    await runner.create({ title: 'Followed', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }),
    await runner.create({ title: 'Removed', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }),
  ];
  await follow();
  expect(files()).toEqual(expect.arrayContaining([`events-${kept}.json`, `events-${removed}.json`]));
  await calendar.patch(`/events/${kept}`, { title: 'Renamed' }, { as: 'editor' }).expect(200);
  await calendar.delete(`/events/${removed}`, { as: 'editor' }).expect(200);
  await follow();
  expect(contents(`events-${kept}.json`).title).toBe('Renamed');
  expect(files()).not.toContain(`events-${removed}.json`);
  const tokenFile = runner.path('copy', 'token');
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
  writeFileSync(runner.path('copy', 'events-0.json'), '{}');
  await follow();
  expect(files()).not.toContain('events-0.json');
  expect(contents(`events-${kept}.json`).title).toBe('Renamed');
  writeFileSync(tokenFile, token.slice(0, 8));
  await expect(follow()).rejects.toThrow('rest_invalid_param');
});

it('search-index: indexes events, and updates what has changed', async () => {
  const [code] = blocks('search-index', 'js');
  const search = async (words: string) => {
    return runner.runProgram(code!.replace('process.argv[2]', JSON.stringify(words)));
  };
  const venue = [{ venue: 'Salle Élan' }];
  const dates = { start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' };
  const id = await runner.create({ title: 'Indexed', description: '<p>Un été de <b>jazz</b></p>', venue, ...dates });
  const other = await runner.create({ title: 'Another', venue, ...dates });
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
  const file = runner.path('receiver.mjs');
  writeFileSync(file, code!.replace('listen(4000)', `listen(${port}, '127.0.0.1', () => console.log('ready'))`));
  const env = { ...runner.environment, WEBHOOK_SECRET: webhook.secret as string };
  const receiver = spawn(process.execPath, runner.argumentsFor(file), { cwd: runner.folder, env });
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
  const id = await runner.create({ title: 'Kept', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' });
  await calendar.patch(`/events/${id}`, { title: 'Lost' }, { as: 'editor' }).expect(200);
  const [list, restore, rehearse] = blocks('undo-a-change', 'sh');
  const { revisions } = JSON.parse(await runner.runShell(list!.replace('events/12', `events/${id}`))) as {
    revisions: { revision: number; change: string }[];
  };
  expect(revisions.map(({ change }) => change)).toEqual(['updated', 'created']);
  const here = (block: string) =>
    runner.runShell(
      block.replace('events/12', `events/${id}`).replace('revisions/41', `revisions/${revisions[1]!.revision}`),
    );
  expect(JSON.parse(await here(rehearse!))).toEqual({ dates_added: 0, dates_removed: 0 });
  expect((await calendar.get(`/events/${id}`)).body.title).toBe('Lost');
  expect(JSON.parse(await here(restore!))).toMatchObject({ id, title: 'Kept' });
});

it.each(['give-people-access', 'donner-acces'])('%s: invites, signs in, makes a key, and disables', async (recipe) => {
  const [settings, create, invite, accept, key, disable] = blocks(recipe, 'sh');
  let id = 0;
  let token = '';
  const here = async (code: string) => {
    const own = `${settings!.replace('cal_…', calendar.keys.administrator)}\n${code}`;
    return JSON.parse(await runner.runShell(own.replace('ID=7', `ID=${id}`).replace('TOKEN=…', `TOKEN=${token}`))) as {
      id: number;
      [field: string]: unknown;
    };
  };
  ({ id } = await here(create!));
  const { url } = await here(invite!);
  token = String(url).split('#invitation=')[1]!;
  expect(await here(accept!)).toMatchObject({ account: { id, email: 'marie@example.org' } });
  expect(await here(`ID=${id}\n${key!}`)).toMatchObject({ scope: 'events', key: expect.stringMatching(/^cal_/) });
  expect(await here(`ID=${id}\n${disable!}`)).toMatchObject({ id, disabled: true });
});

it('merge-duplicates: lets a venue become part of another one', async () => {
  const venue = async () =>
    (await calendar.post('/venues', { venue: 'City Hall' }, { as: 'editor' })).body.id as number;
  const [stays, goes] = [await venue(), await venue()];
  const [merge] = blocks('merge-duplicates', 'sh');
  const here = merge!.replace('venues/31', `venues/${goes}`).replace('"into": 4', `"into": ${stays}`);
  expect(JSON.parse(await runner.runShell(here))).toMatchObject({ id: stays });
  expect((await calendar.get(`/venues/${goes}`)).status).toBe(410);
});
