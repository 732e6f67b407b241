import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type Entry, identities, numbers, restoring, type Shown, titles } from './support/restoring.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aTag } = makers(() => calendar);
const { change, datesWith, first, read, restore, revisionsOf } = restoring(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const editor: RequestOptions = { as: 'editor' };

let tag: number;

beforeEach(async () => {
  ({ id: tag } = await aTag({ name: `dates ${Math.random()}` }));
});

/** The public dates of the test, in order. */
const all = () => datesWith(tag);

const MARKET = { title: 'Market', start_date: '2027-06-01 08:00:00', end_date: '2027-06-01 13:00:00' };

/** The public dates of a new weekly series on Tuesdays from 1 June 2027 on. */
async function aMarket(count: number): Promise<Shown[]> {
  await anEvent({ ...MARKET, tags: [tag], recurrence: `FREQ=WEEKLY;COUNT=${count}` });
  return all();
}

const removeForGood = (id: number, query = '') =>
  calendar.delete(`/events/${id}?force=true${query}`, { as: 'administrator' }).expect(200);

const ids = async () => (await all()).map(({ id }) => id);

/** The places in the calendar of the public dates: their ids and days. */
const places = async () => (await all()).map(({ id, start_date: start }) => [id, start.slice(0, 10)]);

describe('restoring the dates of a series', () => {
  it('does not double the date of a single event that has become a series', async () => {
    const [{ id }, second, third, fourth] = (await aMarket(4)) as [Shown, Shown, Shown, Shown];
    await change(third.id, { title: 'Own' });
    await change(id, { recurrence: null });
    const { id: daily } = await change(third.id, { recurrence: 'FREQ=DAILY;COUNT=2' });
    const [, , next] = await all();
    const restored = await restore(id, await first(id), '?dates=true');
    expect(numbers(restored)).toEqual([2, 0]);
    expect(restored.recurrence!.exdates).toEqual(['2027-06-15']);
    expect(await places()).toEqual([
      [id, '2027-06-01'],
      [second.id, '2027-06-08'],
      [daily, '2027-06-15'],
      [next!.id, '2027-06-16'],
      [fourth.id, '2027-06-22'],
    ]);
  });

  it('does not double the date of a single event that the caller may not change', async () => {
    const as: RequestOptions = { as: 'author' };
    const series = await anEvent({ ...MARKET, tags: [tag], recurrence: 'FREQ=WEEKLY;COUNT=4' }, as);
    const dates = await all();
    const { body: account } = await calendar.get('/me', editor).expect(200);
    await change(dates[2]!.id, { title: 'Of the editor', author: account.id });
    await change(series.id, { recurrence: null });
    const { revision } = await first(series.id);
    const path = `/events/${series.id}/revisions/${revision}/restore?dates=true`;
    const { body } = await calendar.post(path, undefined, as).expect(200);
    expect(numbers(body as Shown)).toEqual([2, 0]);
    expect(identities(await all())).toEqual(identities(dates));
    expect((await read(dates[2]!.id)).occurrence).toBeNull();
    expect((await read(series.id)).recurrence!.exdates).toEqual(['2027-06-15']);
  });

  it.each([
    ['to another weekday', '2027-06-02', ['2027-06-01', '2027-06-08', '2027-06-16', '2027-06-23', '2027-06-30']],
    ['by weeks', '2027-04-06', ['2027-04-20', '2027-04-27', '2027-05-04', '2027-06-01', '2027-06-08']],
  ])('does not double the dates of a part that was divided off after the series moved %s', async (_name, day, days) => {
    const dates = await aMarket(5);
    const [{ id }, , third] = dates as [Shown, Shown, Shown];
    await change(id, { start_date: `${day} 08:00:00`, end_date: `${day} 13:00:00` });
    await change(third.id, { title: 'Part' }, '?apply=following');
    const restored = await restore(id, await first(id), '?dates=true');
    expect([numbers(restored), titles(await all())]).toEqual([[0, 0], Array(5).fill('Market')]);
    expect((await all()).map(({ start_date: start }) => start.slice(0, 10))).toEqual(days);
    expect(new Set(await ids())).toEqual(new Set(dates.map((one) => one.id)));
  });

  it('knows what was divided off from a part that is deleted for good', async () => {
    const dates = await aMarket(6);
    const [{ id }, second, third, fourth, fifth, last] = dates as [Shown, Shown, Shown, Shown, Shown, Shown];
    await change(second.id, { title: 'Part' }, '?apply=following');
    await change(fifth.id, { title: 'Part of it' }, '?apply=following');
    await change(third.id, { title: 'Own' });
    await change(second.id, { recurrence: null });
    await removeForGood(second.id);
    expect(await ids()).toEqual([id, third.id, fifth.id, last.id]);
    const entry = await first(id);
    expect((await revisionsOf(last.id)).map(({ revision }) => revision)).toContain(entry.revision);
    expect(numbers(await restore(id, entry))).toEqual([0, 0]);
    expect(titles(await all())).toEqual(['Market', 'Own', 'Market', 'Market']);
    expect(numbers(await restore(id, entry, '?dates=true'))).toEqual([2, 0]);
    const after = await all();
    expect(after.map(({ start_date: start }) => start)).toEqual(dates.map(({ start_date: start }) => start));
    expect(after.map((one) => one.id)).toEqual([id, after[1]!.id, third.id, fourth.id, fifth.id, last.id]);
    expect((await read(third.id)).occurrence).toEqual({ series: id, date: '2027-06-15' });
  });

  it('does not double the dates of a part whose first date is deleted for good alone', async () => {
    const dates = await aMarket(5);
    const [{ id }, second, , fourth] = dates as [Shown, Shown, Shown, Shown];
    await change(second.id, { title: 'Part' }, '?apply=following');
    await change(fourth.id, { title: 'Part of it' }, '?apply=following');
    await removeForGood(second.id, '&apply=this');
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([0, 0]);
    expect(identities(await all())).toEqual(identities(dates.filter((one) => one.id !== second.id)));
    expect(titles(await all())).toEqual(Array(4).fill('Market'));
  });

  it('brings a date back that was one of two of its day, until the other one was divided off', async () => {
    const rdates = ['2027-06-08 18:00/19:00'];
    await anEvent({ ...MARKET, tags: [tag], recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates } });
    const dates = await all();
    const [{ id }, , evening] = dates as [Shown, Shown, Shown];
    await change(evening.id, { title: 'Evening' }, '?apply=following');
    await change(id, { recurrence: null });
    expect(await ids()).toEqual([id, evening.id, dates[3]!.id]);
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([1, 0]);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it('moves single events back that had moved with their series, and not those that moved alone', async () => {
    const dates = await aMarket(4);
    const [{ id }, second, , fourth] = dates as [Shown, Shown, Shown, Shown];
    await change(second.id, { title: 'Own' });
    await change(fourth.id, { start_date: '2027-06-25 10:00:00', end_date: '2027-06-25 11:00:00' });
    await change(id, { start_date: '2027-06-02 08:00:00', end_date: '2027-06-02 13:00:00' });
    await change(id, { recurrence: null });
    expect((await all()).map(({ title }) => title)).toEqual(['Market', 'Own', 'Market']);
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([1, 0]);
    expect(identities(await all())).toEqual(identities(dates));
    const starts = (await all()).map(({ start_date: start }) => start.slice(0, 10));
    expect(starts).toEqual(['2027-06-01', '2027-06-08', '2027-06-15', '2027-06-25']);
  });
});

describe('the revisions of a date', () => {
  it('are not those of a series that a password protects from the caller', async () => {
    const { id } = await anEvent({ ...MARKET, tags: [tag], recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const [, second] = (await all()) as [Shown, Shown];
    const { body: account } = await calendar.get('/me', { as: 'author' }).expect(200);
    await change(second.id, { author: account.id, description: '<p>Of the author</p>' });
    const shown = async () => (await calendar.get(`/events/${second.id}/revisions`, { as: 'author' })).body.revisions;
    expect((await shown()).map((one: Entry) => one.of_series)).toEqual([undefined, undefined, id]);
    await change(id, { password: 'sesame', description: '<p>Secret</p>' });
    await change(second.id, { password: null });
    const [latest] = (await revisionsOf(id)) as [Entry];
    expect((await shown()).map((one: Entry) => one.of_series).filter(Boolean)).toEqual([]);
    const path = `/events/${second.id}/revisions/${latest.revision}`;
    await calendar.get(path, { as: 'author' }).expect(404);
    await calendar.post(`${path}/restore`, undefined, { as: 'author' }).expect(404);
    const { body } = await calendar.get(path, editor).expect(200);
    expect([body.of_series, body.record.description]).toEqual([id, '<p>Secret</p>']);
  });
});
