import { hasExtension } from './support/extensions.js';
import { eventsIn, importInto, instant, line, lines, parameter, parsed, value } from './support/ics.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({
    SITE_NAME: 'Town; hall, calendar',
    SITE_NAME_FR: 'Mairie',
    SITE_TIMEZONE: 'Europe/Paris',
  });
});

afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

const { anEvent, aVenue, anOrganizer, aCategory } = makers(() => calendar);

const ALL = 'from=1900-01-01';

const text = async (path: string, language = 'en'): Promise<string> => {
  const answer = await calendar.get(path, { language });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  return answer.text;
};

const asInstant = (utc: string) => `${utc.replace(' ', 'T')}Z`;

const FESTIVAL = {
  title: undefined,
  translations: {
    en: {
      title: 'Music, dance; “fête” 🎉',
      description: `<p>${'Long — été '.repeat(30)}</p><ul><li>first</li><li>see <a href="https://a.example/b,c;d">this</a></li></ul>`,
    },
    fr: { title: 'Fête de la musique', description: '<p>Une fête\\ici.</p>' },
  },
};

describe('a calendar file', () => {
  it('has a name, an address, and a refresh interval', async () => {
    const file = await text('/events.ics?search=x');
    expect(lines(file).slice(0, 4)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      expect.stringMatching(/^PRODID:/),
      'CALSCALE:GREGORIAN',
    ]);
    const file2 = parsed(file);
    expect(['method', 'name', 'x-wr-calname', 'source', 'x-published-ttl'].map((name) => value(file2, name))).toEqual([
      ...['PUBLISH', 'Town\\; hall\\, calendar', 'Town\\; hall\\, calendar'],
      ...['http://localhost:3000/en/cal/events/v1/events.ics?search=x', 'PT1H'],
    ]);
    expect(line(file, 'REFRESH-INTERVAL')).toBe('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
    expect(value(parsed(await text('/events.ics', 'fr')), 'x-wr-calname')).toBe('Mairie');
    // Every calendar has a component (RFC 5545, 3.6).
    expect(lines(file).slice(-3)).toEqual(['END:VTIMEZONE', 'END:VCALENDAR', '']);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  it('has all data of an event', async () => {
    const venue = await aVenue({
      ...{ venue: 'Salle, grande', address: '1 rue X', zip: '31000', city: 'Toulouse', country: 'France' },
      ...(hasExtension('geoloc') && { geo_lat: 43.6, geo_lng: 1.44 }),
    });
    const silent = await anOrganizer({ organizer: 'Nobody writes to us' });
    const known = await anOrganizer({ organizer: 'Society: "friends"', email: 'us@example.com' });
    const category = await aCategory({ name: 'Dance, jazz' });
    const event = await anEvent({
      ...FESTIVAL,
      ...{ venue: venue.id, organizer: [silent.id, known.id], categories: [category.id] },
      ...{ image: 'https://example.com/a.png', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' },
    });
    const file = await text(`/events/${event.id}.ics`);
    const [found] = eventsIn(file);
    expect(value(found!, 'summary')).toBe(FESTIVAL.translations.en.title);
    expect(parameter(found!, 'summary', 'language')).toBe('en');
    expect(value(found!, 'description')).toBe(
      `${'Long — été '.repeat(30).trim()}\n\n- first\n- see this (https://a.example/b,c;d)`,
    );
    expect(line(file, 'X-ALT-DESC;FMTTYPE=text/html:')).toContain('<li>first</li>');
    expect(value(found!, 'location')).toBe('Salle, grande, 1 rue X, 31000 Toulouse, France');
    if (hasExtension('geoloc')) expect(line(file, 'GEO')).toBe('GEO:43.6;1.44');
    expect(value(found!, 'url')).toBe(event['url']);
    expect(found!.getFirstProperty('categories')!.getValues()).toEqual(['Dance, jazz']);
    expect(value(found!, 'organizer')).toBe('mailto:us@example.com');
    expect(parameter(found!, 'organizer', 'cn')).toBe('Society: "friends"');
    expect(line(file, 'IMAGE')).toBe('IMAGE;DISPLAY=BADGE;VALUE=URI:https://example.com/a.png');
    expect(file).toContain('\r\nDTSTART;TZID=Europe/Paris:20270621T193000\r\n');
    expect(line(file, 'SEQUENCE')).toBe('SEQUENCE:1');
    expect(value(found!, 'dtstamp')).toBe(asInstant(event['modified_utc']!));
    expect(value(found!, 'created')).toBe(asInstant(event['date_utc']!));
    expect(file).not.toContain('ATTACH');
    expect(await text(`/events/by-slug/${event.slug}.ics`)).toBe(file);
  });

  it('has an organizer only with an address that mail programs can use', async () => {
    const organizer = { organizer: 'All', email: 'us+all?bcc=x&50%@example.org' };
    const { id } = await anEvent({ organizer: [organizer] });
    const written = 'mailto:us+all%3Fbcc%3Dx%2650%25@example.org';
    expect(value(eventsIn(await text(`/events/${id}.ics`))[0]!, 'organizer')).toBe(written);
    const { body } = await calendar.get(`/events.jscal?include=${id}`).expect(200);
    expect(body.entries[0].participants['1']).toMatchObject({ email: organizer.email, sendTo: { imip: written } });
  });

  it('is in the requested language, with the same UID in both and after every change', async () => {
    const { id } = await anEvent(FESTIVAL);
    const [english, french] = [await text('/events.ics'), await text('/events.ics', 'fr')];
    expect(line(french, 'SUMMARY')).toBe('SUMMARY;LANGUAGE=fr:Fête de la musique');
    expect(line(french, 'DESCRIPTION')).toBe('DESCRIPTION;LANGUAGE=fr:Une fête\\\\ici.');
    const uid = line(english, 'UID');
    expect([line(french, 'UID'), line(await text(`/events/${id}.ics`), 'UID')]).toEqual([uid, uid]);
    await calendar.patch(
      `/events/${id}`,
      { title: 'Other', slug: 'other', start_date: '2027-06-20' },
      { as: 'editor' },
    );
    const changed = await text('/events.ics');
    expect([line(changed, 'UID'), line(changed, 'SEQUENCE')]).toEqual([uid, 'SEQUENCE:2']);
    const lone = await anEvent({ title: 'Only English' });
    expect(line(await text(`/events/${lone.id}.ics`, 'fr'), 'SUMMARY')).toBe('SUMMARY;LANGUAGE=en:Only English');
    const turned = await text(`/events/${lone.id}.ics?translation_language=fr`);
    expect(line(turned, 'SOURCE')).toBe(line(await text(`/events/${lone.id}.ics`, 'fr'), 'SOURCE'));
    expect(line(turned, 'SOURCE')).toContain('/fr/');
  });

  it('folds its lines within 75 octets without splitting characters', async () => {
    await anEvent({ title: '🎉'.repeat(120), description: `<p>${'é€🎉'.repeat(500)}</p>` });
    const file = await text('/events.ics');
    expect(file.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    for (const one of file.split('\r\n')) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
    expect(file).not.toContain('\uFFFD');
    expect(value(eventsIn(file)[0]!, 'summary')).toBe('🎉'.repeat(120));
  });

  it('describes every moment by its own zones, over many years', async () => {
    const zones = [
      'America/Toronto',
      'Europe/Paris',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Kolkata',
      '+05:30',
    ];
    const days = [
      '1931-07-01',
      '1974-02-01',
      '1995-10-20',
      '2006-03-20',
      '2007-03-20',
      '2027-01-01',
      '2027-04-01',
      '2060-11-05',
    ];
    const made = [];
    for (const timezone of zones)
      for (const day of days)
        made.push(
          await anEvent({
            title: `${timezone} ${day}`,
            timezone,
            start_date: `${day} 00:30`,
            end_date: `${day} 23:30`,
          }),
        );
    const file = await text(`/events.ics?${ALL}`);
    const found = new Map(eventsIn(file).map((event) => [value(event, 'summary'), event]));
    expect(found.size).toBe(made.length);
    for (const event of made) {
      const component = found.get(event['title']!)!;
      expect([event['title'], instant(file, component, 'dtstart'), instant(file, component, 'dtend')]).toEqual([
        ...[event['title'], asInstant(event['utc_start_date']!), asInstant(event['utc_end_date']!)],
      ]);
    }
    expect(parsed(file).getAllSubcomponents('vtimezone').length).toBe(zones.length);
  });

  it('describes whole days, moments, UTC, and ambiguous times', async () => {
    const day = { start_date: '2027-06-21', end_date: '2027-06-22' };
    const times = async (fields: object) => {
      const { id } = await anEvent({ ...fields });
      const file = await text(`/events/${id}.ics`);
      const event = file.slice(file.indexOf('BEGIN:VEVENT'));
      return [line(event, 'DTSTART'), line(event, 'DTEND')];
    };
    expect(await times({ ...day, all_day: true })).toEqual([
      'DTSTART;VALUE=DATE:20270621',
      'DTEND;VALUE=DATE:20270623',
    ]);
    expect(await times({ start_date: '2027-06-21 10:00', end_date: '2027-06-21 10:00' })).toEqual([
      'DTSTART;TZID=Europe/Paris:20270621T100000',
      undefined,
    ]);
    expect(await times({ start_date: '2027-06-21 10:00', end_date: '2027-06-21 11:00', timezone: 'UTC' })).toEqual([
      'DTSTART:20270621T100000Z',
      'DTEND:20270621T110000Z',
    ]);
    // The second 02:30 of the night in which the clocks go back.
    expect(await times({ start_date: '2027-10-31T02:30:00+01:00', end_date: '2027-10-31 04:00' })).toEqual([
      'DTSTART:20271031T013000Z',
      'DTEND;TZID=Europe/Paris:20271031T040000',
    ]);
  });
});

describe('a cancelled or postponed event', () => {
  const STRIKE = { event_status_reason: 'Strike; sorry' };
  const of = async (id: number, language: string, query = '') => {
    const file = await text(`/events/${id}.ics${query}`, language);
    const found = eventsIn(file)[0]!;
    return ['summary', 'comment', 'description'].map((name) => found.getFirstPropertyValue(name));
  };

  it('is marked in its title and in the first line of its text, in the requested language', async () => {
    const off = await anEvent({ title: 'Jazz', event_status: 'cancelled', ...STRIKE, description: '<p>Words</p>' });
    expect(await of(off.id, 'en')).toEqual(['Cancelled: Jazz', 'Strike; sorry', 'Strike; sorry\n\nWords']);
    expect(await of(off.id, 'fr')).toEqual(['Annulé\u00A0: Jazz', 'Strike; sorry', 'Strike; sorry\n\nWords']);
    expect(await of(off.id, 'fr', '?plain_titles=true')).toEqual(['Jazz', 'Strike; sorry', 'Strike; sorry\n\nWords']);
    const later = await anEvent({ title: 'Blues', event_status: 'postponed', ...STRIKE });
    expect(await of(later.id, 'fr')).toEqual(['Reporté\u00A0: Blues', 'Strike; sorry', 'Strike; sorry']);
    const full = await anEvent({ title: 'Full house', event_status: 'full' });
    expect(await of(full.id, 'en')).toEqual(['Full house', null, null]);
  });

  it('keeps its reason protected by its password', async () => {
    const { id } = await anEvent({ title: 'Shut', event_status: 'cancelled', ...STRIKE, password: 'sesame' });
    const list = await text(`/events.ics?${ALL}`);
    expect([line(list, 'SUMMARY'), list.includes('Strike')]).toEqual(['SUMMARY;LANGUAGE=en:Cancelled: Shut', false]);
    expect(await of(id, 'en', '?password=sesame')).toEqual(['Cancelled: Shut', 'Strike; sorry', 'Strike; sorry']);
  });

  it.each(['en', 'fr'] as const)('is imported again as it was, from a file in %s', async (language) => {
    await anEvent({ title: 'Cancelled: what now?', event_status: 'cancelled', ...STRIKE });
    await anEvent({ title: 'Postponed', event_status: 'postponed', ...STRIKE, description: '<p>Strike; sorry</p>' });
    await anEvent({ title: 'Annulé : un film', description: '<p>Words</p>' });
    const file = await text(`/events.ics?${ALL}`, language);
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    expect((await importInto(other, file)).countRecords('created')).toBe(3);
    const said = async (one: TestCalendar) =>
      (await one.get(`/events?${ALL}&orderby=title`)).body.events.map((event: Record<string, unknown>) => [
        event['title'],
        event['description'],
      ]);
    expect(await said(other)).toEqual(await said(calendar));
  });
});

describe('an imported export', () => {
  it('has the same values in everything that the format supports', async () => {
    const venue = await aVenue({
      venue: 'Grande Salle',
      address: '1 rue X',
      zip: '31000',
      city: 'Toulouse',
      country: 'France',
    });
    const hall = await aVenue({
      ...{
        venue: 'Town Hall',
        address: '2 Main St',
        zip: 'M5B 1T7',
        city: 'Toronto',
        province: 'ON',
        country: 'Canada',
      },
      ...(hasExtension('geoloc') && { geo_lat: 43.65, geo_lng: -79.38 }),
    });
    const organizer = await anOrganizer({ organizer: 'Friends, all', email: 'us@example.com' });
    const category = await aCategory({ name: 'Dance, jazz' });
    const links = { organizer: organizer.id, categories: [category.id], image: 'https://example.com/a.png' };
    await anEvent({ ...FESTIVAL, ...links, venue: venue.id });
    await anEvent({ title: 'Days', start_date: '2027-07-01', end_date: '2027-07-03', all_day: true, venue: hall.id });
    await anEvent({ title: 'Off', event_status: 'cancelled' });
    await anEvent({ title: 'On', attendance: 'online', online_url: 'https://meet.example/x' });
    await anEvent({ title: 'Moment', start_date: '2027-06-21 10:00', end_date: '2027-06-21 10:00' });
    await anEvent({ title: 'Far', timezone: 'Asia/Kolkata', description: '<p>a</p>\n<p>b &amp; c</p>' });
    await anEvent({ title: 'Path', description: '<p>C:\\new; \\\\n, and so on</p>' });
    await anEvent({ title: 'Offset', timezone: '+05:30', description: 'One line' });
    // Ends before it begins by local time, since the clocks go back meanwhile.
    await anEvent({ title: 'Night', start_date: '2027-10-31 02:45', end_date: '2027-10-31T02:15:00+01:00' });
    const file = await text(`/events.ics?${ALL}`);
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    const report = await importInto(other, file);
    expect([report.refused, report.countRecords('created')]).toEqual([[], 9]);
    const carried = ({ events }: { events: Record<string, unknown>[] }) => events.map(carriedOf);
    const [before, after] = await Promise.all([calendar, other].map((one) => one.get(`/events?${ALL}&orderby=title`)));
    expect(carried(after!.body)).toEqual(carried(before!.body));
    expect((await importInto(other, file)).countRecords('unchanged')).toBe(9);
    // The UID stays the same over several exports and imports.
    const again = await other.get(`/events.ics?${ALL}`);
    const uids = (one: string) =>
      lines(one)
        .filter((part) => part.startsWith('UID'))
        .sort();
    expect(uids(again.text)).toEqual(uids(file));
    // The original calendar gets no duplicates.
    expect((await importInto(calendar, again.text)).countRecords('skipped')).toBe(9);
    expect(uids(await text(`/events.ics?${ALL}`))).toEqual(uids(file));
  });
});

const names = (records: unknown, ...fields: string[]) =>
  (records as Record<string, unknown>[]).map((record) => fields.map((field) => record[field]));

function carriedOf(event: Record<string, unknown>): unknown[] {
  const times = [
    'title',
    'description',
    'start_date',
    'end_date',
    'timezone',
    'all_day',
    'utc_start_date',
    'utc_end_date',
  ];
  const place = ['venue', 'address', 'zip', 'city', 'province', 'country', 'geo_lat', 'geo_lng'];
  return [
    ...[...times, 'event_status', 'online_url'].map((field) => event[field]),
    (event['image'] as { url: string } | null)?.url,
    names(event['venue'], ...place),
    names(event['organizer'], 'organizer'),
    names(event['categories'], 'name'),
  ];
}
