import { execFileSync, spawnSync } from 'node:child_process';
import { eventsIn, importInto, line, lines, parameter, parsed, expandEvents, value } from './support/ics.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

beforeAll(async () => (calendar = await TestCalendar.start({ SITE_TIMEZONE: 'Europe/Paris' })));
afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

const { anEvent, aVenue } = makers(() => calendar);

const as = 'editor' as const;
const ALL = 'from=1900-01-01';

type Shown = Record<string, unknown> & { id: number; occurrence: { date: string } };

const text = async (path: string, options: object = {}): Promise<string> => {
  const answer = await calendar.get(path, options);
  expect([answer.status, answer.type]).toEqual([200, 'text/calendar']);
  return answer.text;
};

const listed = async (query = '', target = calendar): Promise<Shown[]> =>
  (await target.get(`/events?${ALL}&per_page=100&${query}`)).body.events;

async function onDay(day: string): Promise<number> {
  return (await listed()).find(({ occurrence }) => occurrence?.date === day)!.id;
}

const change = (id: number, body: object) => calendar.patch(`/events/${id}`, body, { as }).expect(200);

const aMarket = (fields: object = {}) =>
  anEvent({
    ...{ title: undefined, translations: { en: { title: 'Market' }, fr: { title: 'Marché' } } },
    ...{ start_date: '2027-03-02 08:00', end_date: '2027-03-02 13:00' },
    recurrence: {
      rrule: 'FREQ=WEEKLY;UNTIL=20270511',
      exdates: ['2027-03-16'],
      rdates: ['2027-03-13 14:00', '2027-03-14 10:00/12:00'],
    },
    ...fields,
  });

/** The list of events that a calendar program makes of a file. */
async function agrees(file: string): Promise<void> {
  const events = await listed();
  const asInstant = (utc: unknown) => `${String(utc).replace(' ', 'T')}Z`;
  const shown = events.map(({ title, all_day: allDay, start_date, utc_start_date, end_date, utc_end_date }) => {
    const days = [String(start_date).slice(0, 10), dayAfter(String(end_date))];
    const [start, end] = allDay ? days : [asInstant(utc_start_date), asInstant(utc_end_date)];
    return { summary: title, start, end };
  });
  expect(expandEvents(file, 2028).map(({ uid: _uid, ...one }) => one)).toEqual(shown);
}

function dayAfter(wall: string): string {
  return new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

describe('an occurrence in iCalendar', () => {
  it('is an event of its own, related to its series, the same in both languages', async () => {
    const { id } = await aMarket();
    const english = await text(`/events.ics?${ALL}`);
    const uid = line(await text(`/events/${id}.ics`), 'UID')!.slice(4);
    const [first, ...others] = eventsIn(english);
    expect([value(first!, 'uid'), first!.hasProperty('related-to')]).toEqual([uid, false]);
    expect(others).toHaveLength(11);
    expect(others.map((one) => value(one, 'related-to'))).toEqual(others.map(() => uid));
    expect(new Set(others.map((one) => value(one, 'uid'))).size).toBe(11);
    const french = eventsIn(await text(`/events.ics?${ALL}`, { language: 'fr' }));
    expect(french.map((one) => value(one, 'uid'))).toEqual([first!, ...others].map((one) => value(one, 'uid')));
    await agrees(english);
    const alone = await text(`/events/${await onDay('2027-03-09')}.ics`);
    expect([eventsIn(alone).length, line(alone, 'RELATED-TO')]).toEqual([1, `RELATED-TO:${uid}`]);
  });

  it('does not name a series that the caller may not read', async () => {
    const { id } = await aMarket();
    const second = await onDay('2027-03-09');
    await change(second, { status: 'publish' });
    await change(id, { status: 'private' });
    await change(second, { status: 'publish' });
    const file = await text(`/events.ics?${ALL}`);
    expect([eventsIn(file).length, line(file, 'RELATED-TO')]).toEqual([1, undefined]);
  });
});

describe('a whole series in iCalendar', () => {
  it('is one recurring event, with excluded, added and overridden dates', async () => {
    const { id } = await aMarket();
    await change(await onDay('2027-03-23'), { title: 'Easter market', event_status: 'cancelled' });
    await change(await onDay('2027-03-30'), { start_date: '2027-03-31 09:00', end_date: '2027-03-31 11:00' });
    await calendar.delete(`/events/${await onDay('2027-04-06')}`, { as }).expect(200);
    const file = await text(`/events/${id}.ics`);
    const [main, ...changed] = eventsIn(file);
    expect(line(file.slice(file.indexOf('BEGIN:VEVENT')), 'RRULE')).toBe('RRULE:FREQ=WEEKLY;UNTIL=20270511T215959Z');
    expect(lines(file)).toContain('EXDATE;TZID=Europe/Paris:20270316T080000,20270406T080000');
    expect(lines(file)).toContain('RDATE;TZID=Europe/Paris:20270313T140000,20270314T100000');
    expect(line(file, 'DTSTART;')).toBe('DTSTART;TZID=Europe/Paris:20270302T080000');
    // The date with another duration, for programs that cannot read a PERIOD.
    const ids = ['20270314T100000', '20270323T080000', '20270330T080000'];
    expect(lines(file).filter((one) => one.startsWith('RECURRENCE-ID'))).toEqual(
      ids.map((at) => `RECURRENCE-ID;TZID=Europe/Paris:${at}`),
    );
    expect(new Set([main!, ...changed].map((one) => value(one, 'uid'))).size).toBe(1);
    expect(changed.map((one) => [value(one, 'summary'), value(one, 'status')])).toEqual([
      ['Market', 'CONFIRMED'],
      ['Cancelled: Easter market', 'CANCELLED'],
      ['Market', 'CONFIRMED'],
    ]);
    expect(parameter(changed[0]!, 'summary', 'language')).toBe('en');
    await agrees(await text(`/events/${id}.ics?plain_titles=true`));
    expect(await text(`/events.ics?${ALL}&occurrences=series`)).toContain(
      file.slice(file.indexOf('BEGIN:VEVENT'), -20),
    );
    expect(line(await text(`/events/${id}.ics`, { language: 'fr' }), 'SUMMARY')).toBe('SUMMARY;LANGUAGE=fr:Marché');
  });

  it('is listed beside single events, each once', async () => {
    await aMarket();
    await anEvent({ title: 'Once', start_date: '2027-03-10 08:00', end_date: '2027-03-10 09:00' });
    const file = await text(`/events.ics?${ALL}&occurrences=series`);
    expect(eventsIn(file).map((one) => value(one, 'summary'))).toEqual(['Market', 'Market', 'Once']);
    await agrees(file);
  });

  it.each([
    ['whole days', { all_day: true, recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20270420', exdates: ['2027-03-09'] } }],
    ['UTC', { timezone: 'UTC', recurrence: 'FREQ=MONTHLY;COUNT=5;BYDAY=1TU' }],
    ['an offset', { timezone: '+05:30', recurrence: 'FREQ=WEEKLY;UNTIL=20270420T080000;BYDAY=TU,SA' }],
    ['a night in which the clocks change', { start_date: '2027-03-07 00:30', end_date: '2027-03-07 05:00' }],
    ['an hour that the clocks skip', { start_date: '2027-03-07 02:15', end_date: '2027-03-07 02:45' }],
    [
      'an hour that the clocks skip on the first date',
      { start_date: '2027-03-28 02:15', end_date: '2027-03-28 03:15' },
    ],
    ['a first date on which the clocks skip the end', { start_date: '2027-03-27 22:00', end_date: '2027-03-28 02:30' }],
    ['a first night in which the clocks change', { start_date: '2027-03-27 22:00', end_date: '2027-03-28 05:00' }],
    [
      'the second of two hours on the first date',
      { start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31T03:30+01:00' },
    ],
    [
      'a first date that ends in the second of two hours',
      { start_date: '2027-10-30 22:00', end_date: '2027-10-31T02:30+01:00' },
    ],
    [
      'half an hour that the clocks skip',
      { timezone: 'Australia/Lord_Howe', start_date: '2027-10-03 02:10', end_date: '2027-10-03 04:00' },
    ],
    [
      'half an hour that the clocks show twice',
      {
        ...{ timezone: 'Australia/Lord_Howe', recurrence: 'FREQ=DAILY;COUNT=9' },
        ...{ start_date: '2027-04-04T01:45+10:30', end_date: '2027-04-04 04:00' },
      },
    ],
    [
      'whole days, of which the first has no midnight',
      {
        ...{ timezone: 'America/Santiago', all_day: true, recurrence: 'FREQ=DAILY;COUNT=9' },
        ...{ start_date: '2027-09-05', end_date: '2027-09-06' },
      },
    ],
    [
      'midnight, which the clocks skip',
      { timezone: 'America/Santiago', start_date: '2027-09-05 00:00', end_date: '2027-09-05 01:30' },
    ],
    [
      'a first date that the rule does not make',
      { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4;BYDAY=WE;BYHOUR=15', exdates: ['2027-03-10'] } },
    ],
    ['dates alone', { recurrence: { rdates: ['2027-03-04 10:00', '2027-07-04 10:00/2027-07-05 01:00'] } }],
    [
      'a date that is added twice, and one that the rule has, both lasting differently',
      {
        recurrence: {
          rrule: 'FREQ=WEEKLY;COUNT=4',
          rdates: ['2027-03-12 15:00', '2027-03-12 15:00/17:00', '2027-03-16 08:00/10:00', '2027-03-23'],
        },
      },
    ],
    [
      'dates left out on which nothing would take place',
      { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: ['2027-03-16 07:00', '2027-03-16 08:00'] } },
    ],
  ])('takes place on the dates of the list: %s', async (_what, fields) => {
    const { id } = await aMarket({ recurrence: 'FREQ=WEEKLY;COUNT=9', ...fields });
    await agrees(await text(`/events/${id}.ics`));
  });

  it.each([
    ['by dates alone', undefined],
    ['by a rule that does not make their days', 'FREQ=WEEKLY;COUNT=5'],
    ['by a rule that makes their days, too', 'FREQ=DAILY;COUNT=40'],
  ])('does not take place on added dates that were deleted: %s', async (_what, rrule) => {
    const { id } = await aMarket({ recurrence: { rrule, rdates: ['2027-03-06 14:00', '2027-03-07 15:00/17:00'] } });
    const added = (await listed()).filter(({ start_date: start }) => /1[45]:00:00$/.test(String(start)));
    for (const one of added) await calendar.delete(`/events/${one.id}`, { as }).expect(200);
    await agrees(await text(`/events/${id}.ics`));
  });

  it('is single events, related to it, if it has dates and no rule', async () => {
    const { id } = await aMarket({
      recurrence: { rdates: ['2027-03-04 10:00', '2027-07-04 10:00/12:00', '2027-08-01'] },
    });
    await calendar.delete(`/events/${await onDay('2027-08-01')}`, { as }).expect(200);
    await change(await onDay('2027-03-04'), { title: 'Other' });
    for (const path of [`/events/${id}.ics`, `/events.ics?${ALL}&occurrences=series`]) {
      const file = await text(path);
      const [first, ...others] = eventsIn(file);
      expect(file).not.toMatch(/RDATE|EXDATE|RECURRENCE-ID/);
      expect([first!, ...others].map((one) => value(one, 'summary'))).toEqual(['Market', 'Other', 'Market']);
      expect(others.map((one) => value(one, 'related-to'))).toEqual([1, 2].map(() => value(first!, 'uid')));
      await agrees(file);
    }
    const { body } = await calendar.get(`/events.jscal?${ALL}&occurrences=series`).expect(200);
    expect(Object.keys(body.entries[0].recurrenceOverrides)).toHaveLength(3);
  });

  it('defines its time zone for all its years, past and future', async () => {
    const { id } = await aMarket({ recurrence: 'FREQ=YEARLY' });
    const [zone] = parsed(await text(`/events/${id}.ics`)).getAllSubcomponents('vtimezone');
    const rules = zone!.getAllSubcomponents().map((one) => [one.name, value(one, 'rrule')]);
    expect(rules).toEqual([
      ['daylight', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
      ['standard', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
    ]);
  });

  it('leaves out dates that the list leaves out', async () => {
    const { id } = await aMarket();
    await change(await onDay('2027-03-09'), { title: 'Secret draft', status: 'draft' });
    await change(await onDay('2027-03-23'), { title: 'Secret private', status: 'private' });
    await change(await onDay('2027-03-30'), { title: 'Secret hidden', hide_from_listings: true });
    await change(await onDay('2027-04-06'), { title: 'Shut', password: 'sesame', description: 'Secret word' });
    for (const path of [`/events/${id}.ics`, `/events.ics?${ALL}&occurrences=series`]) {
      for (const options of [{}, { language: 'fr' }, { as: 'reader' as const }]) {
        const file = await text(path, options);
        expect(file).not.toContain('Secret');
        if (!('language' in options)) await agrees(file);
      }
    }
    const drafts = await text(`/events.ics?${ALL}&occurrences=series&status=publish,draft`, { as });
    expect(eventsIn(drafts).map((one) => value(one, 'summary'))).toContain('Secret draft');
  });

  it('is masked by its password', async () => {
    const { id } = await aMarket({ password: 'sesame' });
    await change(await onDay('2027-03-09'), { description: 'Open' });
    const masked = await text(`/events.ics?${ALL}&occurrences=series`);
    expect(eventsIn(masked).map((one) => one.hasProperty('rrule'))).toEqual([false]);
    await calendar.get(`/events/${id}.ics`).expect(403);
    const file = await text(`/events/${id}.ics?password=sesame`);
    expect(eventsIn(file)[0]!.hasProperty('rrule')).toBe(true);
    expect(eventsIn(file).map((one) => value(one, 'description'))).toContain('Open');
  });

  it('changes its ETag with each of its occurrences', async () => {
    const { id } = await aMarket();
    const etag = async () => (await calendar.get(`/events/${id}.ics`)).headers['etag'];
    const before = await etag();
    expect(await etag()).toBe(before);
    await change(await onDay('2027-03-09'), { title: 'Other' });
    expect(await etag()).not.toBe(before);
  });
});

/** The local starts that Debian’s icalendar and dateutil make of a file; they are independent of our code. */
const EXPAND = `
import sys, json, icalendar
from dateutil.rrule import rruleset, rrulestr
events = icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk('VEVENT')
wall = lambda at: at.replace(tzinfo=None)
many = lambda event, name: [wall(one.dt) for dates in ([event.get(name)] if not isinstance(event.get(name), list) else event[name]) if dates for one in dates.dts]
starts = {}
for event in sorted(events, key=lambda one: 'RECURRENCE-ID' in one):
    assert event.errors == [], event.errors
    start = wall(event.decoded('DTSTART'))
    if 'RECURRENCE-ID' in event:
        starts.pop(wall(event.decoded('RECURRENCE-ID')))
        starts[start] = str(event['SUMMARY'])
        continue
    dates = rruleset()
    dates.rdate(start)
    if 'RRULE' in event:
        dates.rrule(rrulestr(event['RRULE'].to_ical().decode(), dtstart=start, ignoretz=True))
    for date in many(event, 'RDATE'): dates.rdate(date)
    for date in many(event, 'EXDATE'): dates.exdate(date)
    starts.update({date: str(event['SUMMARY']) for date in dates})
print(json.dumps(sorted([str(at), title] for at, title in starts.items())))
`;

const hasParser = spawnSync('/usr/bin/python3', ['-c', 'import icalendar, dateutil']).status === 0;

describe('an independent parser', () => {
  (hasParser ? it : it.skip)('finds the events of the list (if python3-icalendar is installed)', async () => {
    const { id } = await aMarket();
    await change(await onDay('2027-03-23'), { title: 'Easter market' });
    await change(await onDay('2027-03-30'), { start_date: '2027-03-31 09:00', end_date: '2027-03-31 11:00' });
    await calendar.delete(`/events/${await onDay('2027-04-06')}`, { as }).expect(200);
    const input = await text(`/events/${id}.ics`);
    const told: unknown = JSON.parse(execFileSync('/usr/bin/python3', ['-c', EXPAND], { input, encoding: 'utf8' }));
    expect(told).toEqual((await listed()).map(({ start_date, title }) => [start_date, title]));
  });
});

describe('the export of a series, imported again,', () => {
  const FIELDS = ['title', 'start_date', 'end_date', 'timezone', 'all_day', 'utc_start_date', 'utc_end_date'];
  const carried = (events: Shown[]) =>
    events.map((event) => [
      ...[...FIELDS, 'event_status', 'online_url', 'description'].map((name) => event[name]),
      event.occurrence?.date,
      names(event['venue']),
    ]);
  const names = (venues: unknown) => (venues as { venue: string }[]).map(({ venue }) => venue);

  it('is the same series: rule, dates, and overrides', async () => {
    const hall = await aVenue({ venue: 'Hall', city: 'Lyon' });
    const street = await aVenue({ venue: 'Street', city: 'Lyon' });
    await aMarket({ venue: [hall.id], description: '<p>Fruit</p>' });
    await change(await onDay('2027-03-23'), { title: 'Easter market', event_status: 'cancelled' });
    await change(await onDay('2027-03-30'), { start_date: '2027-03-31 09:00', end_date: '2027-03-31 11:00' });
    await change(await onDay('2027-03-13'), { venue: [street.id] });
    await calendar.delete(`/events/${await onDay('2027-04-06')}`, { as }).expect(200);
    await aMarket({
      all_day: true,
      recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=2;COUNT=4', rdates: ['2027-03-05'] },
    });
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    const file = await text(`/events.ics?${ALL}&occurrences=series`);
    const report = await importInto(other, file);
    expect(report.refused).toEqual([]);
    expect(carried(await listed('', other))).toEqual(carried(await listed()));
    const rules = async (target: TestCalendar) =>
      (await listed('occurrences=series', target)).map(({ recurrence }) => recurrence);
    expect(await rules(other)).toEqual(await rules(calendar));
    const before = await listed('', other);
    await importInto(other, file);
    expect(await listed('', other)).toEqual(before);
    const again = (await other.get(`/events.ics?${ALL}&occurrences=series`)).text;
    const uids = (one: string) => [...new Set(lines(one).filter((part) => part.startsWith('UID')))].sort();
    expect(uids(again)).toEqual(uids(file));
    await other.stop();
  });
});

describe('the export of a series whose first date falls on a change of the clocks, imported again,', () => {
  it.each([
    ['which they skip', { start_date: '2027-03-28 02:15', end_date: '2027-03-28 03:45' }],
    ['which they show twice', { start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31T03:30+01:00' }],
    ['which ends when they skip', { start_date: '2027-03-27 22:00', end_date: '2027-03-28 02:30' }],
    ['which ends in the second of two hours', { start_date: '2027-10-30 22:00', end_date: '2027-10-31T02:30+01:00' }],
    ['in the night of which they are set', { start_date: '2027-03-27 22:00', end_date: '2027-03-28 05:00' }],
  ])('is the same series: %s', async (_what, times) => {
    await aMarket({ ...times, recurrence: 'FREQ=WEEKLY;COUNT=4' });
    const file = await text(`/events.ics?${ALL}&occurrences=series`);
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    const told = async (target: TestCalendar) =>
      (await listed('', target)).map(({ starts_at, ends_at, timezone, recurrence, occurrence }) => {
        return { starts_at, ends_at, timezone, recurrence, date: occurrence?.date };
      });
    for (let again = 0; again < 2; again += 1) {
      expect((await importInto(other, file)).refused).toEqual([]);
      expect(await told(other)).toEqual(await told(calendar));
    }
    await other.stop();
  });

  it('is the same series if the date after it is excluded', async () => {
    const times = { start_date: '2027-03-28 02:15', end_date: '2027-03-28 03:45' };
    await aMarket({ ...times, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2027-04-04'] } });
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    const told = async (target: TestCalendar) =>
      (await listed('', target)).map(({ starts_at, ends_at, recurrence }) => ({ starts_at, ends_at, recurrence }));
    expect((await importInto(other, await text(`/events.ics?${ALL}&occurrences=series`))).refused).toEqual([]);
    expect(await told(other)).toEqual(await told(calendar));
    await other.stop();
  });
});

describe.each([
  ['which the clocks skip', { start_date: '2027-03-28 02:15', end_date: '2027-03-28 03:45' }],
  ['which is over within what they skip', { start_date: '2027-03-28 02:15', end_date: '2027-03-28 02:45' }],
  ['which ends when they skip', { start_date: '2027-03-27 22:00', end_date: '2027-03-28 02:30' }],
  ['in the second of two hours', { start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31T03:30+01:00' }],
])('the export of a series with a first date %s, imported again,', (_first, times) => {
  const later = (event: Shown) => `${String(event['start_date']).slice(0, 10)} 10:00`;
  const until = (event: Shown) => `${String(event['end_date']).slice(0, 10)} 20:00`;
  const rename = (event: Shown) => change(event.id, { title: `Market ${event.id}` });
  const move = (event: Shown) => change(event.id, { start_date: later(event), end_date: until(event) });
  const remove = ({ id }: Shown) => calendar.delete(`/events/${id}`, { as }).expect(200);

  it.each<[string, (event: Shown, place: number) => Promise<unknown>]>([
    ['each was renamed', rename],
    ['each was moved', move],
    ['one was renamed, one deleted', (event, place) => (place === 0 ? rename : remove)(event)],
    ['one was moved, one deleted', (event, place) => (place === 0 ? remove : move)(event)],
  ])('is one series if of the others %s', async (_what, act) => {
    const { id } = await aMarket({ ...times, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const [, ...others] = await listed();
    for (const [place, event] of others.entries()) await act(event, place);
    const file = await text(`/events/${id}.ics`);
    const other = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
    const told = async (target: TestCalendar) =>
      (await listed('', target)).map(({ title, starts_at, ends_at, recurrence, occurrence }) => {
        return { title, starts_at, ends_at, recurrence, date: occurrence?.date };
      });
    for (let again = 0; again < 2; again += 1) {
      expect((await importInto(other, file)).refused).toEqual([]);
      expect(await told(other)).toEqual(await told(calendar));
    }
    await other.stop();
  });
});

describe('a whole series in JSCalendar', () => {
  const group = async (query: string, language = 'en') =>
    (await calendar.get(`/events.jscal?${ALL}&${query}`, { language })).body.entries as Record<string, unknown>[];

  it('is one event with its rules, and overrides of some dates', async () => {
    await aMarket();
    const moved = await onDay('2027-03-30');
    await change(moved, {
      translations: { fr: { title: 'Marché de Pâques' } },
      start_date: '2027-03-31 08:00',
      end_date: '2027-03-31 13:00',
    });
    await change(await onDay('2027-03-23'), { event_status: 'cancelled', status: 'publish' });
    await calendar.delete(`/events/${await onDay('2027-04-06')}`, { as }).expect(200);
    const [series, ...others] = await group('occurrences=series', 'fr');
    expect(others).toEqual([]);
    expect(series).toMatchObject({
      ...{
        '@type': 'Event',
        start: '2027-03-02T08:00:00',
        duration: 'PT5H',
        timeZone: 'Europe/Paris',
        title: 'Marché',
      },
      recurrenceRules: [{ '@type': 'RecurrenceRule', frequency: 'weekly', until: '2027-05-11T23:59:59' }],
    });
    const overrides = series!['recurrenceOverrides'] as Record<string, Record<string, unknown>>;
    expect(Object.keys(overrides).sort()).toEqual([
      ...['2027-03-13T14:00:00', '2027-03-14T10:00:00', '2027-03-16T08:00:00'],
      ...['2027-03-23T08:00:00', '2027-03-30T08:00:00', '2027-04-06T08:00:00'],
    ]);
    expect(overrides['2027-03-13T14:00:00']).toEqual({});
    expect(overrides['2027-03-14T10:00:00']).toMatchObject({ duration: 'PT2H' });
    expect([overrides['2027-03-16T08:00:00'], overrides['2027-04-06T08:00:00']]).toEqual([
      { excluded: true },
      { excluded: true },
    ]);
    expect(overrides['2027-03-23T08:00:00']).toMatchObject({ status: 'cancelled' });
    expect(overrides['2027-03-30T08:00:00']).toMatchObject({
      ...{ start: '2027-03-31T08:00:00', title: 'Marché de Pâques' },
    });
    expect(overrides['2027-03-30T08:00:00']).not.toHaveProperty('uid');
  });

  it('has the date of an occurrence that was moved to the beginning of the series', async () => {
    await aMarket();
    await change(await onDay('2027-03-30'), { start_date: '2027-03-02 08:00', end_date: '2027-03-02 09:00' });
    const [series] = await group('occurrences=series');
    const overrides = series!['recurrenceOverrides'] as Record<string, unknown>;
    expect(overrides['2027-03-30T08:00:00']).toMatchObject({ start: '2027-03-02T08:00:00', duration: 'PT1H' });
  });

  it.each([
    [
      'the clocks skip',
      { start_date: '2027-03-28 02:30', end_date: '2027-03-28 04:30' },
      { start: '2027-03-28T02:30:00', duration: 'PT2H' },
      { start: '2027-03-28T03:30:00', duration: 'PT1H' },
    ],
    [
      'is the second of two hours',
      { start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31T04:30+01:00' },
      { start: '2027-10-31T02:30:00', duration: 'PT2H' },
      { timeZone: 'Etc/UTC', start: '2027-10-31T01:30:00' },
    ],
  ])('has local times of its zone, except for a first date that %s', async (_what, times, told, first) => {
    await aMarket({ ...times, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const [series] = await group('occurrences=series');
    expect(series).toMatchObject({ ...told, timeZone: 'Europe/Paris' });
    expect(series!['recurrenceOverrides']).toEqual({ [told.start]: first });
  });

  it('has all parts of the rule, and offsets as zones of its own', async () => {
    await aMarket({
      timezone: '+05:30',
      start_date: '2027-03-02 02:00',
      end_date: '2027-03-02 03:00',
      recurrence: 'FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1TU,-1FR;BYMONTH=3,5;WKST=SU',
    });
    const [series] = await group('occurrences=series');
    expect(series).toMatchObject({
      ...{ start: '2027-03-02T02:00:00', timeZone: '/UTC+05:30' },
      timeZones: { '/UTC+05:30': { tzId: 'UTC+05:30', standard: [{ offsetFrom: '+05:30', offsetTo: '+05:30' }] } },
      recurrenceRules: [
        {
          ...{ '@type': 'RecurrenceRule', frequency: 'monthly', interval: 2, count: 6, byMonth: ['3', '5'] },
          firstDayOfWeek: 'su',
          byDay: [
            { '@type': 'NDay', day: 'tu', nthOfPeriod: 1 },
            { '@type': 'NDay', day: 'fr', nthOfPeriod: -1 },
          ],
        },
      ],
    });
  });

  it('is related to its occurrences if they are listed one by one', async () => {
    await aMarket();
    const [series, ...others] = await group('');
    expect([series!['relatedTo'], series!['recurrenceRules']]).toEqual([undefined, undefined]);
    const relatedTo = { [String(series!['uid'])]: { '@type': 'Relation', relation: { parent: true } } };
    expect(others.map((one) => one['relatedTo'])).toEqual(others.map(() => relatedTo));
  });
});
