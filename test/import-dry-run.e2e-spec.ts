import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './support/build.js';
import { ImportFolder } from './support/import-command.js';
import { tecEvent, TecSite, tecTerm, tecVenue } from './support/tec-site.js';

let folder: ImportFolder;

beforeAll(() => build(), 300_000);
beforeEach(() => void (folder = new ImportFolder()));
afterEach(() => folder.remove());

const DRY = 'Dry run: this is what would happen; nothing was stored.';

/** The report of a dry run, and of the import that follows. */
async function reports(source: string, ...args: string[]) {
  const all = [source, '--language', 'en', ...args];
  const dry = await folder.import([...all, '--dry-run']);
  const real = await folder.import(all);
  return { dry: { ...dry, lines: dry.lines.filter((line) => line !== DRY) }, real };
}

const inputs = ['data', 'data/cases'].flatMap((path) =>
  readdirSync(join(__dirname, path))
    .filter((name) => /\.(?:ics|csv|tsv|xlsx|json)$/.test(name))
    .map((name) => join(__dirname, path, name)),
);

it('reports what the import does, for every file of the tests, also where it was imported before', async () => {
  expect(inputs.length).toBeGreaterThan(30);
  for (const input of inputs) {
    const { dry, real } = await reports(input);
    expect([input, dry]).toEqual([input, real]);
  }
}, 300_000);

it('counts each venue and term once, and what one record of the source changes in another', async () => {
  const site = await TecSite.start();
  try {
    const [music, jazz] = [tecTerm(2, 'Music'), tecTerm(3, 'Jazz', { parent: 2 })];
    const halls = [6, 7, 8].map((id) => tecVenue(id, `Hall ${id}`));
    site.lists = { categories: [jazz, music], tags: [], venues: halls, organizers: [] };
    site.events = [
      tecEvent(1, { venue: halls[0], categories: [jazz, music] }),
      tecEvent(2, { venue: halls[1], categories: [jazz] }),
      tecEvent(50, { title: 'Yoga' }),
      tecEvent(51, {
        title: 'Yoga',
        post_parent: 50,
        start_date: '2027-06-12 20:00:00',
        end_date: '2027-06-12 23:30:00',
      }),
    ];
    const { dry, real } = await reports(site.url);
    expect(dry).toEqual(real);
    expect(dry.lines[0]).toContain('3 venues, 2 categories');
    site.events = site.events.slice(1);
    const pruned = await reports(site.url, '--prune', '--yes');
    expect(pruned.dry.lines.filter((line) => !line.includes('gone from'))).toEqual(
      pruned.real.lines.filter((line) => !line.includes('gone from')),
    );
    expect(pruned.dry.lines.join('\n')).toContain('1 event gone from the source, would be moved to the trash');
  } finally {
    await site.stop();
  }
}, 60_000);

it('stores nothing, locks nothing, and makes no database', async () => {
  const path = folder.file('one.csv', 'title,start_date\nConcert,2027-06-21\n');
  const database = folder.url.replace('sqlite:', '');
  expect((await folder.import([path, '--language', 'en', '--dry-run'])).lines).toContain('created: 1 record, 1 event');
  expect(existsSync(database)).toBe(false);
  await folder.inCalendar(async (calendar) => {
    const dry = folder.import([path, '--language', 'en', '--dry-run']);
    const body = { title: 'Meanwhile', start_date: '2027-06-21', end_date: '2027-06-21' };
    const written = await calendar.post('/events', body, { as: 'editor' });
    expect([written.status, (await dry).lines[1]]).toEqual([201, 'created: 1 record, 1 event']);
    const { events } = (await calendar.get('/events?starts_after=2000-01-01')).body;
    expect(events.map(({ title }: { title: string }) => title)).toEqual(['Meanwhile']);
  });
});
