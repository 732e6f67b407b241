import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Response } from 'supertest';
import { type Report } from '../src/commands/import/report.js';
import { itWith } from './support/extensions.js';
import { type ImportSettings, importInto } from './support/importing.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
});

afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

type Answer = Response['body'];

const file = (name: string) => readFileSync(join(__dirname, 'data', 'cases', `${name}.ics`));
const calendarOf = (...parts: string[]) => `BEGIN:VCALENDAR\r\n${parts.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
const vevent = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n');
const concert = (uid: string, ...lines: string[]) =>
  vevent(uid, `SUMMARY:Concert ${uid}`, 'DTSTART;TZID=America/Toronto:20270621T193000', ...lines);
const zone = (tzid: string, ...lines: string[]) =>
  ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
const observance = (name: string, start: string, ...lines: string[]) => [
  ...[`BEGIN:${name}`, `DTSTART:${start}`, ...lines, `END:${name}`],
];

async function events(): Promise<Answer[]> {
  const { body } = await calendar.get('/events?ends_after=2000-01-01&per_page=100&orderby=id').expect(200);
  return body.events;
}

/** Imports a file twice: the second time changes nothing. */
async function imported(content: Uint8Array | string, given: ImportSettings = {}): Promise<Report> {
  const report = await importInto(calendar, content, { timezone: undefined, ...given });
  const before = await events();
  const again = await importInto(calendar, content, { timezone: undefined, ...given });
  expect([again.countEvents('created'), again.countEvents('updated'), again.countEvents('trashed')]).toEqual([0, 0, 0]);
  expect(await events()).toEqual(before);
  return report;
}

const reasons = (report: Report) => report.refused.map(({ id, reason }) => `${id}: ${reason('en')}`);
const instants = async () =>
  (await events()).map(({ title, utc_start_date: start }) => `${start.slice(0, 16)} ${title}`);
const starts = async () =>
  (await events()).map(({ start_date: start, title }) => `${start.slice(0, 16)} ${title}`).sort();
const days = async () => (await events()).map(({ start_date: start }) => start.slice(0, 10)).sort();

describe('the text of a file', () => {
  it('may be in Windows-1252, whatever encodings Node supports', async () => {
    await imported(file('windows-1252'));
    expect((await events())[0]).toMatchObject({ title: 'CP L’œuvre de Cœur, 5 € “ici” – fête' });
  });

  it('may be in Windows-1252 on a single line, also if that is folded', async () => {
    const [before, after] = calendarOf(concert('1'), concert('2', 'LOCATION:Théâtre')).split('Concert 1');
    const old = Buffer.from('L\x92\r\n \x9cuvre', 'latin1');
    await imported(Buffer.concat([Buffer.from(before!), old, Buffer.from(after!)]));
    expect((await events()).map(({ title, venue }) => [title, venue[0]?.venue])).toEqual([
      ['L’œuvre', undefined],
      ['Concert 2', 'Théâtre'],
    ]);
  });

  it('may have blanks before the ends of lines', async () => {
    expect(reasons(await imported(file('blank-at-line-ends')))).toEqual([]);
    expect((await events())[0]).toMatchObject({
      title: 'ENC trailing spaces Fête d’été œuvre €',
      description: '<p>x</p>',
    });
  });
});

describe('a component that cannot be read', () => {
  it('is refused with its line and number, and all others are imported', async () => {
    const report = await imported(file('huge-duration'));
    expect(reasons(report)).toEqual(['ical:c01a@field.test: “DURATION:P999999999999999999W” is not a valid date.']);
    expect(report.text('fr')).toContain('ical:c01a@field.test «\u00a0Too long\u00a0» (ligne 4)\u00a0:');
    expect(await instants()).toEqual(['2027-03-02 10:00 All right']);
  });

  it('may be a time zone, which is reported and read as far as possible', async () => {
    const report = await imported(file('zone-blank-rdate'));
    expect(reasons(report)).toEqual([]);
    expect(report.text('en')).toContain(
      '2 events in the zone “Custom Zone”, whose VTIMEZONE is incomplete: look at the times',
    );
    expect(await instants()).toEqual([
      '2027-07-01 18:00 TZF summer',
      '2027-01-15 18:00 TZF winter',
      '2027-07-01 19:00 TZF other event in UTC',
    ]);
  });

  it.each([
    ['DTSTART:2027062', 'ical:1: “DTSTART:2027062” is not a valid date.'],
    ['DTSTART;TZID=America/Toronto', 'ical:1: “DTSTART;TZID=America/Toronto” is not a valid date.'],
    ['DTSTART:20270621T250000', 'ical:1: “DTSTART:20270621T250000” is not a valid date.'],
    ['DTSTART:99991231T233000', 'ical:1: “DTSTART:99991231T233000” is not a valid date.'],
    ['DTSTART:20270621\r\nDURATION:1 hour', 'ical:1: “DURATION:1 hour” is not a valid date.'],
    [
      'DTSTART:20270621\r\nRRULE:every week',
      'ical:1: Its rule of recurrence cannot be understood: “RRULE:every week”.',
    ],
    ['DTSTART:20270621\r\nRRULE:FREQ=WEEKLY;UNTIL=soon', 'ical:1: “RRULE:FREQ=WEEKLY;UNTIL=soon” is not a valid date.'],
    [
      'DTSTART:20270621\r\nRRULE:FREQ=OFTEN',
      'ical:1: Its rule of recurrence cannot be understood: “RRULE:FREQ=OFTEN”.',
    ],
    ['DTSTART:20270621\r\nEXDATE:x', 'ical:1: “EXDATE:x” is not a valid date.'],
    [
      'DTSTART:20270621T1000\r\nRDATE;VALUE=PERIOD:20270622T100000/P999999999W',
      'ical:1: “RDATE;VALUE=PERIOD:20270622T100000/P999999999W” is not a valid date.',
    ],
  ])('is quoted as it is in the file: %j', async (lines, reason) => {
    const report = await imported(calendarOf(vevent('1', 'SUMMARY:Broken', lines), concert('2')));
    expect(reasons(report)).toEqual([reason]);
    expect((await events()).map(({ title }) => title)).toEqual(['Concert 2']);
  });

  it('is not reported if the import does not use the unreadable part', async () => {
    const parts = [
      ...['DTSTAMP:yesterday', 'CREATED;TZID=:x', 'X-FOO;BAR', 'TRIGGER', 'GEO:here', 'SEQUENCE:first'],
      ...['BEGIN:VALARM', 'TRIGGER:in a minute', 'DURATION:P99999999999999W', 'broken', 'END:VALARM'],
      ...['BEGIN:VALARM', 'ACTION;=:', 'ATTENDEE;CN="open:mailto:a@example.com'],
    ];
    expect(reasons(await imported(calendarOf(concert('1', ...parts), concert('2'))))).toEqual([]);
    expect(await instants()).toEqual(['2027-06-21 23:30 Concert 1', '2027-06-21 23:30 Concert 2']);
  });

  it('is reported if it may have been part of a text', async () => {
    const report = await imported(calendarOf(concert('1', 'DESCRIPTION:We play', 'and sing')));
    expect(report.text('en')).toContain('ical:1 “Concert 1” (line 2): “and sing” is no property, and was left out.');
  });
});

describe('the time zones that a file defines', () => {
  it('may lack TZOFFSETFROM, or the signs of offsets', async () => {
    await imported(file('zone-without-offset-from'));
    await imported(file('zone-offset-without-sign'));
    expect(await instants()).toEqual([
      ...['2027-07-01 09:00 TZA summer', '2027-01-15 09:00 TZA winter', '2027-07-01 19:00 TZA other event in UTC'],
      ...['2027-07-01 17:00 TZC summer', '2027-01-15 18:00 TZC winter', '2027-07-01 19:00 TZC other event in UTC'],
    ]);
  });

  it('take TZOFFSETFROM from their other observance', async () => {
    const yearly = (month: number) => `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`;
    const own = zone(
      'Mine',
      ...observance('STANDARD', '19701025T030000', 'TZOFFSETTO:+0100', yearly(10)),
      ...observance('DAYLIGHT', '19700329T020000', 'TZOFFSETTO:+0200', yearly(3)),
    );
    const at = (uid: string, start: string) => vevent(uid, `SUMMARY:${uid}`, `DTSTART;TZID=Mine:${start}`);
    const last = ['20271031T013000', '20271031T040000', '20270328T040000'];
    expect(reasons(await imported(calendarOf(own, ...last.map((start, place) => at(String(place), start)))))).toEqual(
      [],
    );
    expect(await instants()).toEqual(['2027-10-30 23:30 0', '2027-10-31 03:00 1', '2027-03-28 02:00 2']);
  });

  it.each([
    ['no offset', observance('STANDARD', '19700101T000000', 'TZOFFSETFROM:+0100')],
    ['an offset that is none', observance('STANDARD', '19700101T000000', 'TZOFFSETTO:CET')],
    ['no start', observance('STANDARD', '', 'TZOFFSETTO:+0100')],
    ['a rule that is none', observance('STANDARD', '19700101T000000', 'TZOFFSETTO:+0100', 'RRULE:FREQ=OFTEN')],
    ['nothing at all', []],
  ])('are reported as unusable, with the zone that is used instead: %s', async (_what, lines) => {
    const event = vevent('1', 'SUMMARY:Concert', 'DTSTART;TZID=Mine:20270621T193000');
    const report = await imported(calendarOf(zone('Mine', ...lines), event, concert('2')));
    expect(report.text('en')).toContain(
      '1 event in the zone “Mine”, whose VTIMEZONE cannot be used, taken as America/Toronto; --timezone changes it',
    );
    expect(await instants()).toEqual(['2027-06-21 23:30 Concert', '2027-06-21 23:30 Concert 2']);
  });

  it('take precedence over an abbreviation that they are named after', async () => {
    await imported(file('zone-named-gmt'));
    expect(await instants()).toEqual(['2027-07-23 09:20 G1 talk in London summer']);
  });

  it('are replaced by a named zone with the same rules, so that a series follows that zone', async () => {
    const utc = zone('UTC', ...observance('STANDARD', '19700101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000'));
    const weekly = vevent('1', 'SUMMARY:Call', 'DTSTART;TZID=UTC:20270621T193000', 'RRULE:FREQ=WEEKLY;COUNT=2');
    await imported(calendarOf(utc, weekly));
    expect((await events())[0]).toMatchObject({ timezone: 'UTC', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
  });

  it('do not take precedence over the name of a place', async () => {
    const wrong = zone('Europe/Paris', ...observance('STANDARD', '19700101T000000', 'TZOFFSETTO:-0500'));
    await imported(calendarOf(wrong, vevent('1', 'SUMMARY:Bal', 'DTSTART;TZID=Europe/Paris:20270621T193000')));
    expect(await instants()).toEqual(['2027-06-21 17:30 Bal']);
  });
});

describe('the names of time zones', () => {
  it('may be those of IANA, of Windows and of programs, in any case', async () => {
    const report = await imported(file('zone-names'));
    expect(reasons(report)).toEqual([]);
    expect(report.text('en')).not.toContain('without a known zone');
    const found = (await events()).map(({ title, timezone }) => `${title.slice(3)}: ${timezone}`);
    expect(found).toEqual([
      'bare EST: EST',
      'windows name: America/New_York',
      'windows display name quoted: America/New_York',
      'windows display name unquoted: America/New_York',
      'Yukon: America/Whitehorse',
      'three part Olson: America/Argentina/Buenos_Aires',
      'three part Olson Indiana: America/Indiana/Indianapolis',
      'two part Olson: Europe/Paris',
      'GMT+0200: +02:00',
      'Etc/GMT-2: Etc/GMT-2',
      'UTC: UTC',
      'Greenwich Standard Time (Iceland): Atlantic/Reykjavik',
      'GTB: Europe/Bucharest',
      'Morocco: Africa/Casablanca',
      'caps: Europe/Paris',
      'US-Eastern: US/Eastern',
      'Montreal: America/Montreal',
      'zone with comma: Europe/Paris',
    ]);
  });
});

describe('a series of whole days', () => {
  it('ends on the day of an instant in the zone of the file', async () => {
    await imported(file('whole-day-until'));
    expect(await days()).toEqual(['2027-05-05', '2027-05-12', '2027-05-19', '2027-07-22']);
  });

  it.each([
    ['20270612T000000Z', 3],
    ['20270612T235959Z', 3],
    ['20270612', 3],
    ['20270612T000000', 3],
    ['20270613T030000Z', 3],
    ['20270613T050000Z', 4],
  ])('ends with the day of UNTIL=%s', async (until, count) => {
    const lines = ['SUMMARY:Fair', 'DTSTART;VALUE=DATE:20270610', `RRULE:FREQ=DAILY;UNTIL=${until}`];
    await imported(calendarOf(vevent('1', ...lines)));
    expect(await events()).toHaveLength(count);
  });

  it('identifies an occurrence by its day, whatever value type is used', async () => {
    await imported(file('whole-day-recurrence-id'));
    expect(await days()).toEqual(['2027-02-01', '2027-02-09', '2027-02-15']);
  });

  it.each([
    'EXDATE:20270611T000000Z',
    'EXDATE:20270612T030000Z',
    'EXDATE;TZID=Asia/Tokyo:20270611T000000',
    'EXDATE:20270611',
  ])('excludes a day of another value type: %s', async (exdate) => {
    const lines = ['SUMMARY:Fair', 'DTSTART;VALUE=DATE:20270610', 'RRULE:FREQ=DAILY;COUNT=3', exdate];
    await imported(calendarOf(vevent('1', ...lines)));
    expect(await days()).toEqual(['2027-06-10', '2027-06-12']);
  });

  it('adds a day that is given as an instant', async () => {
    const lines = ['SUMMARY:Fair', 'DTSTART;VALUE=DATE:20270610', 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20270620T000000Z'];
    await imported(calendarOf(vevent('1', ...lines)));
    expect(await days()).toEqual(['2027-06-10', '2027-06-11', '2027-06-20']);
  });
});

describe('a series at a time of day', () => {
  it('identifies an occurrence by its day alone', async () => {
    await imported(file('date-recurrence-id-in-timed-series'));
    expect(await starts()).toEqual([
      '2027-02-01 19:00 F1E practice',
      '2027-02-09 19:00 F1E practice',
      '2027-02-15 19:00 F1E practice',
    ]);
  });

  it('takes place at its time on an added day, and not on an excluded one', async () => {
    const dates = ['RDATE;VALUE=DATE:20270625', 'EXDATE;VALUE=DATE:20270628'];
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', ...dates)));
    expect(await starts()).toEqual([
      '2027-06-21 19:30 Concert 1',
      '2027-06-25 19:30 Concert 1',
      '2027-07-05 19:30 Concert 1',
    ]);
  });
});

describe('overrides of single occurrences', () => {
  it('apply in their newest version', async () => {
    await imported(file('override-sequence'));
    expect(await starts()).toEqual([
      '2027-02-01 19:00 F2 practice',
      '2027-02-08 21:00 F2 practice newest',
      '2027-02-15 19:00 F2 practice',
    ]);
  });

  it('apply in the later written of two versions with the same SEQUENCE', async () => {
    const version = (title: string, stamp: string) =>
      vevent(
        '1',
        `SUMMARY:${title}`,
        'RECURRENCE-ID;TZID=America/Toronto:20270628T193000',
        `DTSTAMP:${stamp}`,
        'DTSTART;TZID=America/Toronto:20270628T200000',
      );
    const both = [version('Newer', '20270102T000000Z'), version('Older', '20270101T000000Z')];
    await imported(calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=2'), ...both));
    expect(await starts()).toEqual(['2027-06-21 19:30 Concert 1', '2027-06-28 20:00 Newer']);
  });

  it('apply to all following ones with RANGE=THISANDFUTURE', async () => {
    await imported(file('this-and-future'));
    expect(await starts()).toEqual([
      '2027-09-01 18:00 S1 choir',
      '2027-09-08 18:00 S1 choir',
      '2027-09-15 20:00 S1 choir, later from now on',
      '2027-09-22 20:00 S1 choir, later from now on',
      '2027-09-29 20:00 S1 choir, later from now on',
    ]);
  });

  it('apply to the following ones unless these have their own, as far as an endless rule is followed', async () => {
    const from = (day: string, title: string, start: string, range = '') =>
      vevent(
        '1',
        `SUMMARY:${title}`,
        `RECURRENCE-ID${range};TZID=America/Toronto:${day}T193000`,
        `DTSTART;TZID=America/Toronto:${start}`,
        'DURATION:PT1H',
      );
    const parts = [
      from('20270712', 'Alone', '20270713T100000'),
      from('20270628', 'Tuesdays', '20270629T200000', ';RANGE=THISANDFUTURE'),
      from('20270726', 'Late', '20270727T220000', ';RANGE=THISANDFUTURE'),
    ];
    await imported(
      calendarOf(concert('1', 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=America/Toronto:20270705T193000'), ...parts),
    );
    const found = await starts();
    expect(found.slice(0, 6)).toEqual([
      ...['2027-06-21 19:30 Concert 1', '2027-06-29 20:00 Tuesdays', '2027-07-13 10:00 Alone'],
      ...['2027-07-20 20:00 Tuesdays', '2027-07-27 22:00 Late', '2027-08-03 22:00 Late'],
    ]);
    expect(found.slice(6).every((one) => one.endsWith('22:00 Late'))).toBe(true);
    expect(found.length).toBeGreaterThan(60);
  });

  it('move the following whole days by the same number of days', async () => {
    const days = (...lines: string[]) => vevent('1', 'SUMMARY:Fair', ...lines);
    const moved = days('RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270614', 'DTSTART;VALUE=DATE:20270615');
    await imported(calendarOf(days('DTSTART;VALUE=DATE:20270607', 'RRULE:FREQ=WEEKLY;COUNT=3'), moved));
    expect((await starts()).map((one) => one.slice(0, 10))).toEqual(['2027-06-07', '2027-06-15', '2027-06-22']);
  });

  it('may show that the first one is shifted by daylight saving time: all are one series', async () => {
    const gap = vevent(
      '1',
      'SUMMARY:Watch',
      'DTSTART;TZID=America/Toronto:20270307T023000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    const first = vevent(
      '1',
      'SUMMARY:Watch',
      'RECURRENCE-ID;TZID=America/Toronto:20270307T023000',
      'DTSTART;TZID=America/Toronto:20270307T023000',
      'DURATION:PT1H',
    );
    const last = vevent(
      '1',
      'SUMMARY:Late watch',
      'RECURRENCE-ID;TZID=America/Toronto:20270314T023000',
      'DTSTART;TZID=America/Toronto:20270314T040000',
      'DURATION:PT1H',
    );
    await imported(calendarOf(gap, first, last));
    const found = await events();
    expect(found.map(({ title }) => title)).toEqual(['Watch', 'Late watch']);
    expect(new Set(found.map(({ occurrence }) => occurrence?.series))).toEqual(new Set([found[0].id]));
  });
});

describe('several calendars in a file', () => {
  it('each have their own method', async () => {
    await imported(file('two-calendars-method'));
    expect((await events()).map(({ event_status }) => event_status)).toEqual(['cancelled', 'scheduled']);
  });

  it('each have their own time zones', async () => {
    await imported(file('two-calendars-zone'));
    expect((await events()).map(({ timezone }) => timezone)).toEqual(['Europe/Paris', 'America/Vancouver']);
  });

  it('each have their own definition of a time zone of one name', async () => {
    const own = (uid: string, offset: string) =>
      calendarOf(
        zone('Mine', ...observance('STANDARD', '19700101T000000', `TZOFFSETTO:${offset}`)),
        vevent(uid, `SUMMARY:${uid}`, 'DTSTART;TZID=Mine:20270621T120000'),
      );
    await imported(own('east', '+0300') + own('west', '-0300'));
    expect(await instants()).toEqual(['2027-06-21 09:00 east', '2027-06-21 15:00 west']);
  });
});

describe('empty properties', () => {
  it('count as absent', async () => {
    expect(reasons(await imported(file('blank-properties')))).toEqual([]);
    const counts = new Map<string, number>();
    for (const { title } of await events()) counts.set(title, (counts.get(title) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toMatchObject({
      'H1 blank RRULE': 1,
      'H1 blank EXDATE': 2,
      'H1 blank RDATE': 1,
      'H1 DTEND None': 1,
      'H1 blank RECURRENCE-ID': 1,
      'H1 trailing semicolon and blanks': 2,
      'H1 blank BYDAY': 2,
      'H1 COUNT and UNTIL': 3,
      'H1 UNTIL before start': 1,
      'H1 weekly with ordinal': 2,
      'H1 INTERVAL 0': 2,
      'H1 X- part in a rule': 2,
    });
  });

  it('include one of the two ends of a rule: the first one applies', async () => {
    const ends = (uid: string, rule: string) => concert(uid, `RRULE:FREQ=DAILY;${rule}`);
    await imported(calendarOf(ends('1', 'COUNT=5;UNTIL=20270622T235959Z'), ends('2', 'UNTIL=20280101;COUNT=3')));
    const found = (await events()).map(({ title }) => title);
    expect(found.filter((title) => title === 'Concert 1')).toHaveLength(2);
    expect(found.filter((title) => title === 'Concert 2')).toHaveLength(3);
  });
});

describe('dates as programs write them', () => {
  it('are accepted if they are unambiguous, else refused', async () => {
    const report = await imported(file('odd-dates'));
    expect(reasons(report)).toEqual([
      'ical:h2h@field.test: It ends before it starts: “DURATION:-PT1H”.',
      'ical:h2i@field.test: It ends before it starts: “DTEND;TZID=America/Toronto:20270701T010000”.',
      'ical:h2n@field.test: “DTSTART;TZID=America/Toronto:99991231T233000” is not a valid date.',
      'ical:h2p@field.test: “DTSTART;VALUE=DATE:99991231” is not a valid date.',
    ]);
    const found = (await events()).map(({ title, utc_start_date: start, utc_end_date: end, all_day }) => [
      ...[title.slice(3), start.slice(5, 16), end.slice(5, 16), all_day],
    ]);
    expect(found).toEqual([
      ['parts alone', '07-01 19:00', '07-01 20:00', false],
      ['parts alone', '07-08 19:00', '07-08 20:00', false],
      ['VALUE=DATE with a time', '01-18 01:00', '01-18 03:00', false],
      ['ISO dates', '07-01 19:00', '07-01 20:00', false],
      ['without seconds', '07-01 23:00', '07-02 00:00', false],
      ['with offset', '07-01 23:00', '07-02 00:00', false],
      ['T240000', '07-02 04:00', '07-02 05:00', false],
      ['whole day end the day before', '07-01 04:00', '07-02 03:59', true],
      ['date start and time end', '07-01 04:00', '07-02 03:59', true],
      ['time start and date end', '07-01 23:00', '07-02 04:00', false],
      ['CANCELED in one L', '07-01 23:00', '07-02 00:00', false],
      ['empty X-ALT-DESC', '07-01 23:00', '07-02 00:00', false],
      ['TZID and Z', '07-03 19:00', '07-03 19:00', false],
      ['in the gap', '03-28 01:30', '03-28 02:00', false],
      ['over the repeated hour', '10-30 23:30', '10-31 01:30', false],
    ]);
    expect((await events()).find(({ title }) => title.includes('CANCELED')).event_status).toBe('cancelled');
  });

  it.each([
    ['2027-06-21', '2027-06-21 00:00'],
    ['2027-06-21 19:30', '2027-06-21 19:30'],
    ['20270621T193000.000Z', '2027-06-21 15:30'],
    ['2027-06-21T19:30:00+02:00', '2027-06-21 13:30'],
  ])('%s', async (start, expected) => {
    await imported(calendarOf(vevent('1', 'SUMMARY:x', `DTSTART:${start}`)));
    expect(await starts()).toEqual([`${expected} x`]);
  });
});

describe('a rule without a meaning', () => {
  it.each(['RRULE:NONE', 'RRULE:none', 'EXRULE:NULL'])('is no rule, and its date stays: %s', async (line) => {
    const report = await imported(calendarOf(concert('1', line)));
    expect(report.countRecords('created')).toBe(1);
    expect((await events()).map(({ start_date }) => start_date)).toEqual(['2027-06-21 19:30:00']);
  });
});

describe('texts', () => {
  it('of a place are decoded before they are divided', async () => {
    await imported(file('entity-in-location'));
    expect((await events())[0].venue).toMatchObject([{ venue: "Robin's place", address: '12 Main St' }]);
  });

  it.each(['Caf&eacute\\; du Quai', 'Caf&#233\\; du Quai', 'Café du Quai'])(
    'of a place have their street and city, with and without entities: %s',
    async (name) => {
      await imported(calendarOf(concert('1', `LOCATION:${name}\\, 3 rue du Port\\, Rimouski`)));
      const place = { venue: 'Café du Quai', address: '3 rue du Port', city: 'Rimouski' };
      expect((await events())[0].venue).toMatchObject([place]);
    },
  );

  it('are those of DESCRIPTION if X-ALT-DESC is empty', async () => {
    await imported(file('empty-alt-desc'));
    expect((await events())[0].description).toBe('<p>The words are here.</p>');
  });

  it('of categories exclude addresses of Google’s schemas', async () => {
    await imported(calendarOf(concert('1', 'CATEGORIES:http://schemas.google.com/g/2005#event,Music')));
    expect((await events())[0].categories).toMatchObject([{ name: 'Music' }]);
  });

  it.each([
    ['Canceled: Picnic', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE'], 'Picnic', 'cancelled'],
    ['Annulé : Pique-nique', ['TRANSP:TRANSPARENT'], 'Pique-nique', 'cancelled'],
    ['Annulée\u00a0: Soirée', ['STATUS:CANCELLED'], 'Soirée', 'cancelled'],
    ['Cancelled: a film about plans', ['TRANSP:OPAQUE'], 'Cancelled: a film about plans', 'scheduled'],
    ['Postponed: Picnic', ['STATUS:TENTATIVE'], 'Picnic', 'postponed'],
    ['Reporté : Pique-nique', ['STATUS:TENTATIVE'], 'Pique-nique', 'postponed'],
    ['Picnic', ['TRANSP:TRANSPARENT'], 'Picnic', 'scheduled'],
  ])('of a title that begin with a status: %s, %j', async (said, lines, title, event_status) => {
    await imported(calendarOf(vevent('1', `SUMMARY:${said}`, 'DTSTART:20270621T193000Z', ...lines)));
    expect((await events())[0]).toMatchObject({ title, event_status });
  });
});

describe('an excluded date that the series does not have', () => {
  const weekly = (...exdates: string[]) =>
    calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3', ...exdates.map((exdate) => `EXDATE${exdate}`)));

  it.each([
    ['at another time of its day', ';TZID=America/Toronto:20270628T200000', '2027-06-28 20:00'],
    ['on another day', ';VALUE=DATE:20270629', '2027-06-29'],
    ['in a wrong zone', ':20270628T193000Z', '2027-06-28 15:30'],
  ])('is reported, and excludes nothing: %s', async (_, exdate, named) => {
    const report = await imported(weekly(exdate));
    expect(report.text('en')).toContain(`EXDATE: the series has no date at ${named}, so nothing is excluded there`);
    expect(report.text('fr')).toContain(`EXDATE\u00a0: la série n’a pas de date le ${named}, rien n’y est donc exclu`);
    expect(await days()).toEqual(['2027-06-21', '2027-06-28', '2027-07-05']);
  });

  it('is not reported where it excludes a date, or is before the first one or beyond what is read', async () => {
    const endless = weekly(':20270628T233000Z', ';VALUE=DATE:20270705', ';VALUE=DATE:20270614', ';VALUE=DATE:20310614');
    expect((await imported(endless.replace(';COUNT=3', ''))).text('en')).not.toContain('EXDATE');
    expect((await days()).slice(0, 2)).toEqual(['2027-06-21', '2027-07-12']);
  });
});

describe('the location', () => {
  const join = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x/0?context=y';

  it.each([
    ['Microsoft Teams Meeting', [`X-MICROSOFT-SKYPETEAMSMEETINGURL:${join}`], join],
    ['Réunion Microsoft Teams', [`DESCRIPTION:Rejoindre : <${join}>\\nMerci`], join],
    ['Zoom', ['DESCRIPTION:Join at https://example.zoom.us/j/123?pwd=a.'], 'https://example.zoom.us/j/123?pwd=a'],
    [
      'Google Meet',
      ['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij'],
      'https://meet.google.com/abc-defg-hij',
    ],
    ['https://example.webex.com/meet/room', [], 'https://example.webex.com/meet/room'],
    ['', [`DESCRIPTION:${join}`], join],
    ['En ligne', [], null],
    ['Online', ['DESCRIPTION:See https://example.com/about'], null],
  ])('is online only: %s, %j', async (location, lines, online_url) => {
    await imported(calendarOf(concert('1', `LOCATION:${location}`, ...lines)));
    expect((await events())[0]).toMatchObject({ attendance: 'online', online_url, venue: [] });
  });

  it.each([
    ['Salle 4\\; Microsoft Teams Meeting', [`X-MICROSOFT-SKYPETEAMSMEETINGURL:${join}`], 'mixed', 'Salle 4'],
    ['Hall, Online', [], 'mixed', 'Hall'],
    ['Zoom Café', [], 'offline', 'Zoom Café'],
    ['Hall', [`DESCRIPTION:${join}`], 'offline', 'Hall'],
  ])('is a place as well: %s, %j', async (location, lines, attendance, venue) => {
    await imported(calendarOf(concert('1', `LOCATION:${location.replace(', ', '\\, ')}`, ...lines)));
    expect((await events())[0]).toMatchObject({ attendance, venue: [{ venue }] });
  });

  it.each([
    ['Église St-Paul\\, Gatineau', 'Église St-Paul', 'Gatineau', null],
    ['Parc Jarry\\, MONTRÉAL', 'Parc Jarry', 'Montréal', null],
    ['Town Hall\\, Room B', 'Town Hall', null, 'Room B'],
    ['Maison de la culture\\, salle 2', 'Maison de la culture', null, 'salle 2'],
    ['Hall\\, 1 Main St', 'Hall', null, '1 Main St'],
  ])('has its city behind its name: %s', async (location, venue, city, address) => {
    await imported(calendarOf(concert('1', `LOCATION:${location}`)));
    expect((await events())[0].venue).toMatchObject([{ venue, city, address }]);
  });

  itWith('geoloc').each([
    ['45.52;-73.61', 45.52, -73.61],
    ['45,52;-73,61', 45.52, -73.61],
    ['45\\,52\\;-73\\,61', 45.52, -73.61],
    ['45.52,-73.61', 45.52, -73.61],
    ['45,52,-73,61', null, null],
    ['0;0', null, null],
    ['here', null, null],
  ])('has its coordinates, also with decimal commas: GEO:%s', async (geo, geo_lat, geo_lng) => {
    await imported(calendarOf(concert('1', 'LOCATION:Hall', `GEO:${geo}`)));
    expect((await events())[0].venue).toMatchObject([{ geo_lat, geo_lng }]);
  });
});

describe('options of the command for all events', () => {
  it('apply to all dates of a series, and keep what editors have changed', async () => {
    const options = { status: 'draft', categories: ['Courses', 'Évening'] } as const;
    const moved = vevent(
      '1',
      'SUMMARY:Matinée',
      'RECURRENCE-ID;TZID=America/Toronto:20270628T193000',
      'DTSTART;TZID=America/Toronto:20270628T150000',
    );
    const content = calendarOf(concert('1', 'RRULE:FREQ=WEEKLY;COUNT=3'), moved);
    await importInto(calendar, content, { ...options, categories: [...options.categories] });
    const drafts = async () =>
      (await calendar.get('/events?status=draft&starts_after=2000-01-01', { as: 'editor' })).body.events as Answer[];
    expect((await drafts()).map(({ categories }) => categories.length)).toEqual([2, 2, 2]);
    const again = await importInto(calendar, content, { ...options, categories: [...options.categories] });
    expect(again.countEvents('unchanged')).toBe(3);
    await calendar.patch(`/events/${(await drafts())[0].id}`, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect((await importInto(calendar, content, { status: 'draft' })).countEvents('unchanged')).toBe(3);
    expect(await drafts()).toEqual([]);
  });
});
