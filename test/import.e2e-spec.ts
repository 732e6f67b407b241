import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Response } from 'supertest';
import { Database } from '../src/database/database.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { type Report } from '../src/commands/import/report.js';
import { itWith } from './support/extensions.js';
import { type ImportSettings, importInto } from './support/importing.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

const fixture = (name: string) => readFileSync(join(__dirname, 'data', name));

const imported = (content: Uint8Array | string, given?: ImportSettings) => importInto(calendar, content, given);

type Answer = Response['body'];

async function events(parameters = '', language = 'en'): Promise<{ events: Answer[]; total: number }> {
  const answer = await calendar.get(`/events?ends_after=2000-01-01&per_page=100${parameters}`, { language });
  expect(answer.status).toBe(200);
  return answer.body;
}

const oneEvent = async (parameters: string): Promise<Answer> => (await events(parameters)).events[0]!;

/** The stored state that a write could change. */
const rows = () =>
  calendar.app.get(Database).read((manager) =>
    manager.find(Event, {
      order: { id: 'ASC', translations: { language: 'ASC' } },
      relations: { translations: true },
    }),
  );

const told = (report: Report) => ({
  created: report.countRecords('created'),
  updated: report.countRecords('updated'),
  unchanged: report.countRecords('unchanged'),
  trashed: report.countRecords('trashed'),
  skipped: report.countRecords('skipped'),
  refused: report.refused.length,
});
const nothing = { created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: 0, refused: 0 };

const calendarOf = (...parts: string[]) => `BEGIN:VCALENDAR\n${parts.join('\n')}\nEND:VCALENDAR\n`;
const vevent = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\n');
const concert = (uid: string, ...lines: string[]) =>
  vevent(uid, 'SUMMARY:Concert', 'DTSTART:20270621T193000', 'DTEND:20270621T220000', ...lines);

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto', CURRENCY: 'CAD' });
});

afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

describe('published calendars', () => {
  it.each([
    ['pycon-us-2025.ics', 'en', 18, 18],
    ['toulouse-tech-hub.ics', 'fr', 14, 14],
  ] as const)('are imported completely, and again without changes: %s', async (name, language, records, count) => {
    const first = await imported(fixture(name), { language });
    expect(first.refused.map(({ id, reason }) => [id, reason('en')])).toEqual([]);
    expect([first.countRecords('created'), first.countEvents('created')]).toEqual([records, count]);
    for (const readers of ['en', 'fr']) expect((await events('', readers)).total).toBe(count);
    const before = await rows();

    const again = await imported(fixture(name), { language });
    expect([again.countRecords('unchanged'), again.countEvents('unchanged')]).toEqual([records, count]);
    expect(await rows()).toEqual(before);
  });
});

describe('a conference programme', () => {
  beforeEach(() => imported(fixture('pycon-us-2025.ics'), { timezone: 'America/New_York' }));

  it('is shown in the requested time zone, with its types as categories', async () => {
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

  it('has descriptions with working links', async () => {
    expect((await oneEvent('&search=Doctorow')).description).toContain(
      '<a href="https://us.pycon.org/2025/about/keynote-speakers#cory-doctorow">',
    );
  });
});

describe('keywords', () => {
  const record = (uid: string, keywords: string) =>
    vevent(uid, `SUMMARY;LANGUAGE=fr:Bal ${uid}`, 'DTSTART;VALUE=DATE:20270202', `CATEGORIES:${keywords}`);
  const categoriesOf = async (uid: string): Promise<Answer[]> => (await oneEvent(`&search="Bal ${uid}"`)).categories;

  it('become categories, in the language of the file, by their names regardless of case and accents', async () => {
    const known = await calendar.post(
      '/categories',
      { name: 'Theatre', translations: { fr: { name: 'Théâtre' } } },
      { as: 'editor' },
    );
    await imported(calendarOf(record('1', 'THEATRE,Cinéma,cinema,1900'), record('2', 'cinéma,théatre,1900')));
    const [first, second] = await Promise.all(['1', '2'].map(categoriesOf));
    expect(first!.map(({ id }) => id).sort()).toEqual(second!.map(({ id }) => id).sort());
    expect(first!.map(({ name }) => name).sort()).toEqual(['1900', 'Cinéma', 'Theatre']);
    expect(first!.map(({ id }) => id)).toContain(known.body.id);
    const cinema = await calendar.get('/categories?search=cinema', { language: 'fr' });
    expect(cinema.body.categories).toMatchObject([{ name: 'Cinéma', language: 'fr', count: 2 }]);
  });

  it('that are spelled like one of several categories mean that one', async () => {
    for (const name of ['Cote', 'Côte']) await calendar.post('/categories', { name }, { as: 'editor' });
    await imported(calendarOf(record('1', 'Côte')));
    expect(await categoriesOf('1')).toMatchObject([{ name: 'Côte' }]);
  });
});

describe('the report', () => {
  const last = (report: Report, language: 'en' | 'fr') => report.text(language).split('\n\n').slice(1);

  it('counts events in the zone of the site, if the file has no zone', async () => {
    const content = calendarOf(
      concert('1', 'RRULE:FREQ=DAILY;COUNT=2'),
      vevent('2', 'SUMMARY:x', 'DTSTART:20270105T100000Z'),
    );
    const report = await imported(content, { timezone: undefined });
    expect(last(report, 'en')).toEqual([
      '2 events without a known zone, taken as America/Toronto; --timezone changes it',
    ]);
    expect(last(report, 'fr')).toEqual([
      '2 événements sans fuseau horaire connu, à l’heure de America/Toronto; --timezone change ce fuseau',
    ]);
    expect(await oneEvent('&search=concert')).toMatchObject({ utc_start_date: '2027-06-21 23:30:00' });
  });

  it('does not mention the zone if the file defines a single one, or one was requested', async () => {
    const report = await imported(fixture('toulouse-tech-hub.ics'), { language: 'fr', timezone: undefined });
    expect(last(report, 'fr')).toEqual([]);
    const { events: found } = await events('', 'fr');
    expect(new Set(found.map(({ timezone }) => timezone))).toEqual(new Set(['Europe/Paris']));
    expect(last(await imported(calendarOf(concert('1')), { timezone: 'Asia/Tokyo' }), 'en')).toEqual([]);
  });

  it('mentions an unknown zone, also if the calendar has one of its own', async () => {
    const content = calendarOf(
      'X-WR-TIMEZONE:Europe/Paris',
      vevent('1', 'SUMMARY:Concert', 'DTSTART;TZID=Zone of nowhere:20270621T193000', 'DURATION:PT1H'),
      vevent('2', 'SUMMARY:Talk', 'DTSTART;TZID=Europe/Paris:20270621T193000', 'DURATION:PT1H'),
    );
    expect(last(await imported(content, { timezone: undefined }), 'en')).toEqual([
      '1 event without a known zone, taken as Europe/Paris; --timezone changes it',
    ]);
  });

  it('names broken parts of a description that cannot be repaired for certain', async () => {
    const broken = 'DESCRIPTION:<p><a href="http://[https://a.example/](https://b.example/)!c">Map</a></p>';
    expect(last(await imported(calendarOf(concert('1', broken))), 'en')).toEqual([
      'ical:1 “Concert” (line 2): description: look at “http://[https://a.example/](https://b.example/)!c”; it leads nowhere, or is left over from another format.',
    ]);
  });

  it('names websites and images that are left out because they are no web addresses', async () => {
    const weekly = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', 'URL:see our site', 'IMAGE;VALUE=URI:cid:poster');
    expect(
      last(await imported(calendarOf(weekly, concert('2', 'URL:https://a.example/')), { timezone: 'UTC' }), 'en'),
    ).toEqual([
      [
        'ical:1 “Concert” (line 2): website: “see our site” is no web address, and was left out.',
        'ical:1 “Concert” (line 2): image: “cid:poster” is no web address, and was left out.',
      ].join('\n'),
    ]);
    const french = calendarOf(concert('7', 'URL:aucun'));
    expect(last(await imported(french, { language: 'fr', timezone: 'UTC' }), 'fr')).toEqual([
      'ical:7 «\u00a0Concert\u00a0» (ligne 2)\u00a0: website\u00a0: «\u00a0aucun\u00a0» n’est pas une adresse web\u00a0: laissée de côté.',
    ]);
  });
});

describe('coordinates', () => {
  const located = calendarOf(concert('1', 'LOCATION:Hall', 'GEO:48.854638;2.356174'));

  itWith('geoloc')('are kept where an extension keeps them', async () => {
    await imported(located);
    expect((await oneEvent('')).venue).toMatchObject([{ geo_lat: 48.854638, geo_lng: 2.356174 }]);
  });

  it('are ignored without the extension', async () => {
    const extended = calendar;
    calendar = await TestCalendar.start({ EXTENSIONS: '' });
    try {
      expect(told(await imported(located))).toEqual({ ...nothing, created: 1 });
    } finally {
      await calendar.stop();
      calendar = extended;
    }
  });
});

it('reads the visible text of a whole page in a description', async () => {
  const page =
    '<!DOCTYPE html>\\n<html><HEAD>\\n<title>Draft 3</title></HEAD><body><p>Jazz\\, and more</p></body></html>';
  await imported(calendarOf(concert('1', 'DESCRIPTION:Jazz', `X-ALT-DESC;FMTTYPE=text/html:${page}`)));
  expect((await oneEvent('')).description).toBe('<p>Jazz, and more</p>');
});

it.each([
  ['CN="Jane%20Do%C3%A9"', 'Jane Doé'],
  ['CN=100% Jazz', '100% Jazz'],
  ['CN=Caf%E9', 'Caf%E9'],
])('finds an organizer by name, also as The Events Calendar writes it: %s', async (parameter, name) => {
  await imported(calendarOf(concert('1', `ORGANIZER;${parameter}:mailto:jane@example.com`)));
  expect((await oneEvent('')).organizer).toMatchObject([{ organizer: name }]);
});

it('recognizes whole days as Exchange writes them, from midnight to midnight', async () => {
  const days = (uid: string, ...lines: string[]) =>
    vevent(uid, `SUMMARY:Fair ${uid}`, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', ...lines);
  await imported(
    calendarOf(
      days(
        '1',
        'DTSTART;TZID=Romance Standard Time:20270327T000000',
        'DTEND;TZID=Romance Standard Time:20270329T000000',
      ),
      days(
        '2',
        'DTSTART;TZID=Romance Standard Time:20270327T090000',
        'DTEND;TZID=Romance Standard Time:20270327T170000',
      ),
      days('3', 'DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270328'),
    ),
  );
  const { events: found } = await events('&orderby=id');
  expect(found.map(({ all_day, start_date, end_date }) => [all_day, start_date, end_date])).toEqual([
    [true, '2027-03-27 00:00:00', '2027-03-28 23:59:59'],
    [false, '2027-03-27 09:00:00', '2027-03-27 17:00:00'],
    [true, '2027-03-27 00:00:00', '2027-03-27 23:59:59'],
  ]);
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

  it('keeps values that the file does not mention', async () => {
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

  it('adds dates to a series without changing the others', async () => {
    const series = (count: number) => calendarOf(concert('1', `RRULE:FREQ=WEEKLY;COUNT=${count}`));
    await imported(series(2));
    const before = await rows();
    const report = await imported(series(3));
    // The first one represents the series, which has another rule now.
    const outcomes = (['created', 'updated', 'unchanged'] as const).map((outcome) => report.countEvents(outcome));
    expect(outcomes).toEqual([1, 1, 1]);
    const withoutRule = (row: Event) => ({ ...row, revision: 0, modifiedAt: null, recurrence: null });
    expect((await rows()).slice(0, 2).map(withoutRule)).toEqual(before.map(withoutRule));
  });

  it('writes addresses and images for its language, if that is not the original', async () => {
    const file = (site: string, name: string) =>
      calendarOf(
        concert(
          '1',
          `URL:https://example.com/${site}`,
          `ATTACH;FMTTYPE=image/png:https://example.com/${site}.png`,
        ).replace('Concert', name),
      );
    const shown = async () => {
      const [en, fr] = [await oneEvent(''), (await events('', 'fr')).events[0]!];
      return [en, fr].map(({ website, image }: Answer) =>
        [website, image.url].map((url: string) => url.replace('https://example.com/', '')),
      );
    };
    await imported(file('en', 'Concert'), { language: 'en' });
    await imported(file('fr', 'Concert d’été'), { language: 'fr' });
    expect(await shown()).toEqual([
      ['en', 'en.png'],
      ['fr', 'fr.png'],
    ]);
    for (const [site, name, language] of [
      ['en', 'Concert', 'en'],
      ['fr', 'Concert d’été', 'fr'],
    ] as const)
      expect(told(await imported(file(site, name), { language }))).toEqual({ ...nothing, unchanged: 1 });
    // In the original language it is the value for all languages.
    await imported(file('new', 'Concert'), { language: 'en' });
    expect(await shown()).toEqual([
      ['new', 'new.png'],
      ['fr', 'fr.png'],
    ]);
    await imported(file('new', 'Concert d’été'), { language: 'fr' });
    await imported(file('last', 'Concert'), { language: 'en' });
    expect(await shown()).toEqual([
      ['last', 'last.png'],
      ['last', 'last.png'],
    ]);
  });

  it('creates no translation if a file of another language has the same texts', async () => {
    const file = calendarOf(concert('1', 'URL:https://example.com/site'));
    await imported(file, { language: 'en' });
    expect(told(await imported(file, { language: 'fr' }))).toEqual({ ...nothing, unchanged: 1 });
    await imported(file.replace('/site', '/autre'), { language: 'fr' });
    expect((await events('', 'fr')).events[0]).toMatchObject({
      title: 'Concert',
      website: 'https://example.com/autre',
      language: 'fr',
    });
    expect(await oneEvent('')).toMatchObject({ website: 'https://example.com/site', language: 'en' });
  });

  it('adds the texts of the other language', async () => {
    await imported(calendarOf(concert('1')));
    await imported(calendarOf(concert('1').replace('Concert', 'Concert d’été')), { language: 'fr' });
    const { alternates, title } = await oneEvent('');
    expect([title, alternates.map(({ language }: Answer) => language)]).toEqual(['Concert', ['en', 'fr']]);
    expect((await events('', 'fr')).events[0]!.title).toBe('Concert d’été');
  });
});

describe('a recurring event', () => {
  const series = async (): Promise<Answer> => (await events()).events.find(({ recurrence }: Answer) => recurrence)!;

  it('is a series whose dates may have overrides', async () => {
    const weekly = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20270705T193000');
    const moved = vevent(
      '1',
      ...['RECURRENCE-ID:20270628T193000', 'SUMMARY:Matinée', 'DTSTART:20270629T150000', 'DTEND:20270629T160000'],
    );
    const file = calendarOf(weekly, moved);
    const report = await imported(file);
    expect(report.countEvents('created')).toBe(3);
    expect((await series()).recurrence).toEqual({ rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2027-07-05'], rdates: [] });
    const { events: found } = await events();
    expect(found.map(({ title, start_date, occurrence }) => [title, start_date, occurrence.date])).toEqual([
      ['Concert', '2027-06-21 19:30:00', '2027-06-21'],
      ['Matinée', '2027-06-29 15:00:00', '2027-06-28'],
      ['Concert', '2027-07-12 19:30:00', '2027-07-12'],
    ]);
    const before = await rows();
    expect((await imported(file)).countEvents('unchanged')).toBe(3);
    expect(await rows()).toEqual(before);
  });

  it('may be excluded at one of two times of a day, and overridden at the other', async () => {
    const evening = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270628T193000', 'RDATE:20270628T110000');
    const moved = vevent(
      '1',
      ...['RECURRENCE-ID:20270628T110000', 'SUMMARY:Matinée', 'DTSTART:20270629T110000', 'DTEND:20270629T120000'],
    );
    await imported(calendarOf(evening, moved));
    expect((await events()).events.map(({ start_date }) => start_date)).toEqual([
      ...['2027-06-21 19:30:00', '2027-06-29 11:00:00', '2027-07-05 19:30:00'],
    ]);
  });

  it('begins with the first date that is not excluded', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270621T193000')));
    expect(await series()).toMatchObject({
      start_date: '2027-06-28 19:30:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
    });
    expect((await events()).total).toBe(2);
  });

  it('keeps dates excluded that are created years later', async () => {
    await imported(
      calendarOf(concert('1', 'RRULE:FREQ=YEARLY', 'EXDATE:20330621T193000', 'EXDATE;VALUE=DATE:20340621')),
    );
    expect((await series()).recurrence).toEqual({
      ...{ rrule: 'FREQ=YEARLY', exdates: ['2033-06-21', '2034-06-21'], rdates: [] },
    });
  });

  it('follows rules like other series, whatever other programs make of them', async () => {
    const lastOfTwo = 'RRULE:FREQ=YEARLY;UNTIL=20280821T235959;BYMONTH=6,8;BYMONTHDAY=21;BYSETPOS=-1';
    await imported(calendarOf(concert('1', lastOfTwo)));
    const { events: found } = await events();
    expect(found.map(({ start_date }) => start_date.slice(0, 10))).toEqual(['2027-06-21', '2027-08-21', '2028-08-21']);
    expect((await series()).recurrence.rdates).toEqual([]);
    expect((await series()).recurrence.rrule).toMatch(/UNTIL=20280821$/);
  });

  it('has the next 750 dates if the file adds more', async () => {
    const start = Date.UTC(2027, 5, 22, 19, 30);
    const stamp = (day: number) => new Date(start + day * 86_400_000).toISOString().replace(/[-:]|\.\d+|Z$/g, '');
    const dates = Array.from({ length: 800 }, (_, day) => stamp(day));
    const content = calendarOf(concert('1', `RDATE:${dates.join(',')}`));
    expect(told(await imported(content))).toEqual({ ...nothing, created: 1 });
    const { rdates } = (await series()).recurrence;
    expect([rdates.length, rdates.at(-1)]).toEqual([749, '2029-07-09 19:30']);
    expect(told(await imported(content))).toEqual({ ...nothing, unchanged: 1 });
  });

  it('may be overridden on an added date, or only last longer', async () => {
    const at = (day: string, ...more: string[]) =>
      vevent('1', `RECURRENCE-ID:${day}T193000`, `DTSTART:${day}T193000`, `DTEND:${day}T233000`, ...more);
    const file = calendarOf(
      concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20270623T193000,20270624T193000,20270625T193000'),
      at('20270624', 'SUMMARY:Concert', 'URL:https://example.com/longer'),
      at('20270625', 'SUMMARY:Soirée'),
    );
    await imported(file);
    expect((await series()).recurrence.rdates).toEqual([
      ...['2027-06-23 19:30', '2027-06-24 19:30/23:30', '2027-06-25 19:30'],
    ]);
    const { events: found } = await events();
    expect(found.map(({ title, end_date, website }) => [title, end_date, website])).toEqual([
      ['Concert', '2027-06-21 22:00:00', null],
      ['Concert', '2027-06-23 22:00:00', null],
      ['Concert', '2027-06-24 23:30:00', null],
      ['Soirée', '2027-06-25 23:30:00', null],
      ['Concert', '2027-06-28 22:00:00', null],
    ]);
    const before = await rows();
    await imported(file);
    expect(await rows()).toEqual(before);
  });

  it('lasts on an added date as long as the file says', async () => {
    const periods = 'RDATE;VALUE=PERIOD:20270623T173000Z/20270623T220000Z,20270624T080000Z/PT30M,20270625T173000Z/P1D';
    const file = calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2', periods));
    await imported(file);
    const { events: found } = await events();
    expect(found.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-06-21 19:30:00', '2027-06-21 22:00:00'],
      ['2027-06-23 19:30:00', '2027-06-24 00:00:00'],
      ['2027-06-24 10:00:00', '2027-06-24 10:30:00'],
      ['2027-06-25 19:30:00', '2027-06-26 19:30:00'],
      ['2027-06-28 19:30:00', '2027-06-28 22:00:00'],
    ]);
    const before = await rows();
    await imported(file);
    expect(await rows()).toEqual(before);
    const backwards = concert('2', 'RDATE;VALUE=PERIOD:20270623T173000Z/20270623T160000Z');
    expect(told(await imported(calendarOf(backwards)))).toEqual({ ...nothing, refused: 1 });
  });

  it('takes as many days on an added date as the file says', async () => {
    const days = (...more: string[]) => vevent('1', 'SUMMARY:Fair', ...more);
    const file = calendarOf(
      days(
        ...['DTSTART;VALUE=DATE:20270621', 'DTEND;VALUE=DATE:20270623'],
        ...['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=DATE:20270624,20270701,20270705'],
      ),
      days('RECURRENCE-ID;VALUE=DATE:20270701', 'DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270704'),
      days('RECURRENCE-ID;VALUE=DATE:20270705', 'DTSTART;VALUE=DATE:20270705', 'DTEND;VALUE=DATE:20270706'),
    );
    await imported(file);
    const { events: found } = await events();
    expect(found.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-06-21 00:00:00', '2027-06-22 23:59:59'],
      ['2027-06-24 00:00:00', '2027-06-25 23:59:59'],
      ['2027-06-28 00:00:00', '2027-06-29 23:59:59'],
      ['2027-07-01 00:00:00', '2027-07-03 23:59:59'],
      ['2027-07-05 00:00:00', '2027-07-05 23:59:59'],
    ]);
    const before = await rows();
    await imported(file);
    expect(await rows()).toEqual(before);
  });

  it('takes place on an added date in the zone that the file names', async () => {
    const elsewhere = vevent(
      '1',
      ...['SUMMARY:Concert', 'RECURRENCE-ID:20270624T193000'],
      ...['DTSTART;TZID=America/Toronto:20270624T193000', 'DTEND;TZID=America/Toronto:20270624T220000'],
    );
    await imported(calendarOf(concert('1', 'RDATE:20270624T193000'), elsewhere));
    const { events: found } = await events();
    expect(found.map(({ starts_at, timezone }) => [starts_at, timezone])).toEqual([
      ['2027-06-21T19:30:00+02:00', 'Europe/Paris'],
      ['2027-06-24T19:30:00-04:00', 'America/Toronto'],
    ]);
  });

  it('excludes what an EXRULE excludes, as older programs write it', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXRULE:FREQ=WEEKLY;INTERVAL=2')));
    const { events: found } = await events();
    expect(found.map(({ start_date }) => start_date.slice(0, 10))).toEqual(['2027-06-28', '2027-07-12']);
  });

  it('may have its rule in lower case', async () => {
    await imported(calendarOf(concert('1', 'rrule:freq=weekly; byday=mo;count=2')));
    expect((await series()).recurrence.rrule).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=2');
  });

  it.each(['COUNT=0', 'COUNT=-3', 'RSCALE=HEBREW', 'SKIP=FORWARD'])(
    'is refused if its dates cannot be known: a rule with %s',
    async (part) => {
      const report = await imported(calendarOf(concert('1', `RRULE:FREQ=MONTHLY;${part}`)));
      expect(report.refused.map(({ reason }) => reason('en'))).toEqual([
        `Its rule of recurrence cannot be understood: “RRULE:FREQ=MONTHLY;${part}”.`,
      ]);
      expect((await events()).total).toBe(0);
    },
  );

  it('may take place several times a day by its rule: its dates become single ones', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=DAILY;COUNT=4;BYHOUR=10,19')));
    expect((await events()).total).toBe(4);
    expect((await series()).recurrence).toMatchObject({ rrule: null, rdates: { length: 3 } });
  });

  it('keeps dates away that were removed here', async () => {
    const file = calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3'));
    await imported(file);
    await calendar.delete(`/events/${(await events()).events[1]!.id}`, { as: 'editor' }).expect(200);
    await imported(file);
    expect((await events()).total).toBe(2);
  });

  it('may have a date before the one that its rule begins with', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20270601T193000')));
    const { events: found } = await events();
    expect(found.map(({ start_date }) => start_date.slice(0, 10))).toEqual(['2027-06-01', '2027-06-21', '2027-06-28']);
  });

  it('takes place on its added date if the first one is overridden and the others are excluded', async () => {
    const changed = concert('1', 'RECURRENCE-ID:20270621T193000').replace('Concert', 'Opening');
    const twice = ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20270622T193000', 'RDATE:20270731T193000'];
    expect((await imported(calendarOf(concert('1', ...twice), changed))).refused).toEqual([]);
    const { events: found } = await events();
    expect(found.map(({ title, start_date }) => [title, start_date.slice(0, 10)])).toEqual([
      ['Opening', '2027-06-21'],
      ['Concert', '2027-07-31'],
    ]);
  });

  it('takes place only on its days if the first one is overridden and another date is added before the next', async () => {
    const changed = concert('1', 'RECURRENCE-ID:20270621T193000').replace('Concert', 'Opening');
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20270623T193000'), changed));
    const { events: found } = await events();
    expect(found.map(({ start_date }) => start_date.slice(0, 10))).toEqual([
      ...['2027-06-21', '2027-06-23', '2027-06-28', '2027-07-05'],
    ]);
  });

  it('continues without end if its first date is overridden and another date is added before the next', async () => {
    const changed = concert('1', 'RECURRENCE-ID:20270621T193000').replace('Concert', 'Opening');
    const file = calendarOf(concert('1', 'RRULE:FREQ=WEEKLY', 'RDATE:20270623T193000'), changed);
    await imported(file);
    const { events: found } = await events();
    expect(found.slice(0, 4).map(({ title, start_date }) => `${start_date.slice(0, 10)} ${title}`)).toEqual([
      ...['2027-06-21 Opening', '2027-06-23 Concert', '2027-06-28 Concert', '2027-07-05 Concert'],
    ]);
    expect((await series()).recurrence).toMatchObject({ rrule: 'FREQ=WEEKLY', rdates: [] });
    const before = await rows();
    expect((await imported(file)).countEvents('created')).toBe(0);
    expect(await rows()).toEqual(before);
  });

  it('may have several sittings a day, of different lengths', async () => {
    const days = Array.from({ length: 64 }, (_, day) =>
      new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const sittings = days.flatMap((date) => {
      const day = date.replaceAll('-', '');
      return [`${day}T140000/${day}T170000`, `${day}T190000/${day}T210000`];
    });
    const [first, ...others] = ['DTSTART:20270101T140000\nDTEND:20270101T170000', ...sittings.slice(1)];
    const show = calendarOf(vevent('7', 'SUMMARY:Spectacle', first, `RDATE;VALUE=PERIOD:${others.join(',')}`));
    const report = await imported(show);
    expect(report.countEvents('created')).toBe(128);
    const { recurrence, occurrence, id } = await series();
    expect(occurrence).toEqual({ series: id, date: '2027-01-01 14:00' });
    expect([recurrence.rrule, recurrence.rdates.length]).toEqual([null, 127]);
    expect(recurrence.rdates.slice(0, 2)).toEqual(['2027-01-01 19:00/21:00', '2027-01-02 14:00']);
    const before = await rows();
    expect((await imported(show)).countEvents('unchanged')).toBe(128);
    expect(await rows()).toEqual(before);
  });
});

describe('a series that was changed in the calendar', () => {
  const weekly = (...more: string[]) => concert('1', 'RRULE:FREQ=WEEKLY;COUNT=4', ...more);
  const exception = (date: string, ...lines: string[]) => vevent('1', `RECURRENCE-ID:${date}T193000`, ...lines);
  const starts = async () =>
    (await events()).events.map(({ start_date, title }) => `${start_date.slice(0, 16)} ${title}`);
  const at = async (date: string): Promise<Answer> =>
    (await events()).events.find(({ start_date }) => start_date.startsWith(date))!;

  it('stays divided: the part that was split off exists once, as it was made', async () => {
    const file = calendarOf(weekly());
    await imported(file);
    const { id } = await at('2027-07-05');
    const later = { title: 'Matinée', start_date: '2027-07-05 15:00', end_date: '2027-07-05 16:00' };
    await calendar.patch(`/events/${id}?apply=following`, later, { as: 'editor' }).expect(200);
    const before = await rows();
    expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 1 });
    expect(await rows()).toEqual(before);

    await imported(calendarOf(weekly('EXDATE:20270628T193000,20270712T193000', 'LOCATION:Hall')));
    expect(await starts()).toEqual([
      '2027-06-21 19:30 Concert',
      '2027-07-05 15:00 Matinée',
      '2027-07-12 15:00 Matinée',
    ]);
    expect((await at('2027-06-21')).venue).toMatchObject([{ venue: 'Hall' }]);
  });

  it('stays a single event if the series was dissolved', async () => {
    const file = calendarOf(weekly());
    await imported(file);
    const { events: all } = await events();
    await calendar.patch(`/events/${all[2]!.id}`, { title: 'Finale' }, { as: 'editor' }).expect(200);
    await calendar.patch(`/events/${all[0]!.id}`, { recurrence: null }, { as: 'editor' }).expect(200);
    await imported(calendarOf(weekly().replace('T220000', 'T230000')));
    expect(await starts()).toEqual(['2027-06-21 19:30 Concert', '2027-07-05 19:30 Finale']);
    expect((await at('2027-06-21')).end_date).toBe('2027-06-21 23:00:00');
  });

  it('has as many dates as its rule says if the first one is moved', async () => {
    const moved = exception('20270621', 'SUMMARY:Opening', 'DTSTART:20270622T200000', 'DURATION:PT1H');
    const expected = [
      '2027-06-22 20:00 Opening',
      '2027-06-28 19:30 Concert',
      '2027-07-05 19:30 Concert',
      '2027-07-12 19:30 Concert',
    ];
    await imported(calendarOf(weekly(), moved));
    expect(await starts()).toEqual(expected);
    expect((await imported(calendarOf(weekly(), moved))).countEvents('unchanged')).toBe(4);
  });

  it('keeps changes of one of its dates', async () => {
    await imported(calendarOf(weekly()));
    await calendar.patch(`/events/${(await at('2027-06-28')).id}`, { title: 'Guests' }, { as: 'editor' }).expect(200);
    await imported(calendarOf(weekly('LOCATION:Hall').replace('Concert', 'Recital')));
    expect((await starts()).slice(0, 2)).toEqual(['2027-06-21 19:30 Recital', '2027-06-28 19:30 Guests']);
    expect((await at('2027-06-28')).venue).toMatchObject([{ venue: 'Hall' }]);
  });

  it.each([
    ['its dates', 'RDATE:20250113T193000,20250120T193000,20290108T193000', 'RDATE:20290108T193000', '20250120'],
    ['its rule', 'RRULE:FREQ=WEEKLY;COUNT=4', 'RRULE:FREQ=WEEKLY;COUNT=2', '20250120'],
    ['the end of its rule', 'RRULE:FREQ=WEEKLY;UNTIL=20250131', 'RRULE:FREQ=WEEKLY;UNTIL=20250131', '20250113'],
  ])('keeps past dates that are gone from the file: %s', async (_what, first, then, start) => {
    const from = (day: string, lines: string) =>
      calendarOf(concert('1', lines).replaceAll('20270621', day).replace('Concert', `Concert ${day}`));
    await imported(from('20250106', first));
    const before = await rows();
    const { id } = await at('2025-01-20');
    await calendar.patch(`/events/${id}`, { cost: '20' }, { as: 'editor' }).expect(200);
    await imported(from(start, then));
    const after = await rows();
    expect(after.map((row) => [row.id, row.startWall, row.status, row.seriesId])).toEqual(
      before.map((row) => [row.id, row.startWall, row.status, row.seriesId]),
    );
    expect(await at('2025-01-20')).toMatchObject({ id, cost: '$20', title: `Concert ${start}` });
    const again = await imported(from(start, then));
    expect(told(again)).toEqual({ ...nothing, unchanged: 1 });
  });

  it('keeps its first date, once it is over, if the file changes it', async () => {
    const weekly = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3').replaceAll('20270621', '20250106');
    await imported(calendarOf(weekly));
    const before = await rows();
    await imported(calendarOf(weekly, exception('20250106', 'SUMMARY:Recording', 'DTSTART:20250106T193000')));
    expect(await rows()).toEqual(before);
  });

  it('restores a date that was removed, and leaves the trash', async () => {
    const file = calendarOf(concert('1', 'RDATE:20270628T193000,20270705T193000'));
    await imported(file);
    const { id } = await at('2027-06-28');
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    await imported(file);
    expect((await events()).total).toBe(2);
    await calendar.patch(`/events/${id}`, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect((await at('2027-06-28')).occurrence).toMatchObject({ date: '2027-06-28' });
    expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 1 });
  });

  it('begins later if its first date is excluded and the next one was removed here', async () => {
    await imported(calendarOf(weekly()));
    await calendar.delete(`/events/${(await at('2027-06-28')).id}`, { as: 'editor' }).expect(200);
    const report = await imported(calendarOf(weekly('EXDATE:20270621T193000')));
    expect(report.refused.map(({ reason }) => reason('en'))).toEqual([]);
    expect(await starts()).toEqual(['2027-07-05 19:30 Concert', '2027-07-12 19:30 Concert']);
  });

  it('is reset on a date that the file no longer overrides', async () => {
    const moved = exception('20270628', 'SUMMARY:Matinée', 'DTSTART:20270629T150000', 'DTEND:20270629T160000');
    await imported(calendarOf(weekly()));
    const before = (await events()).events.map(({ id }) => id);
    await imported(calendarOf(weekly(), moved));
    expect((await starts())[1]).toBe('2027-06-29 15:00 Matinée');
    await calendar.patch(`/events/${(await at('2027-06-29')).id}`, { cost: '20' }, { as: 'editor' }).expect(200);
    await imported(calendarOf(weekly()));
    expect((await starts())[1]).toBe('2027-06-28 19:30 Concert');
    expect(await at('2027-06-28')).toMatchObject({ cost: '$20', end_date: '2027-06-28 22:00:00' });
    expect((await events()).events.map(({ id }) => id)).toEqual(before);
  });

  it('loses a date that the rule no longer makes, also if the file had overridden it', async () => {
    await imported(calendarOf(weekly(), exception('20270712', 'SUMMARY:Finale', 'DTSTART:20270712T200000')));
    expect((await starts())[3]).toBe('2027-07-12 20:00 Finale');
    await imported(calendarOf(weekly().replace('COUNT=4', 'COUNT=2')));
    expect(await starts()).toEqual(['2027-06-21 19:30 Concert', '2027-06-28 19:30 Concert']);
  });

  it('becomes a single event if the file has no rule any more', async () => {
    await imported(calendarOf(weekly()));
    await calendar.patch(`/events/${(await at('2027-07-05')).id}`, { title: 'Guests' }, { as: 'editor' }).expect(200);
    const report = await imported(calendarOf(concert('1')));
    expect([report.countEvents('updated'), report.countEvents('trashed')]).toEqual([2, 2]);
    expect(await starts()).toEqual(['2027-06-21 19:30 Concert', '2027-07-05 19:30 Guests']);
    await imported(calendarOf(weekly()));
    expect((await at('2027-06-21')).recurrence).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=4' });
  });

  it('is cancelled as a whole by a file that does not repeat its rule', async () => {
    await imported(calendarOf(weekly()));
    await imported(calendarOf('METHOD:CANCEL', concert('1')));
    expect((await events()).events.map(({ event_status }) => event_status)).toEqual(Array(4).fill('cancelled'));
  });

  it('continues if the file lists it date by date', async () => {
    await imported(calendarOf(weekly()));
    const part = vevent('2', 'RELATED-TO:1', 'SUMMARY:Concert', 'DTSTART:20270901T193000');
    await imported(calendarOf(concert('1'), part));
    expect((await starts()).length).toBe(5);
  });

  it.each([
    ['RECURRENCE-ID:20270628T193000'],
    ['RECURRENCE-ID:20270628T173000Z'],
    ['RECURRENCE-ID;TZID=America/Toronto:20270628T133000'],
  ])('has one date cancelled by a file of that date alone: %s', async (id) => {
    await imported(calendarOf(weekly()));
    const alone = vevent('1', id, 'SUMMARY:Concert', 'DTSTART:20270628T193000', 'DTEND:20270628T220000');
    const report = await imported(calendarOf('METHOD:CANCEL', alone));
    expect(told(report)).toEqual({ ...nothing, updated: 1 });
    const states = (await events()).events.map(({ start_date, event_status }) => [
      start_date.slice(0, 10),
      event_status,
    ]);
    expect(states).toEqual([
      ['2027-06-21', 'scheduled'],
      ['2027-06-28', 'cancelled'],
      ['2027-07-05', 'scheduled'],
      ['2027-07-12', 'scheduled'],
    ]);
    await imported(calendarOf(weekly('LOCATION:Hall')));
    expect((await at('2027-06-28')).event_status).toBe('cancelled');
  });

  it('cannot be changed on its first date by a file of that date alone', async () => {
    await imported(calendarOf(weekly()));
    const before = await rows();
    const alone = exception('20270621', 'SUMMARY:Concert', 'DTSTART:20270621T200000');
    const { refused } = await imported(calendarOf(alone));
    expect(refused.map(({ reason }) => reason('en'))).toEqual([expect.stringContaining('first date')]);
    expect(await rows()).toEqual(before);
  });
});

describe('a UID that is too long for the index', () => {
  const uid = `${'040000008200E00074C5B7101A82E008'.repeat(12)}@example.com`;
  const file = calendarOf(concert(uid, 'RRULE:FREQ=WEEKLY;COUNT=2'), concert(`${uid}2`));
  const uids = async (parameters = '') => {
    const { text } = await calendar.get(`/events.ics?start_date=2027-01-01${parameters}`);
    return text
      .replaceAll('\r\n ', '')
      .replaceAll('\r', '')
      .match(/^(?:UID|RELATED-TO):.*$/gm);
  };

  it('is stored nevertheless', async () => {
    await imported(file);
    expect(await uids()).toEqual(expect.arrayContaining([`UID:${uid}`, `RELATED-TO:${uid}`, `UID:${uid}2`]));
    expect(await uids('&occurrences=series')).toEqual(expect.arrayContaining([`UID:${uid}`, `UID:${uid}2`]));
    const before = await rows();
    expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 2 });
    expect(await rows()).toEqual(before);
  });

  it('is added to events that were imported before it was stored', async () => {
    await imported(file);
    await calendar.app
      .get(Database)
      .write((manager) => manager.createQueryBuilder().update(Event).set({ longExternalId: null }).execute());
    expect(told(await imported(file))).toEqual({ ...nothing, updated: 2 });
    expect(await uids()).toEqual(expect.arrayContaining([`UID:${uid}`, `UID:${uid}2`]));
  });
});

describe('a cancelled event', () => {
  const cancelled = calendarOf(concert('1', 'STATUS:CANCELLED'));
  const state = async () => (await oneEvent('')).event_status;

  it.each([
    ['STATUS', cancelled],
    ['METHOD', calendarOf('METHOD:CANCEL', concert('1', 'STATUS:CONFIRMED'))],
  ])('is imported as cancelled: %s', async (_property, file) => {
    expect(told(await imported(file))).toEqual({ ...nothing, created: 1 });
    expect(await state()).toBe('cancelled');
    expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 1 });
  });

  it('stays as cancelled if it was imported before, and is scheduled again if the file says so', async () => {
    await imported(calendarOf(concert('1')));
    expect(await state()).toBe('scheduled');
    expect(told(await imported(cancelled))).toEqual({ ...nothing, updated: 1 });
    expect(await state()).toBe('cancelled');
    await imported(calendarOf(concert('1')));
    expect(await state()).toBe('cancelled');
    await imported(calendarOf(concert('1', 'STATUS:CONFIRMED')));
    expect(await state()).toBe('scheduled');
  });

  it('keeps the status that an editor set if the file has no cancellation', async () => {
    await imported(calendarOf(concert('1')));
    await calendar.patch(`/events/${(await oneEvent('')).id}`, { event_status: 'full' }, { as: 'editor' });
    expect(told(await imported(calendarOf(concert('1', 'STATUS:CONFIRMED'))))).toEqual({ ...nothing, unchanged: 1 });
    expect(await state()).toBe('full');
  });

  it('may be a single date of a series', async () => {
    const off = concert('1', 'RECURRENCE-ID:20270628T193000', 'STATUS:CANCELLED').replaceAll(':20270621', ':20270628');
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2'), off));
    const { events: both } = await events();
    expect(both.map(({ event_status }: Answer) => event_status)).toEqual(['scheduled', 'cancelled']);
  });

  it('stays in the trash if an editor put it there', async () => {
    await imported(calendarOf(concert('1')));
    await calendar.delete(`/events/${(await oneEvent('')).id}`, { as: 'editor' });
    expect(told(await imported(calendarOf(concert('1').replace('Concert', 'Other'))))).toEqual({
      ...nothing,
      skipped: 1,
    });
    expect((await events()).total).toBe(0);
  });

  it('may be a single date of a series in the trash as well', async () => {
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2')));
    const report = await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20270628T193000')));
    expect([report.countEvents('updated'), report.countEvents('trashed')]).toEqual([1, 1]);
    expect((await events()).total).toBe(1);
  });
});

describe('a confidential event', () => {
  it.each(['PRIVATE', 'CONFIDENTIAL', 'X-FAMILY'])('is left out, with its place and its categories: %s', async (of) => {
    const doctor = concert('1', `CLASS:${of}`, 'LOCATION:The doctor', 'CATEGORIES:Health');
    const report = await imported(calendarOf(doctor, concert('2', 'CLASS:PUBLIC')));
    expect(told(report)).toEqual({ ...nothing, created: 1, skipped: 1 });
    expect((await rows()).map(({ externalId }) => externalId)).toEqual(['ical:2']);
    for (const kind of ['venues', 'categories'])
      expect((await calendar.get(`/${kind}?hide_empty=false`)).body.total).toBe(0);
  });

  it('is moved to the trash if it was imported before', async () => {
    await imported(calendarOf(concert('1'), concert('2', 'RRULE:FREQ=WEEKLY;COUNT=3')));
    const hidden = calendarOf(
      concert('1', 'CLASS:PRIVATE'),
      concert('2', 'RRULE:FREQ=WEEKLY;COUNT=3', 'CLASS:PRIVATE'),
    );
    expect(told(await imported(hidden))).toEqual({ ...nothing, trashed: 2 });
    expect((await events()).total).toBe(0);
    expect(told(await imported(hidden))).toEqual({ ...nothing, skipped: 2 });
  });

  it('may be a single date of a series', async () => {
    const weekly = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const own = concert('1', 'RECURRENCE-ID:20270628T193000', 'CLASS:PRIVATE').replaceAll(':20270621', ':20270628');
    await imported(calendarOf(weekly, own));
    expect((await events()).events.map(({ start_date }) => start_date)).toEqual([
      ...['2027-06-21 19:30:00', '2027-07-05 19:30:00'],
    ]);
  });

  it('may be the first date of a series', async () => {
    const weekly = concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3');
    await imported(calendarOf(weekly, concert('1', 'RECURRENCE-ID:20270621T193000', 'CLASS:PRIVATE')));
    expect((await events()).events.map(({ start_date }) => start_date)).toEqual([
      ...['2027-06-28 19:30:00', '2027-07-05 19:30:00'],
    ]);
  });
});

describe('the online address', () => {
  const meeting = 'https://meet.example/x';

  it('is that of CONFERENCE, except for moderators', async () => {
    const moderator = 'CONFERENCE;VALUE=URI;FEATURE=MODERATOR,PHONE:https://meet.example/host';
    const phone = 'CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-613-555-0120';
    const conference = `CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:${meeting}`;
    const file = calendarOf(concert('1', moderator, phone, conference, 'LOCATION:Hall'));
    await imported(file);
    const event = await oneEvent('');
    expect(event).toMatchObject({ attendance: 'mixed', online_url: meeting, venue: [{ venue: 'Hall' }] });
    expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 1 });
  });

  it.each([`X-GOOGLE-CONFERENCE:${meeting}`, `X-MICROSOFT-SKYPETEAMSMEETINGURL:${meeting}`, `LOCATION:${meeting}`])(
    'is %s, and no place',
    async (line) => {
      await imported(calendarOf(concert('1', line)));
      expect(await oneEvent('')).toMatchObject({ attendance: 'online', online_url: meeting, venue: [] });
    },
  );

  it.each([`${meeting}; Hall`, `${meeting} (Hall)`, `${meeting}\\nHall`, `Hall; ${meeting}`, `Hall\\, ${meeting}`])(
    'may be given beside a place: LOCATION:%s',
    async (location) => {
      const file = calendarOf(concert('1', `LOCATION:${location}`));
      await imported(file);
      expect(await oneEvent('')).toMatchObject({
        ...{ attendance: 'mixed', online_url: meeting },
        venue: [{ venue: 'Hall', address: null }],
      });
      expect(told(await imported(file))).toEqual({ ...nothing, unchanged: 1 });
    },
  );

  it('stays as an editor set it if the file has none', async () => {
    await imported(calendarOf(concert('1')));
    const fields = { attendance: 'online', online_url: meeting };
    await calendar.patch(`/events/${(await oneEvent('')).id}`, fields, { as: 'editor' });
    expect(told(await imported(calendarOf(concert('1'))))).toEqual({ ...nothing, unchanged: 1 });
  });
});

describe('an export of this calendar', () => {
  const hall = { venue: 'Town Hall', address: '1 Market Square', city: 'Belle-Rive', province: 'Ontario' };
  const venue = [
    { ...hall, zip: 'K0B 0A3', country: 'Canada' },
    { ...hall, venue: 'Old Mill', zip: 'K0B 0A5', country: 'Canada' },
  ];
  const market = { title: 'Market', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00', venue };
  const exported = async (parameters = '') =>
    (await calendar.get(`/events.ics?ends_after=2000-01-01${parameters}`)).text;

  it('is not imported again: a file has only a part of the data', async () => {
    const body = { ...market, cost: '5', recurrence: 'FREQ=WEEKLY;COUNT=3', website: 'https://example.com/' };
    const { id } = (await calendar.post('/events', body, { as: 'editor' }).expect(201)).body;
    const before = await rows();
    for (const file of [await exported(), await exported('&occurrences=series'), await exported('&per_page=1')]) {
      const report = await imported(file.replaceAll('SUMMARY;LANGUAGE=en:Market', 'SUMMARY:Fair'));
      expect(told(report)).toEqual({ ...nothing, skipped: file.split('BEGIN:VEVENT').length - 1 });
      expect(report.refused).toEqual([]);
    }
    expect(await rows()).toEqual(before);

    const file = await exported('&occurrences=series');
    await calendar.delete(`/events/${id}?force=true`, { as: 'editor' }).expect(200);
    expect((await imported(file)).countEvents('created')).toBe(3);
    expect((await imported(file)).countEvents('unchanged')).toBe(3);
  });

  it('finds its places by their names and cities in another calendar', async () => {
    await calendar.post('/events', market, { as: 'editor' }).expect(201);
    const file = (await exported()).replaceAll(/^UID:.*$/gm, 'UID:another');
    expect(told(await imported(file))).toEqual({ ...nothing, created: 1 });
    const { events: found } = await events();
    const [places, ...others] = found.map((event) => event.venue.map(({ id }: Answer) => id));
    expect([places.length, others]).toEqual([2, [places]]);
    expect((await calendar.get('/venues')).body.total).toBe(2);
  });
});

describe('a file in several encodings', () => {
  const title = 'Été : œuvres, façades, naïvetés et châteaux';
  const file = calendarOf(vevent('1', 'DTSTART:20270621T193000', `SUMMARY:${title}`), '');

  it('may be folded within a character, as programs do that count bytes (RFC 5545, 3.1)', async () => {
    for (const ending of ['\r\n', '\n', '\r\r\n']) {
      const letters = [...Buffer.from(file.replaceAll('\n', ending)).toString('latin1')];
      const folded = letters.map((byte) => (byte === '\u00c3' ? `${byte}${ending} ` : byte)).join('');
      await imported(Buffer.from(folded, 'latin1'), { language: 'fr' });
      expect((await events('', 'fr')).events.map((event) => event.title)).toEqual([title]);
    }
  });

  it('is decoded line by line', async () => {
    const old = Buffer.from(vevent('2', 'DTSTART:20270622T193000', 'SUMMARY:Fête foraine'), 'latin1');
    const [before, after] = file.split('END:VCALENDAR');
    await imported(Buffer.concat([Buffer.from(before!), old, Buffer.from(`\nEND:VCALENDAR${after}`)]));
    expect((await events()).events.map((event) => event.title)).toEqual([title, 'Fête foraine']);
  });
});

describe('records that are refused', () => {
  it('are reported with the reason, and the others are stored', async () => {
    const long = concert('3', `DESCRIPTION:${'é'.repeat(40_000)}`);
    const broken = vevent('2', 'SUMMARY:Broken', 'DTSTART:20270230T100000');
    const report = await imported(calendarOf(concert('1'), broken, long, concert('4')));
    expect(told(report)).toEqual({ ...nothing, created: 2, refused: 2 });
    expect(report.text('fr').split('\n').slice(-2)).toEqual([
      'ical:2 « Broken » (ligne 8) : « DTSTART:20270230T100000 » n’est pas une date, ou cette date n’existe pas.',
      expect.stringMatching(
        /^ical:3 «\u00a0Concert\u00a0» \(ligne 13\)\u00a0: description\u00a0: Ne doit pas dépasser 60000 octets /,
      ),
    ]);
    expect((await events()).total).toBe(2);
  });

  it('are reported as missing if the file is cut off between two of them', async () => {
    const whole = calendarOf(concert('1'), concert('2'));
    const cut = whole.slice(0, whole.lastIndexOf('BEGIN:VEVENT'));
    const report = await imported(cut);
    expect(told(report)).toEqual({ ...nothing, created: 1, refused: 1 });
    expect(report.text('en')).toMatch(/^ical: The file is cut off: its end, END:VCALENDAR, is missing\.$/m);
    expect(told(await imported(`${whole}${cut}`))).toMatchObject({ unchanged: 1, created: 1, refused: 2 });
  });

  it('store nothing, not even their other dates or their places', async () => {
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

describe('the account that imports', () => {
  it('may create categories and tags', async () => {
    await expect(imported(calendarOf(), { author: 'the contributor' })).rejects.toThrow('imports need an editor');
    await expect(imported(calendarOf(), { author: 'nobody' })).rejects.toThrow('There is no account “nobody”');
  });

  it('may be an existing editor', async () => {
    await imported(calendarOf(concert('1')), { author: 'the editor' });
    const me = await calendar.get('/me', { as: 'editor' });
    expect((await oneEvent('')).author).toBe(me.body.id);
  });
});

it('stops after the current record on request', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  const report = await imported(fixture('pycon-us-2025.ics'), { signal: controller.signal });
  expect(report.done).toBeLessThan(18);
  expect((await rows()).filter(({ parentId }) => parentId === null)).toHaveLength(report.done);
});

it('allows two imports of the same file at the same time', async () => {
  const reports = await Promise.all([1, 2].map(() => imported(fixture('toulouse-tech-hub.ics'))));
  expect(reports.flatMap(({ refused }) => refused)).toEqual([]);
  expect((await events()).total).toBe(14);
});
