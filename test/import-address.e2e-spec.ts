import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { build } from './support/build.js';
import { Database } from '../src/database/database.js';
import { SeenRecords } from '../src/commands/import/prune.js';
import { Report } from '../src/commands/import/report.js';
import { ImportFolder } from './support/import-command.js';
import { importerOf } from './support/importing.js';

/** The next one, since only events that are not over are pruned. */
const YEAR = new Date().getFullYear() + 1;

let folder: ImportFolder;
let server: Server;
/** The content that the address serves now. */
let file = '';
let status = 200;
let authorization: string | undefined;

beforeAll(() => build(), 300_000);

beforeEach(async () => {
  folder = new ImportFolder();
  [file, status, authorization] = ['', 200, undefined];
  server = createServer((request, response) => {
    ({ authorization } = request.headers);
    response.writeHead(status).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics?key=1`;
const imported = (...args: string[]) => folder.import([address(), '--language', 'en', ...args]);

const calendarOf = (...uids: readonly (number | string)[]) => {
  const events = uids.map((uid) =>
    typeof uid === 'string'
      ? uid
      : `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Event ${uid}\nLOCATION:Hall\nDTSTART:${YEAR}0621T193000Z\nEND:VEVENT`,
  );
  return ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\n');
};

const titles = (state = 'publish') =>
  folder.inCalendar(async (calendar) => {
    const path = `/events?starts_after=2000-01-01&status=${state}&per_page=100`;
    const { events } = (await calendar.get(path, { as: 'editor' })).body;
    return (events as { title: string }[]).map(({ title }) => title).sort();
  });

it('imports a calendar from an address, with a key, and explains failures', async () => {
  file = calendarOf(1);
  const { lines } = await folder.import([address().replace('//', '//me:secret@'), '--language', 'en']);
  expect(lines[0]).toBe('created: 1 record, 1 event');
  expect(authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  await folder.import([address(), '--language', 'en'], { env: { IMPORT_SOURCE_KEY: 'token' } });
  expect(authorization).toBe('Bearer token');
  status = 404;
  expect(await imported()).toMatchObject({ status: 2, stderr: expect.stringContaining('answers with HTTP 404.') });
  [status, file] = [200, '<html>'];
  expect(await imported()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is neither an iCalendar file'),
  });
});

it('--prune moves missing events to the trash, asks above a tenth, and spares those of other sources or that cannot be moved', async () => {
  file = calendarOf(1, 2, 3);
  expect((await imported()).status).toBe(0);
  const other = folder.file('other.ics', calendarOf(2, 9));
  expect((await folder.import([other, '--language', 'en'])).status).toBe(0);
  file = calendarOf(3);
  const asked = await imported('--prune');
  expect(asked.status).toBe(1);
  expect(asked.lines.join('\n')).toContain(
    '1 event gone from the source, would be moved to the trash: that is more than a tenth of 3, so none was moved; add --yes to move them',
  );
  const dry = await imported('--prune', '--dry-run');
  expect(dry.lines.join('\n')).toContain('1 event gone from the source, would be moved to the trash');
  expect(await titles()).toEqual(['Event 1', 'Event 2', 'Event 3', 'Event 9']);
  const agreed = await imported('--prune', '--yes');
  expect({ status: agreed.status, text: agreed.lines.join('\n') }).toEqual({
    status: 0,
    text: expect.stringContaining('1 event gone from the source, moved to the trash'),
  });
  expect([await titles(), await titles('trash')]).toEqual([['Event 2', 'Event 3', 'Event 9'], ['Event 1']]);
  // In the end, event 2 is missing in both of its sources.
  file = calendarOf(3);
  expect((await imported('--prune', '--yes')).lines.join('\n')).not.toContain('gone from the source');
  expect(await titles()).toEqual(['Event 2', 'Event 3', 'Event 9']);
  folder.file('other.ics', calendarOf(9));
  expect((await folder.import([other, '--language', 'en', '--prune', '--yes'])).status).toBe(0);
  expect([await titles(), await titles('trash')]).toEqual([
    ['Event 3', 'Event 9'],
    ['Event 1', 'Event 2'],
  ]);
  // An event that cannot be read does not count as missing.
  file = calendarOf('BEGIN:VEVENT\nUID:3\nSUMMARY:Event 3\nDTSTART:never\nEND:VEVENT');
  await imported('--prune', '--yes');
  expect(await titles()).toContain('Event 3');
});

it('--prune does not ask up to a tenth, and keeps events that ended before the source begins', async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number + 1);
  const past = 'BEGIN:VEVENT\nUID:past\nSUMMARY:Past\nDTSTART:20200621T193000Z\nEND:VEVENT';
  file = calendarOf(past, ...numbers);
  await imported();
  file = calendarOf(...numbers.slice(2));
  expect(await imported('--prune')).toMatchObject({ status: 0 });
  expect(await titles('trash')).toEqual(['Event 1', 'Event 2']);
  expect(await titles()).toContain('Past');
});

it('--keep-local keeps fields that editors changed here, counts them, and updates all others', async () => {
  file = calendarOf(1);
  await imported();
  await folder.inCalendar(async (calendar) => {
    const [{ id }] = (await calendar.get('/events?starts_after=2000-01-01')).body.events;
    const body = { title: 'Own title', start_date: `${YEAR}-06-21 16:00`, end_date: `${YEAR}-06-21 17:00`, venue: [] };
    await calendar.patch(`/events/${id}`, body, { as: 'editor' }).expect(200);
  });
  file = calendarOf(1)
    .replace('Event 1', 'New title')
    .replace('193000Z', '203000Z\nDESCRIPTION:New text\nURL:https://example.com/');
  const kept = await imported('--keep-local');
  expect(kept.lines).toContain('updated: 1 record, 1 event');
  expect(kept.lines).toContain('3 fields or records that editors changed here, left as they are');
  const shown = () =>
    folder.inCalendar(async (calendar) => {
      const [event] = (await calendar.get('/events?starts_after=2000-01-01')).body.events;
      const { title, start_date, venue, description, website } = event;
      return { title, start_date, venues: venue.length, description, website };
    });
  const expected = {
    ...{ title: 'Own title', start_date: `${YEAR}-06-21 16:00:00`, venues: 0 },
    ...{ description: '<p>New text</p>', website: 'https://example.com/' },
  };
  expect(await shown()).toEqual(expected);
  // The next import keeps the values of the editors as well; without the option they become those of the source.
  expect((await imported('--keep-local')).lines).toContain('unchanged: 1 record, 1 event');
  expect(await shown()).toEqual(expected);
  expect((await imported()).lines).toContain('updated: 1 record, 1 event');
  expect(await shown()).toMatchObject({ title: 'New title', start_date: `${YEAR}-06-21 16:30:00`, venues: 1 });
});

it('--keep-local keeps what editors wrote in another language, and fields that a later import did not have', async () => {
  file = calendarOf(1);
  await imported();
  await folder.inCalendar(async (calendar) => {
    const [{ id }] = (await calendar.get('/events?starts_after=2000-01-01')).body.events;
    const body = { website: 'https://example.org/own', translations: { fr: { title: 'Titre de la rédaction' } } };
    await calendar.patch(`/events/${id}`, body, { as: 'editor' }).expect(200);
  });
  const inFrench = () => folder.import([address(), '--language', 'fr', '--keep-local']);
  file = calendarOf(1).replace('Event 1', 'Titre du fichier');
  expect((await inFrench()).lines).toContain('1 champ ou fiche modifié ici, laissé tel quel');
  // The file of the import between has no website, so the website of the editor is not one of an import.
  file = calendarOf(1).replace('DTSTART', 'URL:https://example.com/\nDTSTART');
  await imported('--keep-local');
  await folder.inCalendar(async (calendar) => {
    const [event] = (await calendar.get('/events?starts_after=2000-01-01&translations=all')).body.events;
    expect([event.website, event.translations.fr.title]).toEqual(['https://example.org/own', 'Titre de la rédaction']);
  });
});

it('--prune continues after an event that cannot be moved to the trash, and stops on request', async () => {
  file = calendarOf(1, 2, 3, 4);
  const { lines } = await folder.import([address(), '--language', 'en', '--source', 'https://me:secret@example.com/']);
  expect(lines[0]).toBe('created: 4 records, 4 events');
  const options = { language: 'en', author: 'import', source: 'https://example.com/' } as const;
  await folder.inCalendar(async (calendar) => {
    const importer = importerOf(calendar);
    const gone = await importer.findMissing(options.source, new SeenRecords());
    expect(gone.events).toHaveLength(4);
    expect(await importer.prune(gone, new Report(), options, AbortSignal.abort())).toBe(false);
    const trigger = `CREATE TRIGGER refusal BEFORE UPDATE ON events WHEN NEW.status = 'trash' AND OLD.id = ${gone.events[0]}
      BEGIN SELECT RAISE(ABORT, 'refused'); END`;
    await calendar.app.get(Database).write((manager) => manager.query(trigger));
  });
  expect(await titles('trash')).toEqual([]);
  file = calendarOf(4);
  const pruned = await imported('--prune', '--yes', '--source', 'https://example.com/');
  expect(pruned.status).toBe(0);
  expect(pruned.lines).toContain('2 events gone from the source, moved to the trash');
  expect(pruned.lines.at(-1)).toMatch(/^ical:1: .*refused/);
  expect(await titles()).toEqual(['Event 1', 'Event 4']);
});

it('--prune exits with 130 on Ctrl-C, and continues with the next run', async () => {
  const total = 60;
  file = calendarOf(...Array.from({ length: total }, (_, number) => number + 1));
  await imported();
  file = calendarOf(total);
  const removed = () =>
    folder.inCalendar(async (calendar) =>
      Number((await calendar.get('/events?status=trash&per_page=1', { as: 'editor' })).body.total),
    );
  await folder.inCalendar(async ({ app }) => {
    // Each removal takes a moment, so that there is time for the signal.
    const rows =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n';
    const trigger = `CREATE TRIGGER pause BEFORE UPDATE ON events WHEN NEW.status = 'trash' BEGIN ${rows}; END`;
    await app.get(Database).write((manager) => manager.query(trigger));
  });
  const interrupted = await folder.import([address(), '--language', 'en', '--prune', '--yes'], {
    interruptWhen: () => trashedIn(folder.path) > 2,
  });
  expect(interrupted.status).toBe(130);
  const before = await removed();
  expect(before).toBeGreaterThan(2);
  expect(before).toBeLessThan(total - 1);
  expect(interrupted.lines).toContain(`${before} events gone from the source, moved to the trash`);
  expect((await imported('--prune', '--yes')).status).toBe(0);
  expect([await removed(), await titles()]).toEqual([total - 1, [`Event ${total}`]]);
});

/** Read while the command runs. */
function trashedIn(path: string): number {
  const database = new BetterSqlite3(join(path, 'calendar.sqlite'), { readonly: true });
  const { count } = database.prepare("SELECT count(*) AS count FROM events WHERE status = 'trash'").get() as {
    count: number;
  };
  database.close();
  return count;
}

it('--keep-local keeps changes of single dates of a series', async () => {
  const date = (day: number, title: string, place = 'Hall') =>
    [
      ...['BEGIN:VEVENT', 'UID:series', `RECURRENCE-ID:${YEAR}06${day}T193000Z`, `SUMMARY:${title}`],
      ...[`LOCATION:${place}`, `DTSTART:${YEAR}06${day}T203000Z`, 'END:VEVENT'],
    ].join('\n');
  const series = (title: string, ...dates: string[]) => {
    const main = `BEGIN:VEVENT\nUID:series\nSUMMARY:${title}\nLOCATION:Hall\nDTSTART:${YEAR}0621T193000Z\nRRULE:FREQ=DAILY;COUNT=4\nEND:VEVENT`;
    return calendarOf(main, ...dates);
  };
  file = series('Concert', date(22, 'Matinée'));
  await imported();
  const shown = () =>
    folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get('/events?starts_after=2000-01-01')).body;
      return (events as { title: string; start_date: string; venue: { venue: string }[] }[]).map(
        ({ title, start_date, venue }) => [title, start_date.slice(11, 13), venue[0]!.venue],
      );
    });
  await folder.inCalendar(async (calendar) => {
    const { events } = (await calendar.get('/events?starts_after=2000-01-01')).body;
    const own = { title: 'Own' };
    for (const place of [1, 2]) await calendar.patch(`/events/${events[place].id}`, own, { as: 'editor' }).expect(200);
  });
  file = series('Gala', date(22, 'Soirée', 'Park'), date(23, 'Finale', 'Park'), date(24, 'Extra'));
  const kept = await imported('--keep-local');
  expect(kept.lines).toContain('2 fields or records that editors changed here, left as they are');
  const expected = [
    ['Gala', '15', 'Hall'],
    ['Own', '16', 'Park'],
    ['Own', '16', 'Park'],
    ['Extra', '16', 'Hall'],
  ];
  expect(await shown()).toEqual(expected);
  // A date without local changes follows the file, also after its series.
  file = file.replace('Gala', 'Recital').replace('Extra', 'Encore');
  await imported('--keep-local');
  expect(await shown()).toEqual([['Recital', '15', 'Hall'], expected[1], expected[2], ['Encore', '16', 'Hall']]);
  await imported();
  expect((await shown()).map(([title]) => title)).toEqual(['Recital', 'Soirée', 'Finale', 'Encore']);
});
