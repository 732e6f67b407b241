import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

beforeAll(async () => (calendar = await TestCalendar.start()));
beforeEach(() => calendar.empty());
afterAll(() => calendar.stop());

const { anEvent } = makers(() => calendar);

const TIMES = { start_date: '2027-06-01 08:00', end_date: '2027-06-01 13:00' };
const TUESDAYS = ['2027-06-01', '2027-06-08', '2027-06-15', '2027-06-22', '2027-06-29'];

interface Preview {
  occurrences: { date: string; start_date: string; end_date: string }[];
  total: number;
  last_start_date: string | null;
  unused_exdates: string[];
}

async function preview(body: object, options: RequestOptions = { as: 'contributor' }): Promise<Preview> {
  const answer = await calendar.post('/events/occurrences', { ...TIMES, ...body }, options);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as Preview;
}

const datesIn = ({ occurrences }: Preview) => occurrences.map(({ date }) => date);

describe('a preview of a series', () => {
  it('has the dates that the series gets, and stores nothing', async () => {
    const recurrence = {
      rrule: 'FREQ=WEEKLY;COUNT=5',
      exdates: ['2027-06-08', '2027-06-09'],
      rdates: ['2027-07-03 10:00/11:00'],
    };
    const shown = await preview({ recurrence });
    expect(shown).toMatchObject({ total: 5, last_start_date: '2027-07-03 10:00:00', unused_exdates: ['2027-06-09'] });
    expect(shown.occurrences.at(-1)).toEqual({
      ...{ date: '2027-07-03', start_date: '2027-07-03 10:00:00', end_date: '2027-07-03 11:00:00' },
    });
    const all = '/events?starts_after=2027-01-01&per_page=100';
    expect((await calendar.get(all).expect(200)).body.total).toBe(0);
    await anEvent({ title: 'Market', ...TIMES, recurrence });
    const { events } = (await calendar.get(all).expect(200)).body as {
      events: { start_date: string; end_date: string }[];
    };
    expect(shown.occurrences.map(({ start_date, end_date }) => [start_date, end_date])).toEqual(
      events.map(({ start_date, end_date }) => [start_date, end_date]),
    );
  });

  it('has twenty dates, the number of those up to the horizon, and no last one if the series has no end', async () => {
    const shown = await preview({ recurrence: 'FREQ=DAILY' });
    expect([shown.occurrences.length, shown.last_start_date]).toEqual([20, null]);
    const { id } = await anEvent({ title: 'Daily', ...TIMES, recurrence: 'FREQ=DAILY' });
    const stored = await calendar.get(`/events?post_parent=${id}&starts_after=2027-01-01&per_page=1`).expect(200);
    expect(shown.total).toBe((stored.body.total as number) + 1);
  });

  it('counts a series that ends after the horizon to its end, and at most 750 dates', async () => {
    expect(await preview({ recurrence: 'FREQ=YEARLY;COUNT=10' })).toMatchObject({
      total: 10,
      last_start_date: '2036-06-01 08:00:00',
    });
    expect(await preview({ recurrence: 'FREQ=DAILY;COUNT=2000' })).toMatchObject({ total: 750, last_start_date: null });
  });

  it('begins with the dates that are not over', async () => {
    const past = { start_date: '2026-11-17 08:00', end_date: '2026-11-17 13:00' };
    const shown = await preview({ ...past, recurrence: 'FREQ=WEEKLY;COUNT=4' });
    expect([datesIn(shown), shown.total]).toEqual([['2026-12-01', '2026-12-08'], 4]);
  });

  it('keeps local times when the clocks change, and knows whole days and events without a rule', async () => {
    const autumn = { start_date: '2027-11-05 19:00', end_date: '2027-11-05 21:00', timezone: 'America/Toronto' };
    const { occurrences } = await preview({ ...autumn, recurrence: 'FREQ=WEEKLY;COUNT=2' });
    expect(occurrences.map(({ start_date }) => start_date)).toEqual(['2027-11-05 19:00:00', '2027-11-12 19:00:00']);
    const days = { start_date: '2027-06-01', end_date: '2027-06-02', all_day: true };
    expect((await preview({ ...days, recurrence: 'FREQ=MONTHLY;COUNT=2' })).occurrences[1]).toEqual({
      ...{ date: '2027-07-01', start_date: '2027-07-01 00:00:00', end_date: '2027-07-02 23:59:59' },
    });
    expect(await preview({})).toMatchObject({ total: 1, last_start_date: '2027-06-01 08:00:00' });
  });

  it('leaves out the dates that the series of an event has', async () => {
    const { id } = await anEvent({ title: 'Market', ...TIMES, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const recurrence = 'FREQ=WEEKLY;COUNT=5';
    expect(datesIn(await preview({ id, recurrence }, { as: 'editor' }))).toEqual(TUESDAYS.slice(3));
    const { events } = (await calendar.get(`/events?post_parent=${id}&starts_after=2027-01-01`).expect(200)).body as {
      events: { id: number }[];
    };
    await calendar.delete(`/events/${events[0]!.id}`, { as: 'editor' }).expect(200);
    const shown = await preview({ id: events[1]!.id, recurrence }, { as: 'editor' });
    expect([datesIn(shown), shown.total]).toEqual([[TUESDAYS[1], ...TUESDAYS.slice(3)], 3]);
    const hidden = await calendar.post('/events/occurrences', { ...TIMES, id, recurrence }, { as: 'contributor' });
    expect([hidden.status, hidden.body.data.params]).toEqual([400, { id: expect.stringContaining(String(id)) }]);
  });

  it.each([
    ['a rule that cannot be read', { recurrence: 'FREQ=SOMETIMES' }, ['recurrence']],
    ['an end of the series before its start', { recurrence: 'FREQ=DAILY;UNTIL=20270501' }, ['recurrence']],
    ['an end before the start', { end_date: '2027-05-01 08:00', recurrence: 'FREQ=DAILY' }, ['end_date']],
    ['what is no field of it', { title: 'Market', recurrence: 'FREQ=DAILY' }, ['title']],
    ['several', { start_date: 'soon', recurrence: 'FREQ=HOURLY' }, ['recurrence', 'start_date']],
  ])('refuses %s with the error of a new event', async (_what, body, names) => {
    for (const language of ['en', 'fr'] as const) {
      const sent = { ...TIMES, ...body };
      const answer = await calendar.post('/events/occurrences', sent, { as: 'contributor', language });
      expect([answer.status, Object.keys(answer.body.data.params as object).sort()]).toEqual([400, names]);
      if (names[0] === 'title') continue;
      const asEvent = await calendar.post('/events', { title: 'Market', ...sent }, { as: 'contributor', language });
      expect(answer.body).toEqual(asEvent.body);
    }
  });

  it('is for those who may write events', async () => {
    const post = (options: RequestOptions) => calendar.post('/events/occurrences', { ...TIMES }, options);
    expect([(await post({})).status, (await post({ as: 'reader' })).status]).toEqual([401, 403]);
  });
});
