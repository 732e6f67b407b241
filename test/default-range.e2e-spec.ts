import { DateTime } from 'luxon';
import { lister } from './support/lists.js';
import { makers } from './support/makers.js';
import { awayFromMidnight } from './support/midnight.js';
import { TestCalendar } from './support/test-calendar.js';

const SITE = 'America/Toronto';

let calendar: TestCalendar;
const { anEvent } = makers(() => calendar);
const { names } = lister(() => calendar, 'events');

beforeAll(async () => {
  await awayFromMidnight(SITE);
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

/** An event between two local times in Toronto. */
const on = (title: string, start_date: string, end_date = start_date, fields: object = {}) =>
  anEvent({ title, start_date, end_date, ...fields });

/** A day in the site’s zone, this number of days from today. */
const day = (days: number) => DateTime.now().setZone(SITE).plus({ days }).toFormat('yyyy-MM-dd');

describe('the default date range', () => {
  const tags = { tags: ['default-range'] };
  const listed = (query = '') => names(`tags=default-range&per_page=100&${query}`);

  beforeAll(async () => {
    await on('yesterday', day(-1), day(-1), tags);
    await on('since yesterday', `${day(-1)} 22:00:00`, `${day(0)} 02:00:00`, tags);
    await on('as today begins', `${day(0)} 00:00:00`, `${day(0)} 00:00:00`, tags);
    await on('tonight', `${day(0)} 23:59:59`, `${day(0)} 23:59:59`, tags);
    await on('in a year', day(365), day(366), tags);
    const last = DateTime.now().setZone(SITE).plus({ months: 24 });
    await on('at the very end', last.toFormat("yyyy-MM-dd '23:59:59'"), undefined, tags);
    await on('over the end', last.toFormat('yyyy-MM-dd'), last.plus({ days: 1 }).toFormat('yyyy-MM-dd'), tags);
    await on('later', last.plus({ days: 2 }).toFormat('yyyy-MM-dd'), undefined, tags);
  });

  it('covers 24 months from the beginning of today, in the zone of the site', async () => {
    expect(await listed()).toEqual(['as today begins', 'tonight', 'in a year', 'at the very end']);
  });

  it('ends 24 months after a given start', async () => {
    // Two days are needed since 24 months after 28 and 29 February are the same day.
    const listedFrom = await listed(`start_date=${day(-2)}`);
    expect(listedFrom).toEqual(['yesterday', 'since yesterday', 'as today begins', 'tonight', 'in a year']);
    expect(await listed(`start_date=${day(4)}`)).toEqual(['in a year', 'over the end', 'at the very end', 'later']);
  });

  it('starts today if only an end is given', async () => {
    expect(await listed(`end_date=${day(0)}`)).toEqual(['as today begins', 'tonight']);
    expect(await listed(`end_date=${day(-1)}`)).toEqual([]);
  });

  it.each(['starts_after', 'ends_after', 'from'])('is replaced by %s', async (bound) => {
    expect(await listed(`${bound}=1970-01-01`)).toHaveLength(8);
  });

  it.each(['starts_before', 'ends_before', 'to'])('is replaced by %s', async (bound) => {
    expect(await listed(`${bound}=2099-01-01`)).toHaveLength(8);
  });

  it('still applies with strict_dates, and with filters other than dates', async () => {
    const usual = ['as today begins', 'tonight', 'in a year', 'at the very end'];
    expect((await listed('strict_dates=true')).slice(0, 3)).toEqual(usual.slice(0, 3));
    expect(await listed('featured=false&ticketed=0&author=1,2,3,4,5,6&status=publish')).toEqual(usual);
  });

  it('does not apply if a start is given together with another bound', async () => {
    const since = await listed(`start_date=${day(4)}&starts_after=1970-01-01`);
    expect(since).toEqual(['in a year', 'over the end', 'at the very end', 'later']);
  });
});

describe('words for a span of days', () => {
  let monday: DateTime;
  const day = (days: number) => monday.plus({ days }).toFormat('yyyy-MM-dd');
  const names = async (query: string) => {
    const { body } = await calendar.get(`/events?tags=spans&per_page=100&orderby=id&${query}`).expect(200);
    return body.events.map(({ title }: { title: string }) => title);
  };

  beforeAll(async () => {
    monday = DateTime.now().setZone(SITE).startOf('week').plus({ weeks: 1 });
    for (const [title, start, end] of [
      ['Sunday before', day(-1), day(-1)],
      ['Monday', day(0), day(0)],
      ['Friday', day(4), day(4)],
      ['Friday to Saturday', day(4), day(5)],
      ['Saturday', day(5), day(5)],
      ['Sunday', day(6), day(6)],
      ['Monday after', day(7), day(7)],
    ] as const)
      await anEvent({ title, tags: ['spans'], start_date: `${start} 12:00:00`, end_date: `${end} 13:00:00` });
  });

  it.each([
    ['from=next week&to=next week', 1, 6],
    ['from=la semaine prochaine&to=la semaine prochaine', 1, 6],
    ['from=next week&to=next week&strict_dates=true', 1, 6],
    ['start_date=next week&end_date=next week', 1, 6],
    ['starts_after=next week', 6, 7],
    ['starts_before=next week&from=yesterday', 0, 2],
    ['ends_before=semaine prochaine&from=yesterday', 0, 2],
    ['ends_after=next week', 6, 7],
  ])('%s', async (query, first, end) => {
    const all = ['Sunday before', 'Monday', 'Friday', 'Friday to Saturday', 'Saturday', 'Sunday', 'Monday after'];
    expect((await names(query)).filter((title: string) => all.slice(1).includes(title) || first === 0)).toEqual(
      all.slice(first, end),
    );
  });

  it('can be counted by day', async () => {
    const { body } = await calendar.get('/events/counts?by=day&tags=spans&from=next week&to=next week').expect(200);
    expect(body.counts.map(({ value }: { value: string }) => value)).toEqual([day(0), day(4), day(5), day(6)]);
    expect(body.total).toBe(5);
  });

  it('are refused where a single moment is expected', async () => {
    const list = await calendar.get('/events?modified_after=this week').expect(400);
    expect(list.body.data.params.modified_after).toContain('“this week” names several days');
    const body = { title: 'Span', start_date: 'ce week-end', end_date: 'next month' };
    const { data } = (await calendar.post('/events', body, { as: 'editor', language: 'fr' }).expect(400)).body;
    expect(Object.keys(data.params)).toEqual(['start_date', 'end_date']);
    expect(data.params.start_date).toContain('«\u00a0ce week-end\u00a0»');
  });
});
