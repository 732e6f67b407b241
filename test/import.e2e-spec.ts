import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Response } from 'supertest';
import { CategoriesService } from '../src/categories/categories.service.js';
import { Database } from '../src/database/database.js';
import { Event } from '../src/events/event.entity.js';
import { EventWriter } from '../src/events/event.writer.js';
import { IMPORT_ACCOUNT } from '../src/import/import-author.js';
import { Importer } from '../src/import/importer.js';
import { recogniseFile } from '../src/import/read-file.js';
import { type Report } from '../src/import/report.js';
import { runImport } from '../src/import/run-import.js';
import { TagsService } from '../src/tags/tags.service.js';
import { itWith } from './support/extensions.js';
import { TestCalendar } from './support/test-calendar.js';

interface Given {
  language?: 'en' | 'fr';
  timezone?: string;
  author?: string;
  dryRun?: boolean;
  signal?: AbortSignal;
}

let calendar: TestCalendar;

const fixture = (name: string) => readFileSync(join(__dirname, 'data', name));

/** Imports what a file would hold, as the command does. */
async function imported(content: Uint8Array | string, given: Given = {}): Promise<Report> {
  const { language = 'en', timezone = 'Europe/Paris', author = IMPORT_ACCOUNT, dryRun = false, signal } = given;
  const { app } = calendar;
  const importer = new Importer(
    app.get(Database),
    app.get(EventWriter),
    app.get(CategoriesService),
    app.get(TagsService),
  );
  const file = recogniseFile(typeof content === 'string' ? Buffer.from(content) : content);
  const entries = file!.read({ timezone, siteTimezone: 'America/Toronto', now: new Date('2027-01-01T00:00:00Z') });
  await importer.checkAuthor(author);
  return runImport(importer, entries, { language, author, dryRun }, signal && { signal });
}

type Answer = Response['body'];

async function events(parameters = '', language = 'en'): Promise<{ events: Answer[]; total: number }> {
  const answer = await calendar.get(`/events?ends_after=2000-01-01&per_page=100${parameters}`, { language });
  expect(answer.status).toBe(200);
  return answer.body;
}

const oneEvent = async (parameters: string): Promise<Answer> => (await events(parameters)).events[0]!;

/** All that a write would change. */
const rows = () =>
  calendar.app
    .get(Database)
    .read((manager) => manager.find(Event, { order: { id: 'ASC' }, relations: { translations: true } }));

const told = (report: Report) => ({
  created: report.recordsThat('created'),
  updated: report.recordsThat('updated'),
  unchanged: report.recordsThat('unchanged'),
  trashed: report.recordsThat('trashed'),
  skipped: report.recordsThat('skipped'),
  refused: report.refused.length,
});
const nothing = { created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: 0, refused: 0 };

const calendarOf = (...parts: string[]) => `BEGIN:VCALENDAR\n${parts.join('\n')}\nEND:VCALENDAR\n`;
const vevent = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\n');
const concert = (uid: string, ...lines: string[]) =>
  vevent(uid, 'SUMMARY:Concert', 'DTSTART:20270621T193000', 'DTEND:20270621T220000', ...lines);

beforeEach(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto', CURRENCY: 'CAD' });
});

afterEach(() => calendar.stop());

describe('the calendars that people publish', () => {
  it.each([
    ['pycon-us-2025.ics', 'en', 18, 18],
    ['toulouse-tech-hub.ics', 'fr', 14, 14],
    ['paris-events.json', 'fr', 12, 36],
  ] as const)('are imported wholly, and again without a change: %s', async (name, language, records, count) => {
    const first = await imported(fixture(name), { language });
    expect(first.refused.map(({ id, reason }) => [id, reason('en')])).toEqual([]);
    expect([first.recordsThat('created'), first.eventsThat('created')]).toEqual([records, count]);
    for (const readers of ['en', 'fr']) expect((await events('', readers)).total).toBe(count);
    const before = await rows();

    const again = await imported(fixture(name), { language });
    expect([again.recordsThat('unchanged'), again.eventsThat('unchanged')]).toEqual([records, count]);
    expect(await rows()).toEqual(before);
  });
});

describe('a conference programme', () => {
  beforeEach(() => imported(fixture('pycon-us-2025.ics'), { timezone: 'America/New_York' }));

  it('is shown in the zone that was asked for, with its kinds as categories', async () => {
    expect(await oneEvent('&search=audio')).toMatchObject({
      title: 'Looking At Audio',
      start_date: '2025-05-17 13:30:00',
      utc_start_date: '2025-05-17 17:30:00',
      timezone: 'America/New_York',
      website: 'https://us.pycon.org/2025/schedule/presentation/103/',
      categories: [{ name: 'Talk' }],
      tags: [{ name: 'talks' }],
      venue: [{ venue: 'Ballroom A' }],
    });
  });

  it('links an event to each of its rooms', async () => {
    const rooms = (await oneEvent('&search="Break"')).venue.map(({ venue }: Answer) => venue);
    expect(rooms).toEqual(['Hall C', 'Ballroom A', 'Ballroom BC', 'Room 301-305', 'Room 310/311']);
    const venues = await calendar.get('/venues?per_page=100');
    expect(venues.body.venues.filter(({ venue }: Answer) => venue === 'Hall C')).toHaveLength(1);
  });

  it('has descriptions whose links lead somewhere', async () => {
    expect((await oneEvent('&search=Doctorow')).description).toContain(
      '<a href="https://us.pycon.org/2025/about/keynote-speakers#cory-doctorow">',
    );
  });
});

describe('a record with several dates', () => {
  beforeEach(() => imported(fixture('paris-events.json')));

  it('is an event whose other dates are its children', async () => {
    const parent = await oneEvent('&search="Triduum pascal"');
    expect(parent).toMatchObject({
      start_date: '2018-03-29 07:00:00',
      post_parent: null,
      language: 'fr',
      slug: 'triduum-pascal',
    });
    const children = await events(`&post_parent=${parent.id}`);
    expect(children.total).toBe(12);
    expect(children.events.find(({ start_date }) => start_date === '2018-03-29 23:00:00')).toMatchObject({
      end_date: '2018-03-30 00:00:00',
      slug: expect.stringMatching(/^triduum-pascal-2018-03-29/),
      venue: [
        {
          venue: 'Église Saint-Gervais,Paris',
          address: '13, rue des Barres',
          zip: '75004',
          city: 'Paris',
          country: 'France',
        },
      ],
    });
  });

  it('knows prices, tags and what stands for free', async () => {
    expect(await oneEvent('&search=Negotiation')).toMatchObject({
      title: 'Negotiation de Olé Khamchanla & Pichet Klunchun',
      cost: 'De 6 à 25 €',
      cost_details: { values: ['6', '25'], currency_code: 'EUR' },
      tags: [{ name: 'danse' }, { name: 'festival' }, { name: 'paris' }],
    });
    expect((await oneEvent('&search=Constellations')).cost).toBe('Free');
  });

  it('does not take a year for the id of a tag', async () => {
    const { tags } = await oneEvent('&search=ambassadeurs');
    expect(tags.map(({ name }: Answer) => name)).toContain('2018');
  });
});

describe('coordinates', () => {
  itWith('geoloc')('are kept where an extension keeps them', async () => {
    await imported(fixture('paris-events.json'));
    expect((await oneEvent('&search=Discontrol')).venue).toMatchObject([{ geo_lat: 48.854638, geo_lng: 2.356174 }]);
  });

  it('refuse nothing where none does', async () => {
    await calendar.stop();
    calendar = await TestCalendar.start({ EXTENSIONS: '' });
    expect(told(await imported(fixture('paris-events.json')))).toEqual({ ...nothing, created: 12 });
  });
});

describe('importing again', () => {
  it('updates what has changed in the file, and only that', async () => {
    await imported(calendarOf(concert('1'), concert('2')));
    const [, other] = await rows();
    const changed = concert('1', 'LOCATION:Hall').replace('Concert', 'Summer concert').replace('T2200', 'T2300');
    expect(told(await imported(calendarOf(changed, concert('2'))))).toEqual({ ...nothing, updated: 1, unchanged: 1 });
    expect(await oneEvent('&search=summer')).toMatchObject({
      end_date: '2027-06-21 23:00:00',
      venue: [{ venue: 'Hall' }],
    });
    expect((await rows())[1]).toEqual(other);
  });

  it('leaves alone what the file does not mention', async () => {
    await imported(calendarOf(concert('1')));
    const { id } = await oneEvent('');
    await calendar.patch(`/events/${id}`, { cost: '20', featured: true, tags: ['outdoors'] }, { as: 'editor' });
    expect(told(await imported(calendarOf(concert('1'))))).toEqual({ ...nothing, unchanged: 1 });
    expect(await oneEvent('')).toMatchObject({ cost: '$20', featured: true, tags: [{ name: 'outdoors' }] });
  });

  it('keeps events that are gone from the file', async () => {
    await imported(calendarOf(concert('1'), concert('2')));
    await imported(calendarOf(concert('2')));
    expect((await events()).total).toBe(2);
  });

  it('adds dates to a series without touching those that are there', async () => {
    const series = (count: number) => calendarOf(concert('1', `RRULE:FREQ=WEEKLY;COUNT=${count}`));
    await imported(series(2));
    const before = await rows();
    const report = await imported(series(3));
    expect([report.eventsThat('created'), report.eventsThat('unchanged')]).toEqual([1, 2]);
    expect((await rows()).slice(0, 2)).toEqual(before);
  });

  it('adds the texts of the other language', async () => {
    await imported(calendarOf(concert('1')));
    await imported(calendarOf(concert('1').replace('Concert', 'Concert d’été')), { language: 'fr' });
    const { alternates, title } = await oneEvent('');
    expect([title, alternates.map(({ language }: Answer) => language)]).toEqual(['Concert', ['en', 'fr']]);
    expect((await events('', 'fr')).events[0]!.title).toBe('Concert d’été');
  });
});

describe('what does not take place', () => {
  const cancelled = calendarOf(concert('1', 'STATUS:CANCELLED'));

  it('is not imported', async () => {
    expect(told(await imported(cancelled))).toEqual({ ...nothing, skipped: 1 });
    expect(await rows()).toEqual([]);
  });

  it('moves to the trash where it was imported before', async () => {
    await imported(calendarOf(concert('1', 'CATEGORIES:Music')));
    expect(told(await imported(cancelled))).toEqual({ ...nothing, trashed: 1 });
    expect((await events()).total).toBe(0);
    const categories = await calendar.get('/categories?hide_empty=false');
    expect(categories.body.categories).toMatchObject([{ name: 'Music', count: 0 }]);
  });

  it('stays in the trash where somebody has put it there', async () => {
    await imported(calendarOf(concert('1')));
    await calendar.delete(`/events/${(await oneEvent('')).id}`, { as: 'editor' });
    expect(told(await imported(calendarOf(concert('1').replace('Concert', 'Other'))))).toEqual({
      ...nothing,
      skipped: 1,
    });
    expect((await events()).total).toBe(0);
  });

  it('is a single date of a series as well', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2')));
    const report = await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20270628T193000')));
    expect([report.eventsThat('unchanged'), report.eventsThat('trashed')]).toEqual([1, 1]);
    expect((await events()).total).toBe(1);
  });
});

describe('records that are refused', () => {
  it('are named with the reason, and the rest is stored', async () => {
    const long = concert('3', `DESCRIPTION:${'é'.repeat(40_000)}`);
    const broken = vevent('2', 'SUMMARY:Broken', 'DTSTART:20270230T100000');
    const report = await imported(calendarOf(concert('1'), broken, long, concert('4')));
    expect(told(report)).toEqual({ ...nothing, created: 2, refused: 2 });
    expect(report.text('fr').split('\n').slice(-2)).toEqual([
      'ical:2 « Broken »: « 2027-02-30T10:00:00 » n’est pas une date, ou cette date n’existe pas.',
      'ical:3 « Concert »: description: Ne doit pas dépasser 60000 octets.',
    ]);
    expect((await events()).total).toBe(2);
  });

  it('leave nothing behind, not even of their other dates or their places', async () => {
    const series = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', 'LOCATION:Hall');
    const tooLong = concert('1', 'RECURRENCE-ID:20270628T193000').replace(
      'SUMMARY:Concert',
      `SUMMARY:${'x'.repeat(300)}`,
    );
    expect(told(await imported(calendarOf(series, tooLong)))).toEqual({ ...nothing, refused: 1 });
    expect(await rows()).toEqual([]);
    expect((await calendar.get('/venues')).body.total).toBe(0);
  });
});

describe('a dry run', () => {
  it('says what would happen and stores nothing', async () => {
    expect(told(await imported(fixture('paris-events.json'), { dryRun: true }))).toEqual({ ...nothing, created: 12 });
    expect(await rows()).toEqual([]);
    for (const kind of ['venues', 'tags']) expect((await calendar.get(`/${kind}?hide_empty=false`)).body.total).toBe(0);
    await expect(
      calendar.app.get(Database).read((manager) => manager.countBy('Account', { name: IMPORT_ACCOUNT })),
    ).resolves.toBe(0);
  });

  it('says what would change', async () => {
    await imported(calendarOf(concert('1'), concert('2')));
    const before = await rows();
    const changed = calendarOf(concert('1').replace('Concert', 'Other'), concert('2'), concert('3'));
    expect(told(await imported(changed, { dryRun: true }))).toEqual({
      ...nothing,
      created: 1,
      updated: 1,
      unchanged: 1,
    });
    expect(await rows()).toEqual(before);
  });
});

describe('the account that writes', () => {
  it('is one that may make categories and tags', async () => {
    await expect(imported(calendarOf(), { author: 'the contributor' })).rejects.toThrow('imports need an editor');
    await expect(imported(calendarOf(), { author: 'nobody' })).rejects.toThrow('There is no account "nobody"');
  });

  it('may be an existing editor', async () => {
    await imported(calendarOf(concert('1')), { author: 'the editor' });
    const me = await calendar.get('/me', { as: 'editor' });
    expect((await oneEvent('')).author).toBe(me.body.id);
  });
});

it('stops after the record under way when it is told to', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  const report = await imported(fixture('paris-events.json'), { signal: controller.signal });
  expect(report.done).toBeLessThan(12);
  expect((await rows()).filter(({ parentId }) => parentId === null)).toHaveLength(report.done);
});

it('lets two imports of the same file run at the same time', async () => {
  const reports = await Promise.all([1, 2].map(() => imported(fixture('toulouse-tech-hub.ics'))));
  expect(reports.flatMap(({ refused }) => refused)).toEqual([]);
  expect((await events()).total).toBe(14);
});
