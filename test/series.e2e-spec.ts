import { DataSource } from 'typeorm';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { SeriesHorizon } from '../src/calendar/events/series/horizon.service.js';
import { expandEvents } from './support/ics.js';
import { makers, type ApiRecord } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { recount } from './support/recount.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const { anEvent, aVenue, aCategory } = makers(() => calendar);

const as = 'administrator' as const;

const DAY = 24 * 60 * 60_000;

/** Five Tuesdays in the summer of 2027; the first one is the event itself. */
const TUESDAYS = ['2027-06-01', '2027-06-08', '2027-06-15', '2027-06-22', '2027-06-29'];

const aMarket = (fields: object = {}, options: RequestOptions = {}) =>
  anEvent(
    {
      title: 'Market',
      start_date: '2027-06-01 08:00:00',
      end_date: '2027-06-01 13:00:00',
      recurrence: 'FREQ=WEEKLY;COUNT=5',
      ...fields,
    },
    options,
  );

interface Shown extends Record<string, unknown> {
  id: number;
  title: string;
  slug: string;
  start_date: string;
  end_date: string;
  status: string;
  post_parent: number | null;
  occurrence: { series: number | null; date: string } | null;
  recurrence: { rrule: string | null; exdates: string[]; rdates: string[] } | null;
}

async function occurrencesOf({ id }: { id: number }, query = ''): Promise<Shown[]> {
  const path = `/events?post_parent=${id}&starts_after=1990-01-01&per_page=100${query}`;
  const answer = await calendar.get(path, { as });
  expect(answer.status).toBe(200);
  return (answer.body as { events: Shown[] }).events;
}

async function read(id: number, options: RequestOptions = { as }): Promise<Shown> {
  return (await calendar.get(`/events/${id}`, options)).body as Shown;
}

async function change(id: number, body: object, query = ''): Promise<Shown> {
  const answer = await calendar.patch(`/events/${id}${query}`, body, { as });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Shown;
}

const dates = (events: readonly Shown[]) => events.map(({ occurrence }) => occurrence?.date);

async function faultOf(fields: object): Promise<string> {
  const body = { title: 'X', start_date: '2027-06-01 08:00', end_date: '2027-06-01 09:00', ...fields };
  const answer = await calendar.post('/events', body, { as });
  expect(answer.status).toBe(400);
  return (answer.body as { data: { params: Record<string, string> } }).data.params.recurrence!;
}

describe('a series', () => {
  it('is the first of its occurrences; the others are events with their own ids and slugs', async () => {
    const market = await read((await aMarket()).id);
    expect(market.recurrence).toEqual({ rrule: 'FREQ=WEEKLY;COUNT=5', exdates: [], rdates: [] });
    expect(market.occurrence).toEqual({ series: market.id, date: '2027-06-01' });
    const others = await occurrencesOf(market);
    expect(dates(others)).toEqual(TUESDAYS.slice(1));
    expect(others.map(({ slug }) => slug)).toEqual(TUESDAYS.slice(1).map((day) => `${market.slug}-${day}`));
    expect(others.every(({ post_parent, recurrence }) => post_parent === market.id && recurrence === null)).toBe(true);
    expect(others[0]).toMatchObject({ start_date: '2027-06-08 08:00:00', end_date: '2027-06-08 13:00:00' });
  });

  it('keeps its local times when the clocks change', async () => {
    const series = await aMarket({
      start_date: '2027-10-26 08:00',
      end_date: '2027-10-26 13:00',
      timezone: 'Europe/Paris',
      recurrence: 'FREQ=WEEKLY;COUNT=3',
    });
    const others = await occurrencesOf(series);
    expect(others.map(({ starts_at }) => starts_at)).toEqual([
      '2027-11-02T08:00:00+01:00',
      '2027-11-09T08:00:00+01:00',
    ]);
    expect((await read(series.id)).starts_at).toBe('2027-10-26T08:00:00+02:00');
  });

  describe('whose first date does not exist on the clock', () => {
    const skipped = {
      ...{ timezone: 'Europe/Paris', start_date: '2027-03-28 02:30', end_date: '2027-03-28 04:30' },
      recurrence: 'FREQ=DAILY;COUNT=3',
    };
    const timesOf = async (series: { id: number }) =>
      [await read(series.id), ...(await occurrencesOf(series))].map(({ start_date: start, end_date: end }) => [
        start.slice(5, 16),
        end.slice(5, 16),
      ]);
    const expected = [
      ['03-28 03:30', '03-28 04:30'],
      ['03-29 02:30', '03-29 04:30'],
      ['03-30 02:30', '03-30 04:30'],
    ];

    it.each([
      ['in numbers', skipped.start_date],
      ['in words', 'March 28, 2027 at 2:30 am'],
    ])('is moved on that date only, given as %s', async (_how, start_date) => {
      const series = await aMarket({ ...skipped, start_date });
      expect(await timesOf(series)).toEqual(expected);
      const { recurrence, occurrence } = await read(series.id);
      expect(recurrence).toEqual({ rrule: skipped.recurrence, exdates: [], rdates: [] });
      expect(occurrence).toEqual({ series: series.id, date: '2027-03-28' });
    });

    it('is moved on that date only if it is moved there', async () => {
      const { recurrence, ...times } = skipped;
      const series = await aMarket({
        ...times,
        recurrence,
        start_date: '2027-03-27 02:30',
        end_date: '2027-03-27 04:30',
      });
      await change(series.id, times);
      expect(await timesOf(series)).toEqual(expected);
    });

    it('is restored to the intended time, also if it was moved as a whole', async () => {
      const series = await aMarket({ ...skipped, start_date: '2027-03-28 03:30' });
      expect((await timesOf(series))[1]).toEqual(['03-29 03:30', '03-29 04:30']);
      await change(series.id, { start_date: skipped.start_date });
      expect(await timesOf(series)).toEqual(expected);
      await change(series.id, { start_date: '2027-03-28 01:30' });
      expect((await timesOf(series)).slice(0, 2)).toEqual([
        ['03-28 01:30', '03-28 04:30'],
        ['03-29 01:30', '03-29 04:30'],
      ]);
    });

    it('does not change if it is sent back as it was read', async () => {
      const series = await aMarket(skipped);
      const before = await read(series.id);
      const etag = async () => (await calendar.get(`/events/${series.id}`, { as })).headers['etag'];
      const was = await etag();
      await change(series.id, before);
      expect([await etag(), await timesOf(series)]).toEqual([was, expected]);
      await change(series.id, { ...before, title: 'New' });
      expect(await timesOf(series)).toEqual(expected);
    });

    it.each([
      ['alone', {}],
      ['with all that was read', { start_date: '2027-03-28 03:30:00', end_date: '2027-03-28 04:30:00' }],
    ])('keeps that time in a zone that has it, which is changed %s', async (_how, read) => {
      const series = await aMarket(skipped);
      await change(series.id, { ...read, timezone: 'Europe/Madrid' });
      expect(await timesOf(series)).toEqual(expected);
      await change(series.id, { ...read, timezone: 'UTC' });
      expect((await timesOf(series))[0]).toEqual(['03-28 02:30', '03-28 04:30']);
    });

    it('begins its whole days at midnight, and has midnight when they become times', async () => {
      const days = { all_day: true, timezone: 'America/Santiago', start_date: '2027-09-05', end_date: '2027-09-05' };
      const series = await aMarket({ ...days, recurrence: 'FREQ=DAILY;COUNT=2' });
      const whole = [
        ['09-05 01:00', '09-05 23:59'],
        ['09-06 00:00', '09-06 23:59'],
      ];
      expect(await timesOf(series)).toEqual(whole);
      await change(series.id, { all_day: false });
      expect(await timesOf(series)).toEqual(whole);
    });
  });

  it.each<[string, object]>([
    ['at a time of day', { start_date: '2011-12-28 10:00', end_date: '2011-12-28 12:00' }],
    ['in whole days', { all_day: true, start_date: '2011-12-28', end_date: '2011-12-28' }],
  ])('takes place once on the day after a skipped day, %s', async (_when, times) => {
    const series = await aMarket({ ...times, timezone: 'Pacific/Apia', recurrence: 'FREQ=DAILY;COUNT=5' });
    const days = ['2011-12-29', '2011-12-31', '2012-01-01'];
    const others = await occurrencesOf(series);
    expect(dates(others)).toEqual(days);
    expect(others.map(({ start_date: start }) => start.slice(0, 10))).toEqual(days);
    expect(new Set(others.map(({ starts_at }) => starts_at)).size).toBe(3);
    await change(series.id, { title: 'Fair' });
    expect(dates(await occurrencesOf(series))).toEqual(days);
  });

  it('begins once if its zone has skipped its first day, and stays on a skipped day that nothing follows', async () => {
    const zone = { timezone: 'Pacific/Apia', start_date: '2011-12-30 10:00', end_date: '2011-12-30 12:00' };
    const daily = await aMarket({ ...zone, recurrence: 'FREQ=DAILY;COUNT=3' });
    expect([(await read(daily.id)).start_date, dates(await occurrencesOf(daily))]).toEqual([
      '2011-12-31 10:00:00',
      ['2012-01-01'],
    ]);
    const weekly = { ...zone, start_date: '2011-12-23 10:00', end_date: '2011-12-23 12:00' };
    const fridays = await occurrencesOf(await aMarket({ ...weekly, recurrence: 'FREQ=WEEKLY;COUNT=3' }));
    expect(fridays.map(({ start_date: start }) => start)).toEqual(['2011-12-31 10:00:00', '2012-01-06 10:00:00']);
  });

  it('has excluded and added dates, whose end may be their own', async () => {
    const series = await aMarket({
      recurrence: {
        rrule: 'RRULE:freq=weekly;until=20270620',
        exdates: ['2027-06-08'],
        rdates: ['2027-06-12 14:00', '2027-06-13 10:00/12:00', '2027-06-13 15:00/01:00'],
      },
    });
    const others = await occurrencesOf(series);
    expect(others.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-06-12 14:00:00', '2027-06-12 19:00:00'],
      ['2027-06-13 10:00:00', '2027-06-13 12:00:00'],
      ['2027-06-13 15:00:00', '2027-06-14 01:00:00'],
      ['2027-06-15 08:00:00', '2027-06-15 13:00:00'],
    ]);
    expect(dates(others)).toEqual(['2027-06-12', '2027-06-13 10:00', '2027-06-13 15:00', '2027-06-15']);
    expect(others[1]!.slug).toMatch(/-2027-06-13-1000$/);
    expect((await read(series.id)).recurrence!.rdates).toEqual([
      '2027-06-12 14:00',
      '2027-06-13 10:00/12:00',
      '2027-06-13 15:00/01:00',
    ]);
  });

  it('of whole days has the same number of days on each date, whatever times are given', async () => {
    const series = await aMarket({
      ...{ all_day: true, start_date: '2027-06-01', end_date: '2027-06-02' },
      recurrence: {
        rrule: 'FREQ=WEEKLY;COUNT=3;BYHOUR=0',
        exdates: ['2027-06-08 10:00'],
        rdates: ['2027-06-20 10:00', '2027-06-22 10:00/12:00', '2027-06-22 18:00/19:00'],
      },
    });
    expect((await occurrencesOf(series)).map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-06-15 00:00:00', '2027-06-16 23:59:59'],
      ['2027-06-20 00:00:00', '2027-06-21 23:59:59'],
      ['2027-06-22 00:00:00', '2027-06-22 23:59:59'],
    ]);
  });

  it('of whole days ends with the day of a midnight in UTC, as programs write it', async () => {
    const days = { all_day: true, timezone: 'America/Toronto', recurrence: 'FREQ=WEEKLY;UNTIL=20270615T000000Z' };
    const series = await aMarket(days);
    expect(dates(await occurrencesOf(series))).toEqual(['2027-06-08', '2027-06-15']);
    const once = await aMarket({ ...days, recurrence: 'FREQ=WEEKLY;UNTIL=20270601T000000Z' });
    expect(await occurrencesOf(once)).toEqual([]);
  });

  it('ends with the last supported date, so that no list fails', async () => {
    const series = await aMarket({ end_date: '9999-12-30 13:00:00' });
    expect(await occurrencesOf(series)).toEqual([]);
    await calendar.get('/events?from=2027-06-08&to=2027-06-10').expect(200);
    for (const rdate of ['9999-12-31 23:00', '2027-06-10 10:00/9999-12-31 23:00'])
      expect(await faultOf({ recurrence: { rdates: [rdate] } })).toContain(rdate);
  });

  it('has occurrences for 24 months ahead', async () => {
    const series = await aMarket({
      start_date: 'today 08:00',
      end_date: 'today 09:00',
      recurrence: 'FREQ=MONTHLY;BYDAY=1MO',
    });
    const others = await occurrencesOf(series);
    expect(others.length).toBeGreaterThanOrEqual(23);
    expect(others.length).toBeLessThanOrEqual(25);
  });

  it.each([
    ['a rule that cannot be read', { recurrence: 'FREQ=WEEKLY;BYDAY=XX' }, /BYDAY=XX.*such as FREQ=WEEKLY;BYDAY=TU/],
    ['a part twice', { recurrence: 'FREQ=WEEKLY;COUNT=2;COUNT=3' }, /COUNT=3/],
    ['an end twice', { recurrence: 'FREQ=WEEKLY;COUNT=2;UNTIL=20280101' }, /^COUNT and UNTIL must not both/],
    ['a day that does not exist', { recurrence: 'FREQ=WEEKLY;UNTIL=20270230' }, /UNTIL=20270230/],
    ['what is more often than daily', { recurrence: 'FREQ=HOURLY' }, /DAILY, WEEKLY/],
    ['several times a day', { recurrence: 'FREQ=DAILY;BYHOUR=9,15' }, /several/],
    ['an end before the beginning', { recurrence: 'FREQ=DAILY;UNTIL=20270531' }, /UNTIL/],
    ['a date before the first', { recurrence: { rdates: ['2027-05-01'] } }, /2027-05-01/],
    ['the first left out', { recurrence: { rrule: 'FREQ=DAILY', exdates: ['2027-06-01'] } }, /2027-06-01/],
    ['nothing', { recurrence: {} }, /rrule, exdates/],
    ['another type', { recurrence: 5 }, /rrule, exdates/],
    ['a date that is none', { recurrence: { rdates: ['2027-06-31'] } }, /2027-06-31/],
    ['an unknown part', { recurrence: { rule: 'FREQ=DAILY' } }, /“rule”/],
    [
      'more than 750 dates',
      { recurrence: { rdates: Array.from({ length: 751 }, (_, n) => `2027-06-${String((n % 28) + 2)}`) } },
      /750/,
    ],
    [
      'a series from the middle ages',
      { start_date: '1200-01-01', end_date: '1200-01-01', recurrence: 'FREQ=DAILY' },
      /100|hundred/,
    ],
  ])('refuses %s, with a reason', async (_what, fields, words) => {
    expect(await faultOf(fields)).toMatch(words);
  });

  it('has at most 750 occurrences, however frequent it is', async () => {
    const series = await aMarket({
      start_date: 'tomorrow 08:00',
      end_date: 'tomorrow 09:00',
      recurrence: 'FREQ=DAILY',
    });
    const { body } = await calendar.get(`/events?post_parent=${series.id}&starts_after=1990-01-01`);
    expect((body as { total: number }).total).toBeGreaterThan(700);
    expect((body as { total: number }).total).toBeLessThan(750);
  });
});

describe('a change of a series', () => {
  it('applies to every occurrence that has not overridden the field', async () => {
    const venue = await aVenue({ venue: 'Square' });
    const category = await aCategory({ name: 'Markets' });
    const market = await aMarket({ venue: [venue.id], categories: [category.id] });
    const [second, third] = await occurrencesOf(market);
    await change(second!.id, { title: 'Midsummer market' });
    await change(third!.id, { start_date: '2027-06-16 09:00', end_date: '2027-06-16 14:00' });
    await change(market.id, { title: 'Farmers’ market', cost: '5', start_date: '2027-06-01 07:00' });
    const shown = await occurrencesOf(market);
    expect(shown.map(({ title }) => title)).toEqual([
      'Midsummer market',
      'Farmers’ market',
      'Farmers’ market',
      'Farmers’ market',
    ]);
    expect(shown.every(({ cost }) => cost === '$5')).toBe(true);
    expect(shown.map(({ start_date }) => start_date)).toEqual([
      '2027-06-08 07:00:00',
      '2027-06-16 09:00:00',
      '2027-06-22 07:00:00',
      '2027-06-29 07:00:00',
    ]);
    expect(shown[1]!.occurrence!.date).toBe('2027-06-15');
    await change(market.id, { venue: [], status: 'draft' });
    const drafts = await occurrencesOf(market, '&status=any');
    expect(drafts.map(({ venue: venues, status }) => [venues, status])).toEqual(Array(4).fill([[], 'draft']));
    expect((await calendar.get(`/categories/${category.id}`)).body).toMatchObject({ count: 0 });
  });

  it('returns the counts of its terms with all occurrences, like every write to a series', async () => {
    const category = await aCategory({ name: 'Flea markets' });
    const { id: other } = await aCategory({ name: 'Swaps' });
    const terms = async (answer: object) => {
      const shown = (answer as { categories: { id: number; count: number }[] }).categories[0]!;
      expect((await calendar.get(`/categories/${shown.id}`)).body.count).toBe(shown.count);
      return shown.count;
    };
    const market = await aMarket({ categories: [category.id] });
    expect(await terms(market)).toBe(5);
    expect(await terms(await change(market.id, { categories: [other] }))).toBe(5);
    const third = (await occurrencesOf(market))[1]!;
    expect(await terms(await change(third.id, { categories: [category.id] }, '?apply=following'))).toBe(3);
    expect(await terms((await calendar.delete(`/events/${third.id}`, { as })).body as object)).toBe(0);
    expect(await terms(await change(third.id, { status: 'publish' }))).toBe(3);
  });

  it('applies to translations, which get slugs with the day', async () => {
    const market = await aMarket();
    await change(market.id, { translations: { fr: { title: 'Marché du matin' } } });
    const [second] = await occurrencesOf(market);
    const french = await read(second!.id, { language: 'fr' });
    expect(french).toMatchObject({ title: 'Marché du matin', slug: 'marche-du-matin-2027-06-08', language: 'fr' });
    await change(market.id, { translations: { fr: null } });
    expect(await read(second!.id, { language: 'fr' })).toMatchObject({ title: 'Market', language: 'en' });
  });

  it('applies to fields that a translated occurrence has not overridden', async () => {
    const market = await aMarket({ image: 'https://example.com/market.jpg' });
    const [second] = await occurrencesOf(market);
    await change(second!.id, { translations: { fr: { title: 'Petit marché' } } });
    await change(market.id, { image: 'https://example.com/stalls.jpg' });
    await change(market.id, { translations: { fr: { title: 'Marché', excerpt: 'Fruits' } } });
    expect(await read(second!.id, { language: 'fr' })).toMatchObject({
      ...{ title: 'Petit marché', excerpt: 'Fruits' },
      image: { url: 'https://example.com/stalls.jpg' },
    });
  });

  it('is found by searches', async () => {
    const market = await aMarket({ title: 'Zebrafinch fair' });
    await change(market.id, { description: '<p>With kumquats</p>' });
    const { body } = await calendar.get('/events?search=kumquats&starts_after=2020-01-01');
    expect((body as { total: number }).total).toBe(5);
  });

  it('changes nothing without changed values', async () => {
    const market = await aMarket();
    const before = await occurrencesOf(market);
    await change(market.id, await read(market.id));
    for (const one of before) await change(one.id, one);
    expect(await occurrencesOf(market)).toEqual(before);
  });

  it('moves the days with the start', async () => {
    const market = await aMarket();
    const before = await occurrencesOf(market);
    await change(market.id, { start_date: '2027-06-02 08:00', end_date: '2027-06-02 13:00' });
    const after = await occurrencesOf(market);
    expect(dates(after)).toEqual(['2027-06-09', '2027-06-16', '2027-06-23', '2027-06-30']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});

describe('excluded dates', () => {
  const move = { start_date: '2027-06-02 08:00', end_date: '2027-06-02 13:00' };

  it('move with the series, so that they stay excluded', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: ['2027-06-08'] } });
    const third = (await occurrencesOf(market))[0]!;
    await calendar.delete(`/events/${third.id}`, { as }).expect(200);
    const moved = await change(market.id, move);
    expect(moved.recurrence!.exdates).toEqual(['2027-06-09', '2027-06-16']);
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-23', '2027-06-30']);
    // As a client sends it back after a read.
    const again = { recurrence: moved.recurrence, start_date: '2027-06-01 08:00', end_date: '2027-06-01 13:00' };
    expect((await change(market.id, again)).recurrence!.exdates).toEqual(['2027-06-08', '2027-06-15']);
  });

  it('move also if they are years ahead', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY', exdates: ['2033-05-31'] } });
    expect((await change(market.id, move)).recurrence!.exdates).toEqual(['2033-06-01']);
  });

  it('stay while the rule stays, and when others are given', async () => {
    const onTuesdays = { rrule: 'FREQ=WEEKLY;COUNT=5;BYDAY=TU', exdates: ['2027-06-08'] };
    const market = await aMarket({ recurrence: onTuesdays });
    expect((await change(market.id, move)).recurrence!.exdates).toEqual(['2027-06-08']);
    const given = { rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2027-06-08'] };
    expect((await change(market.id, { recurrence: given })).recurrence!.exdates).toEqual(['2027-06-08']);
  });
});

describe('dates that are excluded by their time', () => {
  it('do not take place, in any format', async () => {
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4', exdates: ['2027-06-08 08:00', '2027-06-15T08:00:00'] };
    const market = await aMarket({ recurrence });
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-22']);
    expect(await faultOf({ recurrence: { rrule: 'FREQ=WEEKLY', exdates: ['2027-06-01 08:00'] } })).toMatch(
      /2027-06-01/,
    );
  });

  it('stay excluded if they become the only ones of their day, and if the time of all changes', async () => {
    const two = { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-08 15:00/16:00'] };
    const market = await aMarket({ recurrence: two });
    const morning = (await occurrencesOf(market))[0]!;
    await calendar.delete(`/events/${morning.id}`, { as }).expect(200);
    const moved = await change(market.id, { start_date: '2027-06-01 09:00:00' });
    expect(moved.recurrence!.exdates).toEqual(['2027-06-08 09:00']);
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-08 15:00', '2027-06-15']);
    await change(market.id, { recurrence: { ...moved.recurrence, rdates: [] } });
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-15']);
    await change(morning.id, { status: 'publish' });
    expect((await read(market.id)).recurrence!.exdates).toEqual([]);
  });

  it('take no endless time if they are far ahead', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=DAILY;COUNT=9', exdates: ['9999-12-29'] } });
    await change(market.id, { recurrence: { rrule: 'FREQ=DAILY', exdates: ['9999-12-29'] } });
    expect(
      (await change(market.id, { start_date: '2027-06-02 08:00', end_date: '2027-06-02 13:00' })).recurrence,
    ).toEqual({
      ...{ rrule: 'FREQ=DAILY', exdates: ['9999-12-29'], rdates: [] },
    });
  });
});

describe('the rule of a series', () => {
  it('may exclude dates with overrides, and is returned as it was given', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    await change(second!.id, { title: 'Own' });
    await change(market.id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: ['2027-06-08'] } });
    expect((await read(second!.id)).status).toBe('trash');
    await change(market.id, { recurrence: 'FREQ=WEEKLY;COUNT=5' });
    const again = await occurrencesOf(market);
    expect(dates(again)).toEqual(TUESDAYS.slice(1));
    expect(again[0]).toMatchObject({ id: second!.id, title: 'Own', status: 'publish' });
  });

  it('may add a second time on a day, and remove it, without exchanging events', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    const timesOf = async () => (await occurrencesOf(market)).map(({ id, start_date }) => [id, start_date]);
    await change(market.id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2', rdates: ['2027-06-08 06:00'] } });
    const [early, late] = await timesOf();
    expect([early![1], late]).toEqual(['2027-06-08 06:00:00', [second!.id, '2027-06-08 08:00:00']]);
    await change(market.id, { recurrence: { rdates: ['2027-06-08 06:00'] } });
    expect(await timesOf()).toEqual([early]);
  });

  it('may be changed: remaining dates stay, others are deleted', async () => {
    const market = await aMarket();
    const before = await occurrencesOf(market);
    await change(before[0]!.id, { title: 'Own' });
    await change(market.id, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' });
    const after = await occurrencesOf(market);
    expect(dates(after)).toEqual(['2027-06-15', '2027-06-29']);
    expect(after.map(({ id }) => id)).toEqual([before[1]!.id, before[3]!.id]);
    expect(await read(before[0]!.id)).toMatchObject({ status: 'publish', occurrence: null, post_parent: null });
    expect(await read(before[2]!.id)).toMatchObject({ status: 'trash' });
    await change(market.id, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    expect(await read(before[2]!.id)).toMatchObject({ status: 'publish', occurrence: { date: '2027-06-22' } });
  });

  it('belongs to the series, not to an occurrence', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    const answer = await calendar.patch(`/events/${second!.id}`, { recurrence: 'FREQ=DAILY' }, { as });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('apply=following');
  });

  it('ends with null: occurrences without overrides go to the trash, the others become single events', async () => {
    const market = await aMarket();
    const [second, third] = await occurrencesOf(market);
    await change(second!.id, { featured: true });
    expect(await change(market.id, { recurrence: null })).toMatchObject({ recurrence: null, occurrence: null });
    expect(await read(second!.id)).toMatchObject({ status: 'publish', occurrence: null, post_parent: null });
    expect(await read(third!.id)).toMatchObject({ status: 'trash', occurrence: null });
  });

  it('applies to an occurrence that was in the trash while it changed', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    await calendar.delete(`/events/${second!.id}`, { as });
    await change(market.id, { title: 'Fair' });
    await change(second!.id, { status: 'publish' });
    await change(market.id, { description: 'Fruit' });
    expect(await read(second!.id)).toMatchObject({ title: 'Fair', description: 'Fruit' });
  });

  it('turns a single event into a series', async () => {
    const event = await aMarket({ recurrence: null });
    await change(event.id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    expect(dates(await occurrencesOf(event))).toEqual(['2027-06-08']);
  });
});

describe('apply=following', () => {
  it('ends the series before an occurrence and begins a new one with it; ids and slugs stay', async () => {
    const market = await aMarket();
    const [second, third, fourth, fifth] = await occurrencesOf(market);
    await change(third!.id, { cost: '7' });
    await change(fifth!.id, { title: 'Last market' });
    const begun = await change(
      third!.id,
      { title: 'Evening market', start_date: '2027-06-15 17:00', end_date: '2027-06-15 21:00' },
      '?apply=following',
    );
    expect(begun).toMatchObject({ occurrence: { series: third!.id, date: '2027-06-15' }, post_parent: null });
    expect(begun.recurrence).toEqual({ rrule: 'FREQ=WEEKLY;COUNT=3', exdates: [], rdates: [] });
    expect((await read(market.id)).recurrence!.rrule).toBe('FREQ=WEEKLY;UNTIL=20270614');
    expect((await occurrencesOf(market)).map(({ id }) => id)).toEqual([second!.id]);
    const following = await occurrencesOf(begun);
    expect(following.map(({ id, title, slug, start_date, cost }) => [id, title, slug, start_date, cost])).toEqual([
      [fourth!.id, 'Evening market', fourth!.slug, '2027-06-22 17:00:00', '$7'],
      [fifth!.id, 'Last market', fifth!.slug, '2027-06-29 17:00:00', '$7'],
    ]);
    await change(begun.id, { cost: '9' });
    expect((await occurrencesOf(begun)).map(({ cost }) => cost)).toEqual(['$9', '$9']);
    await change(market.id, { title: 'Morning market' });
    expect((await occurrencesOf(market)).map(({ title }) => title)).toEqual(['Morning market']);
  });

  it('divides excluded and added dates', async () => {
    const market = await aMarket({
      recurrence: {
        rrule: 'FREQ=WEEKLY;UNTIL=20270629',
        exdates: ['2027-06-08', '2027-06-22'],
        rdates: ['2027-06-10', '2027-06-26 15:00'],
      },
    });
    const third = (await occurrencesOf(market)).find(({ occurrence }) => occurrence!.date === '2027-06-15')!;
    const begun = await change(third.id, { title: 'New' }, '?apply=following');
    expect(begun.recurrence).toEqual({
      rrule: 'FREQ=WEEKLY;UNTIL=20270629',
      exdates: ['2027-06-22'],
      rdates: ['2027-06-26 15:00'],
    });
    const old = await read(market.id);
    expect([old.recurrence!.exdates, old.recurrence!.rdates]).toEqual([['2027-06-08'], ['2027-06-10']]);
    expect(dates(await occurrencesOf(begun))).toEqual(['2027-06-26', '2027-06-29']);
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-10']);
  });

  it.each([
    [
      'by its rule and by added dates',
      { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-05', '2027-06-12 10:00', '2027-06-20 10:00/12:00'] },
      '2027-06-08',
      ['2027-06-05'],
      ['2027-06-12', '2027-06-20'],
    ],
    [
      'from an added date on',
      { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3', rdates: ['2027-06-12'] },
      '2027-06-12',
      [],
      ['2027-06-15', '2027-06-29'],
    ],
  ])('divides whole days %s: the dates stay days', async (_what, recurrence, day, before, after) => {
    const market = await aMarket({ all_day: true, recurrence });
    const all = await occurrencesOf(market);
    const { id } = all.find(({ occurrence }) => occurrence!.date === day)!;
    const begun = await change(id, { title: 'New' }, '?apply=following');
    expect(begun.recurrence!.rdates).toEqual(after);
    expect((await read(market.id)).recurrence?.rdates ?? []).toEqual(before);
    expect(dates(await occurrencesOf(begun))).toEqual(dates(all).filter((date) => date! > day));
  });

  it('begins on the day to which its first date was moved, even if that day was excluded', async () => {
    const market = await aMarket();
    const [second, third] = await occurrencesOf(market);
    await calendar.delete(`/events/${third!.id}`, { as });
    await change(second!.id, { start_date: '2027-06-15 08:00:00', end_date: '2027-06-15 13:00:00' });
    const begun = await change(second!.id, { title: 'New' }, '?apply=following');
    expect(begun.occurrence).toEqual({ series: begun.id, date: '2027-06-15' });
    expect(begun.recurrence!.exdates).toEqual([]);
  });

  it.each([
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=TU;BYHOUR=8;BYMINUTE=0;BYSECOND=0'],
    ['FREQ=WEEKLY;COUNT=5', 'FREQ=WEEKLY;BYDAY=TU;BYHOUR=8;BYMINUTE=0;BYSECOND=0;COUNT=4'],
    ['FREQ=MONTHLY;UNTIL=20271231', 'FREQ=MONTHLY;UNTIL=20271231;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0;BYSECOND=0'],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0;BYSECOND=0'],
    ['FREQ=MONTHLY;BYDAY=1TU;COUNT=4', 'FREQ=MONTHLY;BYDAY=1TU;BYHOUR=8;BYMINUTE=0;BYSECOND=0;COUNT=4'],
  ])('continues by the rule from an added date as well: %s', async (rrule, rest) => {
    const market = await aMarket({ recurrence: { rrule, rdates: ['2027-06-12 14:00'] } });
    const before = await occurrencesOf(market);
    const added = before.find(({ occurrence }) => occurrence!.date === '2027-06-12')!;
    const begun = await change(added.id, { title: 'New' }, '?apply=following');
    expect(begun.recurrence).toEqual({ rrule: rest, exdates: [], rdates: [] });
    const later = before.filter(({ start_date }) => start_date > added.start_date);
    const after = await occurrencesOf(begun);
    const told = (events: Shown[]) => events.map(({ id, start_date, end_date }) => [id, start_date, end_date]);
    expect(told(after)).toEqual(told(later));
  });

  it('takes dates that no rule makes along from an added date', async () => {
    const market = await aMarket({
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4', rdates: ['2027-06-12 14:00'] },
    });
    const added = (await occurrencesOf(market))[0]!;
    const begun = await change(added.id, { title: 'New' }, '?apply=following');
    expect(begun.recurrence).toEqual({
      ...{ rrule: null, exdates: [], rdates: ['2027-06-15 08:00', '2027-06-29 08:00', '2027-07-13 08:00'] },
    });
  });

  it('takes dates that no rule makes along even if the last of them was moved to an earlier day', async () => {
    const market = await aMarket({
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4', rdates: ['2027-06-12 14:00'] },
    });
    const before = await occurrencesOf(market);
    await change(before[3]!.id, { start_date: '2027-07-05 08:00:00', end_date: '2027-07-05 13:00:00' });
    const begun = await change(before[0]!.id, { title: 'New' }, '?apply=following');
    const after = await occurrencesOf(begun);
    expect(after.map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
    expect(dates(after)).toEqual(['2027-06-15', '2027-06-29', '2027-07-13']);
  });

  it.each([
    ['other dates', { rdates: ['2027-06-12 14:00/15:00', '2027-06-20', '2027-06-21 22:00', '2027-06-22 09:00/10:00'] }],
    ['a rule that ends', { rrule: 'FREQ=WEEKLY;COUNT=5', rdates: ['2027-06-12 14:00/15:00', '2027-06-20'] }],
    ['a rule that no rule continues', { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4', rdates: ['2027-06-12 14:00/15:00'] }],
    [
      'a rule that does not make the first date',
      { rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4', rdates: ['2027-06-12 14:00/15:00'] },
    ],
    ['a rule that makes its day', { rrule: 'FREQ=WEEKLY;COUNT=5', rdates: ['2027-06-15 08:00/09:00'] }],
  ])('keeps the duration of the following dates if it begins with a date of another one: %s', async (_, dates) => {
    const market = await aMarket({ recurrence: dates });
    const before = await occurrencesOf(market);
    const own = before.find(({ end_date: end }) => /(?:09|15):00:00$/.test(end))!;
    const begun = await change(own.id, { title: 'New' }, '?apply=following');
    const told = (events: Shown[]) => events.map(({ id, start_date, end_date }) => [id, start_date, end_date]);
    expect(told([begun])).toEqual(told([own]));
    expect(told(await occurrencesOf(begun))).toEqual(told(before.slice(before.indexOf(own) + 1)));
  });

  it('accepts what a read of the occurrence returned', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    const begun = await change(second!.id, second!, '?apply=following');
    expect(begun).toMatchObject({ post_parent: null, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
    expect(dates(await occurrencesOf(begun))).toEqual(TUESDAYS.slice(2));
  });

  it('keeps the end of the first part, also if the second one is moved to an earlier time', async () => {
    const market = await aMarket();
    const third = (await occurrencesOf(market))[1]!;
    const begun = await change(third.id, { title: 'New' }, '?apply=following');
    await change(market.id, { start_date: '2027-06-01 07:00:00', end_date: '2027-06-01 12:00:00' });
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-08']);
    expect(dates(await occurrencesOf(begun))).toEqual(TUESDAYS.slice(3));
  });

  it.each(['FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;UNTIL=20270610'])('removes a rule that has ended: %s', async (rrule) => {
    const market = await aMarket({ recurrence: { rrule, rdates: ['2027-06-29'] } });
    const added = (await occurrencesOf(market))[1]!;
    await change(added.id, { title: 'New' }, '?apply=following');
    expect((await read(market.id)).recurrence!.rrule).toBe(rrule);
    await change(market.id, { title: 'Early market' });
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-08']);
  });

  it('splits at an excluded day: other dates of the day stay excluded, in either series', async () => {
    const dated = { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-08 13:00', '2027-06-08 18:00'] };
    const market = await aMarket({ recurrence: dated });
    const sitting = (await occurrencesOf(market))[1]!;
    await change(market.id, { recurrence: { ...dated, exdates: ['2027-06-08'] } });
    const begun = await change(sitting.id, { status: 'publish' }, '?apply=following');
    expect(begun).toMatchObject({ start_date: '2027-06-08 13:00:00', occurrence: { series: sitting.id } });
    expect(dates(await occurrencesOf(begun))).toEqual(['2027-06-15']);
    expect(await occurrencesOf(market)).toEqual([]);
  });

  it('splits a day at the time of an event restored from the trash', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-08 13:00'] } });
    const gone = (await occurrencesOf(market))[1]!;
    for (const rdates of [[], ['2027-06-08 10:00/12:00']])
      await change(market.id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates } });
    expect(await read(gone.id)).toMatchObject({ status: 'trash', start_date: '2027-06-08 13:00:00' });
    const begun = await change(gone.id, { status: 'publish' }, '?apply=following');
    const times = async (series: { id: number }) => (await occurrencesOf(series)).map(({ start_date }) => start_date);
    expect(await times(market)).toEqual(['2027-06-08 08:00:00', '2027-06-08 10:00:00']);
    expect(await times(begun)).toEqual(['2027-06-15 08:00:00']);
  });

  it('leaves nothing in the trash of a series that no longer exists', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    const [second, third] = await occurrencesOf(market);
    await change(market.id, { recurrence: { rdates: ['2027-06-08'] } });
    expect(await read(third!.id)).toMatchObject({ status: 'trash', occurrence: { series: market.id } });
    await change(second!.id, { title: 'New' }, '?apply=following');
    for (const one of [market, second!, third!]) expect((await read(one.id)).occurrence).toBeNull();
  });

  it('keeps dates on a day before an added date', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-08 15:00'] } });
    const added = (await occurrencesOf(market))[1]!;
    await change(added.id, { title: 'New' }, '?apply=following');
    expect((await occurrencesOf(market)).map(({ start_date }) => start_date)).toEqual(['2027-06-08 08:00:00']);
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-08']);
  });

  it('begins a series that may be sent back as it was read, and moves with its excluded dates', async () => {
    const market = await aMarket({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6', exdates: ['2027-06-22'] } });
    const [second] = await occurrencesOf(market);
    const begun = await change(second!.id, { title: 'New' }, '?apply=following');
    const { etag } = (await calendar.get(`/events/${begun.id}`, { as })).headers;
    expect((await calendar.patch(`/events/${begun.id}`, begun, { as })).headers.etag).toBe(etag);
    const moved = await change(begun.id, { ...begun, start_date: '2027-06-09 08:00', end_date: '2027-06-09 13:00' });
    expect(moved.recurrence!.exdates).toEqual(['2027-06-23']);
  });

  it('leaves series of whole days that may be sent back as they were read', async () => {
    const rdates = ['2027-06-10 08:00/19:30', '2027-06-24 08:00/2027-06-25 09:00', '2027-07-20 08:00/19:30'];
    const market = await aMarket({ all_day: true, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', rdates } });
    const third = (await occurrencesOf(market)).find(({ occurrence }) => occurrence!.date === '2027-06-15')!;
    await change(third.id, { title: 'New' }, '?apply=following');
    for (const { id } of [market, third]) {
      const { body, headers } = await calendar.get(`/events/${id}`, { as });
      expect((await calendar.patch(`/events/${id}`, body as object, { as })).headers.etag).toBe(headers.etag);
    }
  });

  it.each(['FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;UNTIL=20270610'])(
    'turns the last one into a single event, which may be moved: %s',
    async (rrule) => {
      const market = await aMarket({ recurrence: rrule });
      const [last] = await occurrencesOf(market);
      const later = { start_date: '2027-06-11 08:00:00', end_date: '2027-06-11 13:00:00' };
      const event = await change(last!.id, later, '?apply=following');
      expect(event).toMatchObject({ ...later, recurrence: null, occurrence: null, post_parent: null });
    },
  );

  it('names the following dates by the first one in a language that the series lacks', async () => {
    const market = await aMarket();
    const [second, third] = await occurrencesOf(market);
    await change(second!.id, { translations: { fr: { title: 'Marché' } } });
    const slugOf = async (id: number) => {
      const { body } = await calendar.get(`/events/${id}?translations=all`, { as });
      return (body as { translations: { fr: { slug: string } } }).translations.fr.slug;
    };
    const slug = await slugOf(second!.id);
    await change(second!.id, { cost: '7' }, '?apply=following');
    expect(await slugOf(third!.id)).toBe(`${slug}-2027-06-15`);
  });

  it('does not create again dates that the old series has excluded, also when that is changed or loses a date', async () => {
    const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
    const [start_date, end_date] = [`${day(-1000)} 08:00`, `${day(-1000)} 09:00`];
    const daily = await aMarket({ timezone: 'UTC', start_date, end_date, recurrence: 'FREQ=DAILY' });
    const [oldest] = await occurrencesOf(daily);
    const [ahead] = await occurrencesOf(daily, `&from=${day(3)}`);
    await change(ahead!.id, { title: 'New' }, '?apply=following');
    expect((await occurrencesOf(daily))[0]).toMatchObject({ id: oldest!.id });
    const [gone] = await occurrencesOf(daily, `&from=${day(1)}`);
    await calendar.delete(`/events/${gone!.id}`, { as });
    await change(daily.id, { title: 'Old', start_date: `${day(-1000)} 07:00` });
    expect((await occurrencesOf(daily))[0]).toMatchObject({ id: oldest!.id, title: 'Old' });
    await change(oldest!.id, { title: 'New' }, '?apply=following');
    expect(await occurrencesOf(daily)).toEqual([]);
  });

  it('leaves a single event, which may be moved, if only the first date comes before', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    await change(second!.id, { title: 'New' }, '?apply=following');
    const later = { start_date: '2027-06-09 08:00:00', end_date: '2027-06-09 13:00:00' };
    const event = await change(market.id, later);
    expect(event).toMatchObject({ ...later, recurrence: null, occurrence: null, post_parent: null });
  });

  describe.each([
    ['begins', { start_date: '2027-03-07 02:30', end_date: '2027-03-07 05:30' }, '03:30:00', '05:30:00'],
    ['ends', { start_date: '2027-03-06 22:00', end_date: '2027-03-07 02:30' }, '22:00:00', '03:30:00'],
  ])('on an occurrence that %s when the clocks are set', (_what, times, begins, ends) => {
    const aNight = async (fields: object = {}) => {
      const timezone = 'America/Toronto';
      const night = await aMarket({ timezone, ...times, recurrence: 'FREQ=WEEKLY;COUNT=5', ...fields });
      const [second, ...later] = await occurrencesOf(night);
      expect([second!.start_date.slice(11), second!.end_date.slice(11)]).toEqual([begins, ends]);
      return { second: second!, later };
    };
    const told = (events: Shown[]) => events.map(({ id, start_date, end_date }) => [id, start_date, end_date]);

    it('keeps all following dates, also when the series is changed and sent back', async () => {
      const { second, later } = await aNight();
      const begun = await change(second.id, { title: 'New' }, '?apply=following');
      expect(begun.recurrence).toEqual({ rrule: 'FREQ=WEEKLY;COUNT=4', exdates: [], rdates: [] });
      expect(told([begun])).toEqual(told([second]));
      await change(second.id, { ...begun, title: 'Newer' });
      await change(second.id, { recurrence: 'FREQ=WEEKLY;COUNT=5' });
      expect(told(await occurrencesOf(begun)).slice(0, 3)).toEqual(told(later));
      expect((await occurrencesOf(begun))[3]!.start_date.slice(11)).toBe(later[0]!.start_date.slice(11));
    });

    it('moves all following dates to the given times', async () => {
      const { second, later } = await aNight();
      const day = second.start_date.slice(0, 10);
      const evening = { start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` };
      const begun = await change(second.id, evening, '?apply=following');
      const expected = later.map(({ id, start_date: start }) => {
        return [id, `${start.slice(0, 10)} 18:00:00`, `${start.slice(0, 10)} 20:00:00`];
      });
      expect(told(await occurrencesOf(begun))).toEqual(expected);
    });

    it('begins a series whose .ics has the dates of all', async () => {
      const { second, later } = await aNight();
      await change(second.id, { title: 'New' }, '?apply=following');
      const ics = (await calendar.get(`/events/${second.id}.ics`, { as })).text;
      const shown = await Promise.all([second, ...later].map(({ id }) => read(id)));
      const instant = (utc: unknown) => `${String(utc).replace(' ', 'T')}Z`;
      expect(expandEvents(ics, 2028).map(({ start, end }) => [start, end])).toEqual(
        shown.map(({ utc_start_date: start, utc_end_date: end }) => [instant(start), instant(end)]),
      );
      // By its rule, except the date that the clocks have moved; dates that are created later are correct as well.
      expect(ics.match(/RECURRENCE-ID/g)).toHaveLength(1);
    });
  });

  it('keeps a series if one of two dates before is excluded and may return', async () => {
    const market = await aMarket();
    const [second, third] = await occurrencesOf(market);
    await calendar.delete(`/events/${second!.id}`, { as });
    await change(third!.id, { title: 'New' }, '?apply=following');
    expect((await read(market.id)).recurrence).toMatchObject({ rrule: 'FREQ=WEEKLY;UNTIL=20270614' });
    await change(second!.id, { status: 'publish' });
    expect(await occurrencesOf(market)).toMatchObject([{ id: second!.id }]);
  });

  it('is refused if the event belongs to no series', async () => {
    const event = await aMarket({ recurrence: null });
    const answer = await calendar.patch(`/events/${event.id}?apply=following`, { title: 'X' }, { as });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ data: { params: { apply: expect.stringContaining('no series') } } });
  });
});

describe('the horizon', () => {
  const DAY = 86_400_000;

  it('moves on as time passes, once, also after a month without requests', async () => {
    const series = await aMarket({
      start_date: 'tomorrow 08:00',
      end_date: 'tomorrow 09:00',
      recurrence: 'FREQ=WEEKLY',
    });
    const last = async () => {
      const { body } = await calendar.get(`/events?post_parent=${series.id}&starts_after=today&order=desc`);
      const { total, events } = body as { total: number; events: Shown[] };
      return { total, date: events[0]!.occurrence!.date };
    };
    const before = await last();
    const horizons = Array.from({ length: 3 }, () => calendar.app.get(SeriesHorizon));
    await Promise.all(horizons.map((horizon) => horizon.run(new Date(Date.now() + 31 * DAY))));
    const after = await last();
    expect(after.total - before.total).toBeGreaterThanOrEqual(4);
    expect(after.total - before.total).toBeLessThanOrEqual(5);
    expect((Date.parse(after.date) - Date.parse(before.date)) / DAY).toBe(7 * (after.total - before.total));
    await Promise.all(horizons.map((horizon) => horizon.run(new Date(Date.now() + 31 * DAY))));
    expect(await last()).toEqual(after);
  });

  it('moves on for all others if one series cannot be read', async () => {
    const daily = { start_date: 'tomorrow 08:00', end_date: 'tomorrow 09:00', recurrence: 'FREQ=DAILY;INTERVAL=20' };
    const [broken, sound] = [await aMarket(daily), await aMarket({ ...daily, start_date: 'tomorrow 08:30' })];
    const database = calendar.app.get(Database);
    const sql = "UPDATE events SET recurrence = '{}' WHERE id = ?";
    await database.write((manager) => run(manager, sql, [broken.id]));
    const count = async () =>
      (await calendar.get(`/events?post_parent=${sound.id}&starts_after=today`)).body.total as number;
    const before = await count();
    await calendar.app.get(SeriesHorizon).run(new Date(Date.now() + 62 * DAY));
    expect(await count()).toBeGreaterThan(before);
    await calendar.delete(`/events/${sound.id}?force=true`, { as });
    await database.write((manager) =>
      run(manager, 'DELETE FROM events WHERE id = ? OR seriesId = ?', [broken.id, broken.id]),
    );
  });

  it('does not delete dates beyond it when it is reduced', async () => {
    const series = await aMarket({ recurrence: 'FREQ=MONTHLY' });
    const before = await occurrencesOf(series, '&orderby=start_date');
    await change(before.at(-1)!.id, { title: 'The last one' });
    const nearer = await TestCalendar.start({ SERIES_HORIZON: '12' }, calendar.url);
    await nearer.patch(`/events/${series.id}`, { description: 'Bread and honey' }, { as }).expect(200);
    await nearer.stop();
    const after = await occurrencesOf(series, '&orderby=start_date');
    expect(dates(after)).toEqual(dates(before));
    expect(after.at(-1)).toMatchObject({ title: 'The last one', description: 'Bread and honey' });
  });
});

describe('lists', () => {
  let market: { id: number };
  let plain: { id: number };
  let others: Shown[];

  beforeAll(async () => {
    const category = await aCategory({ name: 'Quays' });
    const fields = { categories: [category.id], title: 'Quayside' };
    market = await aMarket(fields);
    plain = await aMarket({
      ...fields,
      recurrence: null,
      start_date: '2027-06-10 08:00',
      end_date: '2027-06-10 13:00',
    });
    others = await occurrencesOf(market);
    await change(others[1]!.id, { title: 'Cancelled' });
  });

  it.each(['next', 'series'])(
    'count a series once with occurrences=%s, also if several occurrences run at a moment',
    async (once) => {
      const exhibition = {
        start_date: '2024-09-06 09:00',
        end_date: '2024-09-08 18:00',
        recurrence: 'FREQ=DAILY;COUNT=9',
      };
      const { id } = await anEvent({ title: 'Exhibition', ...exhibition });
      const noon = '2024-09-10 12:00';
      for (const dates of [`starts_before=${noon}&ends_after=${noon}`, `from=${noon}&to=${noon}`]) {
        const running = async (shown: string) =>
          (await calendar.get(`/events?${dates}&strict_dates=true&per_page=1&occurrences=${shown}`)).body as {
            events: Shown[];
            total: number;
          };
        expect(await running('all')).toMatchObject({ total: 3 });
        const { events, total } = await running(once);
        expect(total).toBe(1);
        expect(once === 'series' ? events[0]!.id : events[0]!.post_parent).toBe(id);
      }
      await calendar.delete(`/events/${id}?force=true`, { as }).expect(200);
    },
  );

  const listed = async (query: string) => {
    const { body } = await calendar.get(`/events?categories=quays&${query}`).expect(200);
    const { events, total } = body as { events: Shown[]; total: number };
    expect(total).toBe(events.length);
    return events.map(({ id }) => id);
  };

  it('show all occurrences, or the first one of each series in the date range, or each series once', async () => {
    const from = 'start_date=2027-06-05';
    const ids = others.map(({ id }) => id);
    expect(await listed(from)).toEqual([ids[0], plain.id, ...ids.slice(1)]);
    expect(await listed(`${from}&occurrences=all`)).toEqual([ids[0], plain.id, ...ids.slice(1)]);
    expect(await listed(`${from}&occurrences=next`)).toEqual([ids[0], plain.id]);
    expect(await listed(`${from}&occurrences=series`)).toEqual([market.id, plain.id]);
    expect(await listed('start_date=2027-06-09&occurrences=next&order=desc')).toEqual([ids[1], plain.id]);
    expect(await listed('start_date=2028-06-09&occurrences=series')).toEqual([]);
  });

  it('show the first occurrence that the other filters match', async () => {
    expect(await listed('start_date=2027-06-12&search=quayside&occurrences=next')).toEqual([others[2]!.id]);
    expect(await listed('start_date=2027-06-12&search=cancelled&occurrences=series')).toEqual([market.id]);
    expect(await listed('start_date=2027-06-01&occurrences=next&orderby=title')).toEqual([market.id, plain.id]);
  });

  it('leave out a series that is excluded, or lacks the language, even if its occurrences match', async () => {
    const from = 'start_date=2027-06-05';
    expect(await listed(`${from}&occurrences=series&exclude=${market.id}`)).toEqual([plain.id]);
    expect(await listed(`${from}&occurrences=series&exclude=${others[0]!.id}`)).toEqual([market.id, plain.id]);
    await change(others[0]!.id, { translations: { fr: { title: 'Sur les quais' } } });
    for (const left of ['fallback=none', 'untranslated=exclude']) {
      expect(await listed(`${from}&${left}&translation_language=fr`)).toEqual([others[0]!.id]);
      expect(await listed(`${from}&${left}&translation_language=fr&occurrences=next`)).toEqual([others[0]!.id]);
      expect(await listed(`${from}&${left}&translation_language=fr&occurrences=series`)).toEqual([]);
    }
  });

  it('can be paged', async () => {
    const page = async (number: number) =>
      (await calendar.get(`/events?categories=quays&start_date=2027-06-05&occurrences=next&per_page=1&page=${number}`))
        .body as {
        events: Shown[];
        total: number;
        next_rest_url?: string;
      };
    const [first, second] = [await page(1), await page(2)];
    expect([first.total, first.events[0]!.id, second.events[0]!.id]).toEqual([2, others[0]!.id, plain.id]);
    expect(first.next_rest_url).toContain('occurrences=next');
  });

  it('hide a hidden series if `include` names only one of its occurrences', async () => {
    await change(market.id, { hide_from_listings: true });
    await change(others[1]!.id, { hide_from_listings: false });
    const included = `include=${others[1]!.id}`;
    expect(await listed(`${included}&occurrences=next`)).toEqual([others[1]!.id]);
    expect(await listed(`${included}&occurrences=series`)).toEqual([]);
    expect(await listed(`${included},${market.id}&occurrences=series`)).toEqual([market.id]);
    await change(market.id, { hide_from_listings: false });
  });

  it('hide a series that the caller may not read', async () => {
    await change(market.id, { status: 'private' });
    expect(await listed('start_date=2027-06-01&occurrences=series')).toEqual([plain.id]);
    await change(market.id, { status: 'publish' });
  });
});

describe('deleting', () => {
  it('an occurrence excludes its date, and restoring it adds the date again', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    await calendar.delete(`/events/${second!.id}`, { as }).expect(200);
    expect((await read(market.id)).recurrence!.exdates).toEqual(['2027-06-08']);
    await change(market.id, { title: 'Other' });
    expect(dates(await occurrencesOf(market))).toEqual(TUESDAYS.slice(2));
    await change(second!.id, { status: 'publish' });
    expect((await read(market.id)).recurrence!.exdates).toEqual([]);
    expect(dates(await occurrencesOf(market))).toEqual(TUESDAYS.slice(1));
    expect((await read(second!.id)).title).toBe('Other');
    await calendar.delete(`/events/${second!.id}?force=true`, { as }).expect(200);
    expect((await read(market.id)).recurrence!.exdates).toEqual(['2027-06-08']);
  });

  it('one occurrence of an excluded day can be undone; other dates of the day stay excluded', async () => {
    const dated = { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-08 13:00', '2027-06-08 18:00'] };
    const market = await aMarket({ recurrence: dated });
    const sitting = (await occurrencesOf(market))[1]!;
    await change(market.id, { recurrence: { ...dated, exdates: ['2027-06-08'] } });
    const again = await change(sitting.id, { status: 'publish' });
    expect(again.occurrence).toEqual({ series: market.id, date: '2027-06-08 13:00' });
    expect((await read(market.id)).recurrence!.exdates).toEqual(['2027-06-08 08:00', '2027-06-08 18:00']);
    await change(market.id, { title: 'Fair' });
    expect(dates(await occurrencesOf(market))).toEqual(['2027-06-08 13:00', '2027-06-15']);
  });

  it('a whole day that is excluded by a time can be undone', async () => {
    const days = { all_day: true, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } };
    const market = await aMarket(days);
    const [second] = await occurrencesOf(market);
    const exdates = ['2027-06-08 10:00', '2027-06-15 10:00'];
    await change(market.id, { recurrence: { ...days.recurrence, exdates } });
    const again = await change(second!.id, { status: 'publish' });
    expect(again.occurrence).toEqual({ series: market.id, date: '2027-06-08' });
    expect((await read(market.id)).recurrence!.exdates).toEqual(['2027-06-15 10:00']);
  });

  it('the series deletes all of it, and restoring it restores the same', async () => {
    const market = await aMarket();
    const [second, third] = await occurrencesOf(market);
    await calendar.delete(`/events/${second!.id}`, { as });
    await change(third!.id, { status: 'private' });
    await calendar.delete(`/events/${market.id}`, { as }).expect(200);
    expect((await read(third!.id)).status).toBe('trash');
    await calendar.get(`/events/${third!.id}`).expect(404);
    await change(market.id, { status: 'publish' });
    expect(dates(await occurrencesOf(market, '&status=any'))).toEqual(TUESDAYS.slice(2));
    expect(await read(second!.id)).toMatchObject({ status: 'trash' });
    expect(await read(third!.id)).toMatchObject({ status: 'private' });
  });

  it('an occurrence and all following ones ends the series before it; restoring it makes them a series of their own', async () => {
    const market = await aMarket();
    const [second, third, fourth, fifth] = await occurrencesOf(market);
    await change(fourth!.id, { title: 'Moved', start_date: '2027-06-23 08:00', end_date: '2027-06-23 13:00' });
    const answer = await calendar.delete(`/events/${third!.id}?apply=following`, { as });
    expect([answer.status, answer.body]).toMatchObject([200, { id: third!.id, status: 'trash' }]);
    expect((await read(market.id)).recurrence!.rrule).toBe('FREQ=WEEKLY;UNTIL=20270614');
    await change(market.id, { title: 'Fair' });
    expect(await occurrencesOf(market, '&status=any')).toMatchObject([{ id: second!.id, title: 'Fair' }]);
    for (const { id } of [third!, fourth!, fifth!]) expect((await read(id)).status).toBe('trash');
    const again = await change(third!.id, { status: 'publish' });
    expect(again).toMatchObject({ title: 'Market', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' }, post_parent: null });
    expect(await occurrencesOf(again)).toMatchObject([
      { id: fourth!.id, title: 'Moved' },
      { id: fifth!.id, title: 'Market' },
    ]);
  });

  it('an occurrence and all following ones permanently keeps those before', async () => {
    const market = await aMarket();
    const [second, ...later] = (await occurrencesOf(market)).map(({ id }) => id);
    await calendar.delete(`/events/${later[0]}?apply=following&force=true`, { as }).expect(200);
    for (const id of later) await calendar.get(`/events/${id}`, { as }).expect(404);
    expect(await read(market.id)).toMatchObject({
      status: 'publish',
      recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20270614' },
    });
    expect(await occurrencesOf(market, '&status=any,trash')).toMatchObject([{ id: second }]);
  });

  it('the first occurrence and all following ones deletes the series', async () => {
    const market = await aMarket();
    const ids = (await occurrencesOf(market)).map(({ id }) => id);
    await calendar.delete(`/events/${market.id}?apply=following`, { as }).expect(200);
    for (const id of [market.id, ...ids]) expect((await read(id)).status).toBe('trash');
  });

  it('with apply=following is refused if the event belongs to no series, and keeps the event', async () => {
    const event = await aMarket({ recurrence: null });
    const path = `/events/${event.id}?apply=following`;
    const answers = [
      await calendar.delete(path, { as }),
      await calendar.delete(path, { as, language: 'fr' }),
      await calendar.delete(`/events/${event.id}?apply=every`, { as }),
      await calendar.delete(`/events/${event.id}?apply=every`, { as, language: 'fr' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const faults = answers.map(({ body }) => (body as { data: { params: { apply: string } } }).data.params.apply);
    expect(faults).toEqual([
      'The event belongs to no series.',
      'L’événement n’appartient à aucune série.',
      'Must be one of: this, following, all.',
      'Doit être l’une de ces valeurs\u00a0: this, following, all.',
    ]);
    expect((await read(event.id)).status).toBe('publish');
  });

  it('can be undone as a single event if another one has the date', async () => {
    const market = await aMarket();
    const [second] = await occurrencesOf(market);
    await change(market.id, { recurrence: 'FREQ=WEEKLY;COUNT=1' });
    await change(market.id, { start_date: '2027-06-08 08:00', end_date: '2027-06-08 13:00' });
    expect(await change(second!.id, { status: 'publish' })).toMatchObject({ occurrence: null, post_parent: null });
    expect(await occurrencesOf(market)).toEqual([]);
    for (const [stored, expected] of Object.values(await recount(calendar.app.get(DataSource))))
      expect(stored).toEqual(expected);
  });

  it('the series permanently leaves nothing behind', async () => {
    const category = await aCategory({ name: 'Fairs' });
    const market = await aMarket({ categories: [category.id] });
    const ids = (await occurrencesOf(market)).map(({ id }) => id);
    expect((await calendar.get(`/categories/${category.id}`)).body).toMatchObject({ count: 5 });
    await calendar.delete(`/events/${market.id}?force=true`, { as }).expect(200);
    for (const id of [market.id, ...ids]) await calendar.get(`/events/${id}`, { as }).expect(404);
    expect((await calendar.get(`/categories/${category.id}`)).body).toMatchObject({ count: 0 });
  });
});

describe('rights', () => {
  it('apply to each record: those that the caller may not change stay as they are', async () => {
    const made = await calendar.post(
      '/events',
      {
        title: 'Draft',
        start_date: '2027-06-01 08:00',
        end_date: '2027-06-01 09:00',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      },
      { as: 'contributor' },
    );
    const series = made.body as ApiRecord;
    const [second] = await occurrencesOf(series, '&status=any');
    await change(second!.id, { status: 'publish' });
    await calendar.patch(`/events/${series.id}`, { title: 'Changed' }, { as: 'contributor' }).expect(200);
    const [published, draft] = await occurrencesOf(series, '&status=any');
    expect(published!.title).toBe('Draft');
    expect(draft!.title).toBe('Changed');
    await calendar.delete(`/events/${series.id}`, { as: 'contributor' }).expect(403);
    expect((await read(series.id)).status).toBe('draft');
  });

  it('keep records in the trash that the caller who restores the series may not restore, and their dates excluded', async () => {
    const [{ body: author }, { body: editor }] = [
      await calendar.get('/me', { as: 'author' }),
      await calendar.get('/me', { as }),
    ];
    const market = await aMarket({ author: author.id });
    const [second, ...others] = await occurrencesOf(market);
    await change(second!.id, { author: editor.id });
    await calendar.delete(`/events/${market.id}`, { as }).expect(200);
    const restored = await calendar.patch(`/events/${market.id}`, { status: 'publish' }, { as: 'author' }).expect(200);
    expect(restored.body.recurrence.exdates).toEqual([second!.occurrence!.date]);
    const starts = [market, ...others].map(({ utc_start_date: start }) => `${String(start).replace(' ', 'T')}Z`);
    const { text } = await calendar.get(`/events/${market.id}.ics`);
    expect(expandEvents(text, 2030).map(({ start }) => start)).toEqual(starts);
    await change(market.id, { title: 'Written by somebody who might' });
    expect((await read(second!.id)).status).toBe('trash');
    await change(second!.id, { status: 'publish' });
    expect((await read(market.id)).recurrence!.exdates).toEqual([]);
  });

  it('keep records in the trash that the caller who changes the series may not change, also for later changes by others', async () => {
    const { body: author } = await calendar.get('/me', { as: 'author' });
    const market = await aMarket({ author: author.id });
    const [second] = await occurrencesOf(market);
    const { body: editor } = await calendar.get('/me', { as });
    await change(second!.id, { author: editor.id });
    await calendar.delete(`/events/${second!.id}`, { as }).expect(200);
    const later = { start_date: '2027-06-01 09:00:00', end_date: '2027-06-01 14:00:00' };
    await calendar.patch(`/events/${market.id}`, later, { as: 'author' }).expect(200);
    await change(market.id, { title: 'Fair' });
    const restored = await change(second!.id, { status: 'publish' });
    expect(restored).toMatchObject({ title: 'Fair', start_date: second!.start_date, end_date: second!.end_date });
  });

  it('name a series only to callers who may read it, also in errors', async () => {
    const series = await aMarket({ status: 'private' });
    const [second] = await occurrencesOf(series, '&status=any');
    const { body: contributor } = await calendar.get('/me', { as: 'contributor' });
    await change(second!.id, { author: contributor.id, status: 'draft' });
    const refused = async (as: 'contributor' | 'editor', language: string) => {
      const body = { recurrence: 'FREQ=DAILY;COUNT=2' };
      const answer = await calendar.patch(`/events/${second!.id}`, body, { as, language }).expect(400);
      return answer.body.data.params.recurrence as string;
    };
    for (const language of ['en', 'fr'])
      expect(await refused('editor', language)).toContain(`/${language}/cal/events/v1/events/${series.id})`);
    expect(await refused('contributor', 'en')).toBe('An occurrence follows the rule of its series.');
    expect(await refused('contributor', 'fr')).toBe('Une occurrence suit la règle de sa série.');
  });

  it('protect the rule by a password', async () => {
    const market = await aMarket({ password: 'secret' });
    const [second] = await occurrencesOf(market);
    const { body } = await calendar.get(`/events?include=${market.id},${second!.id}`);
    for (const event of (body as { events: Shown[] }).events)
      expect(event).toMatchObject({ recurrence: null, password_protected: true });
    await calendar.get(`/events/${second!.id}`).expect(403);
    await calendar.get(`/events/${second!.id}?password=secret`).expect(200);
  });
});

describe('a scheduled series', () => {
  it('is published as a whole, and counted by its terms', async () => {
    const category = await aCategory();
    const soon = new Date(Date.now() + 3000).toISOString().slice(0, 19);
    const recurrence = 'FREQ=DAILY;COUNT=300';
    await aMarket({ recurrence, categories: [category.id], status: 'publish', date_utc: soon });
    const path = `/events?categories=${category.id}&starts_after=2020-01-01&status=publish&per_page=1`;
    const totals = new Set<number>();
    const until = Date.now() + 20_000;
    while (!totals.has(300) && Date.now() < until)
      totals.add(((await calendar.get(path, { as })).body as { total: number }).total);
    // A slow machine may send the request only after the date.
    expect([...totals].filter((total) => total > 0)).toEqual([300]);
    expect((await calendar.get(`/categories/${category.id}`)).body).toMatchObject({ count: 300 });
  });
});

it('all derived columns and counts are as if they were computed again', async () => {
  const pairs = await recount(calendar.app.get(DataSource));
  for (const [of, [stored, expected]] of Object.entries(pairs)) expect({ [of]: stored }).toEqual({ [of]: expected });
});
