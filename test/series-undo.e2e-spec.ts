import { amount, seed } from './support/amounts.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { Random } from './support/random.js';
import { type Entry, identities, numbers, restoring, type Shown, titles } from './support/restoring.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aTag, aVenue } = makers(() => calendar);
const { change, datesWith, first, read, restore, revisionsOf } = restoring(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const editor: RequestOptions = { as: 'editor' };

let tag: number;

beforeEach(async () => {
  ({ id: tag } = await aTag({ name: `undo ${Math.random()}` }));
});

/** The public dates of the test, in order. */
const all = () => datesWith(tag);

/** The public dates of a new weekly series on Tuesdays from 1 June 2027 on. */
async function aMarket(count: number, fields: object = {}): Promise<Shown[]> {
  await anEvent({
    ...{ title: 'Market', start_date: '2027-06-01 08:00:00', end_date: '2027-06-01 13:00:00', tags: [tag] },
    recurrence: `FREQ=WEEKLY;COUNT=${count}`,
    ...fields,
  });
  return all();
}

const remove = (id: number, query: string) =>
  calendar.delete(`/events/${id}${query}`, { as: 'administrator' }).expect(200);

const hours = (events: readonly Shown[]) =>
  events.map(({ start_date: start, end_date: end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`);
const starts = (events: readonly Shown[]) => events.map(({ start_date: start }) => start);
const fill = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('restoring a series', () => {
  it.each([
    ['without dates', ''],
    ['with dates', '?dates=true'],
  ])('restores all dates after a part was divided off and renamed, each once: %s', async (_name, query) => {
    const dates = await aMarket(5);
    const [{ id }, , third] = dates as [Shown, Shown, Shown];
    await change(third.id, { title: 'Winter market' }, '?apply=following');
    const restored = await restore(id, await first(id), query);
    expect(numbers(restored)).toEqual([0, 0]);
    expect(identities(await all())).toEqual(identities(dates));
    expect(titles(await all())).toEqual(fill(5, 'Market'));
    expect(starts(await all())).toEqual(starts(dates));
    // The division stays.
    expect((await read(third.id)).recurrence).not.toBeNull();
    await restore(id, await first(id), query);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it('restores parts of parts and single dates that were divided off, with the hours of start and end', async () => {
    const dates = await aMarket(6, { description: '<p>Old</p>', translations: { fr: { title: 'Marché' } } });
    const [{ id }, second, , fourth, , last] = dates as [Shown, Shown, Shown, Shown, Shown, Shown];
    const venue = await aVenue();
    await change(
      second.id,
      { title: 'Two', start_date: '2027-06-08 09:30:00', end_date: '2027-06-08 11:00:00' },
      '?apply=following',
    );
    await change(fourth.id, { title: 'Four', venue: [venue.id], description: null }, '?apply=following');
    await change(last.id, { title: 'Last', translations: { fr: { title: 'Dernier' } } }, '?apply=following');
    expect(titles(await all())).toEqual(['Market', 'Two', 'Two', 'Four', 'Four', 'Last']);
    await restore(id, await first(id));
    const after = await all();
    expect(identities(after)).toEqual(identities(dates));
    expect([titles(after), hours(after)]).toEqual([fill(6, 'Market'), fill(6, '08:00-13:00')]);
    expect(after.map(({ venue: shown, description }) => [shown, description])).toEqual(fill(6, [[], '<p>Old</p>']));
    const french = await calendar.get(`/events/${last.id}`, { language: 'fr' });
    expect(french.body.title).toBe('Marché');
    // Each record that was written has a revision, so that this can be undone as well.
    expect((await revisionsOf(fourth.id))[0]).toMatchObject({ change: 'restored' });
    await restore(fourth.id, (await revisionsOf(fourth.id))[1]!);
    expect(titles(await all())).toEqual(['Market', 'Market', 'Market', 'Four', 'Four', 'Market']);
  });

  it('leaves the days to which a part has moved, and the values that dates have of their own', async () => {
    const dates = await aMarket(5);
    const [{ id }, second, third, , last] = dates as [Shown, Shown, Shown, Shown, Shown];
    await change(
      third.id,
      { title: 'Moved', start_date: '2027-06-16 10:00:00', end_date: '2027-06-16 12:00:00' },
      '?apply=following',
    );
    await change(second.id, { title: 'Own' });
    await change(last.id, { start_date: '2027-07-02 20:00:00', end_date: '2027-07-02 21:00:00' });
    await restore(id, await first(id));
    const after = await all();
    expect(titles(after)).toEqual(['Market', 'Own', 'Market', 'Market', 'Market']);
    expect(starts(after).slice(2)).toEqual(['2027-06-16 08:00:00', '2027-06-23 08:00:00', '2027-07-02 20:00:00']);
  });

  it('leaves the values that a single date has of its own since it was divided off', async () => {
    const [{ id }, , last] = (await aMarket(3)) as [Shown, Shown, Shown];
    await change(last.id, { title: 'Finale' }, '?apply=following');
    await change(last.id, { excerpt: 'With fireworks' });
    await change(id, { excerpt: 'All', website: 'https://example.com/' });
    await restore(id, await first(id));
    const [, , after] = await all();
    expect([after!.title, after!.excerpt, after!.website]).toEqual(['Market', 'With fireworks', null]);
  });

  it('keeps the rule, or restores it with `dates=true`, after its number was shown', async () => {
    const dates = await aMarket(6);
    const [{ id }, second] = dates as [Shown, Shown];
    await remove(second.id, '');
    await change(id, { title: 'Short', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    expect(await all()).toHaveLength(2 + 1);
    const entry = await first(id);
    const shown = await restore(id, entry, '?dry_run=true&dates=true');
    expect([numbers(shown), shown.title, shown.recurrence]).toEqual([
      [3, 0],
      'Market',
      { rrule: 'FREQ=WEEKLY;COUNT=6', exdates: [], rdates: [] },
    ]);
    expect(numbers(await restore(id, entry, '?dry_run=true'))).toEqual([0, 0]);
    expect([titles(await all()), (await revisionsOf(id))[0]!.change]).toEqual([fill(3, 'Short'), 'updated']);
    const kept = await restore(id, entry);
    expect([numbers(kept), kept.recurrence!.rrule, titles(await all())]).toEqual([
      [0, 0],
      'FREQ=WEEKLY;COUNT=3',
      fill(3, 'Market'),
    ]);
    expect(numbers(await restore(id, entry, '?dates=true'))).toEqual([3, 0]);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it('takes dates away only with `dates=true`', async () => {
    const dates = await aMarket(2);
    const [{ id }] = dates as [Shown];
    await change(id, { recurrence: 'FREQ=WEEKLY;COUNT=5', title: 'Longer' });
    expect(numbers(await restore(id, await first(id)))).toEqual([0, 0]);
    expect(titles(await all())).toEqual(fill(5, 'Market'));
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([0, 3]);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it('gives dates that became single events, or went to the trash, back to a series that was ended', async () => {
    const dates = await aMarket(4);
    const [{ id }, second, third] = dates as [Shown, Shown, Shown];
    await change(third.id, { title: 'Own' });
    await change(id, { recurrence: null, title: 'Ended' });
    expect(titles(await all())).toEqual(['Ended', 'Own']);
    await change(third.id, { excerpt: 'Since' });
    expect(numbers(await restore(id, await first(id)))).toEqual([0, 0]);
    expect([titles(await all()), (await read(id)).recurrence]).toEqual([['Market', 'Own'], null]);
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([2, 0]);
    const after = await all();
    expect([identities(after), titles(after)]).toEqual([identities(dates), ['Market', 'Market', 'Own', 'Market']]);
    expect((await read(third.id)).occurrence).toEqual({ series: id, date: '2027-06-15' });
    await change(id, { title: 'Followed', excerpt: 'Followed' });
    expect((await all()).map(({ title, excerpt }) => [title, excerpt])).toEqual(
      [1, 2, 3, 4].map((number) => (number === 3 ? ['Own', 'Since'] : ['Followed', 'Followed'])),
    );
    expect((await calendar.get(`/events/${second.id}`)).status).toBe(200);
  });

  it('leaves what was deleted with a part in the trash, until that part is restored', async () => {
    const dates = await aMarket(5);
    const [{ id }, , third] = dates as [Shown, Shown, Shown];
    await change(third.id, { title: 'Winter market' }, '?apply=following');
    await remove(third.id, '');
    const entry = await first(id);
    expect(numbers(await restore(id, entry))).toEqual([0, 0]);
    expect(numbers(await restore(id, entry, '?dates=true'))).toEqual([0, 0]);
    expect(identities(await all())).toEqual(identities(dates.slice(0, 2)));
    expect((await read(third.id)).status).toBe('trash');
    const [, divided] = await revisionsOf(third.id);
    expect(numbers(await restore(third.id, divided!))).toEqual([3, 0]);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it('makes dates again where a part is deleted for good', async () => {
    const [{ id }, , third] = (await aMarket(4)) as [Shown, Shown, Shown];
    await change(third.id, { title: 'Gone' }, '?apply=following');
    await remove(third.id, '?force=true');
    expect(numbers(await restore(id, await first(id)))).toEqual([0, 0]);
    expect(numbers(await restore(id, await first(id), '?dates=true'))).toEqual([2, 0]);
    expect(starts(await all())).toEqual(
      [1, 8, 15, 22].map((day) => `2027-06-${String(day).padStart(2, '0')} 08:00:00`),
    );
  });

  it('brings back dates without end that a part does not have', async () => {
    const rule = { recurrence: 'FREQ=WEEKLY;UNTIL=20270831' };
    const dates = await aMarket(1, rule);
    const [{ id }, second, , , fifth] = dates as [Shown, Shown, Shown, Shown, Shown];
    await change(fifth.id, { title: 'Later' }, '?apply=following');
    await remove(second.id, '?apply=following');
    expect(await all()).toHaveLength(dates.length - 3);
    const entry = await first(id);
    expect(numbers(await restore(id, entry, '?dates=true'))).toEqual([0, 0]);
    expect(numbers(await restore(second.id, (await revisionsOf(second.id))[1]!))).toEqual([3, 0]);
    expect(identities(await all())).toEqual(identities(dates));
  });

  it.each([
    [
      'a rule with hours',
      { recurrence: 'FREQ=WEEKLY;BYHOUR=8;COUNT=4' },
      { recurrence: 'FREQ=WEEKLY;BYHOUR=10;COUNT=4' },
    ],
    [
      'an end with a time',
      { recurrence: 'FREQ=WEEKLY;UNTIL=20270622T120000Z' },
      { recurrence: 'FREQ=WEEKLY;UNTIL=20270622T140000Z' },
    ],
    [
      'an added date with hours of its own',
      { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-06-26 15:00/16:00'] } },
      {},
    ],
  ])('restores the hours of %s', async (_name, body, changed) => {
    const dates = await aMarket(1, body);
    const [{ id }, second, , fourth] = dates as [Shown, Shown, Shown, Shown];
    await change(id, { ...changed, start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' });
    expect(hours(await all()).slice(0, 2)).toEqual(fill(2, '10:00-12:00'));
    expect(await all()).toHaveLength(4);
    expect(numbers(await restore(id, await first(id)))).toEqual([0, 0]);
    expect(starts(await all())).toEqual(starts(dates));
    expect(hours(await all())).toEqual(hours(dates));
    await change(second.id, { end_date: '2027-06-08 12:30:00' }, '?apply=following');
    await change(fourth.id, { title: 'Fourth' }, '?apply=following');
    await restore(id, await first(id));
    expect([hours(await all()), identities(await all())]).toEqual([hours(dates), identities(dates)]);
  });

  it('restores days of a single event and whole days, and keeps the days of a series', async () => {
    const single = await anEvent({ tags: [tag] });
    await change(single.id, { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 11:00:00' });
    expect((await restore(single.id, await first(single.id))).start_date).toBe('2027-06-21 19:30:00');
    const series = await anEvent({ all_day: true, recurrence: 'FREQ=WEEKLY;COUNT=3', tags: [tag], title: 'Days' });
    await change(series.id, {
      all_day: false,
      start_date: '2027-06-22 10:00:00',
      end_date: '2027-06-22 11:00:00',
      title: 'Hours',
    });
    const restored = await restore(series.id, await first(series.id));
    expect([restored.all_day, restored.start_date, restored.title]).toEqual([true, '2027-06-22 00:00:00', 'Days']);
  });

  it('restores a series through the record that represents it since the first date was deleted', async () => {
    const dates = await aMarket(5);
    const [{ id }, second, third, fourth] = dates as [Shown, Shown, Shown, Shown];
    await change(id, { title: 'All' });
    await remove(id, '?apply=this');
    await change(fourth.id, { title: 'Part' }, '?apply=following');
    const entries = await revisionsOf(second.id);
    const created = entries.find(({ change: kind, of_series: series }) => kind === 'created' && series === id)!;
    expect(numbers(await restore(second.id, created))).toEqual([0, 0]);
    const after = await all();
    expect([titles(after), identities(after)]).toEqual([fill(4, 'Market'), identities(dates.slice(1))]);
    // The first date comes back with its own revision, as a date of the series.
    expect(numbers(await restore(id, await first(id)))).toEqual([1, 0]);
    expect(identities(await all())).toEqual(identities(dates));
    expect((await read(id)).occurrence).toEqual({ series: second.id, date: '2027-06-01' });
    expect((await read(third.id)).occurrence).toEqual({ series: second.id, date: '2027-06-15' });
  });

  it('takes back a date that became a single event while another date represented the series', async () => {
    const dates = await aMarket(5);
    const [root, second, third, , last] = dates.map(({ id }) => id) as [number, number, number, number, number];
    await change(root, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
    for (const id of [root, second]) await remove(id, '?apply=this');
    expect(await restore(last, (await revisionsOf(last)).at(-1)!)).toMatchObject({ occurrence: null });
    // The first date comes back to the series, represents it again, and gives it its rule.
    await restore(root, await first(root), '?dates=true');
    await remove(third, '?apply=this');
    await restore(root, await first(root), '?dates=true');
    expect((await all()).map(({ id, occurrence }) => [id, occurrence?.series])).toEqual(
      dates.map(({ id }) => [id, root]),
    );
  });

  it('does not write to parts that the caller may not change', async () => {
    const as: RequestOptions = { as: 'author' };
    const series = await anEvent(
      {
        title: 'Shared',
        start_date: '2027-06-01 08:00:00',
        end_date: '2027-06-01 13:00:00',
        recurrence: 'FREQ=WEEKLY;COUNT=4',
        tags: [tag],
      },
      as,
    );
    const [, , third] = (await all()) as [Shown, Shown, Shown];
    const { body: account } = await calendar.get('/me', editor);
    await change(third.id, { title: 'Of the editor', author: account.id }, '?apply=following');
    const entry = await first(series.id);
    await calendar.post(`/events/${series.id}/revisions/${entry.revision}/restore`, undefined, as).expect(200);
    expect(titles(await all())).toEqual(['Shared', 'Shared', 'Of the editor', 'Of the editor']);
  });
});

describe('the revisions of a date', () => {
  it('have those of its series that applied to it, and restore this date alone', async () => {
    const [{ id }, second, third] = (await aMarket(4)) as [Shown, Shown, Shown];
    const own = await change(second.id, { excerpt: 'Own' });
    await change(id, { title: 'First only' }, '?apply=this');
    await change(third.id, { title: 'All', start_date: '2027-06-15 09:00:00' }, '?apply=all');
    const entries = await revisionsOf(second.id);
    expect(entries.map(({ change: kind, of_series: series }) => [kind, series])).toEqual([
      ['updated', id],
      ['updated', undefined],
      ['created', undefined],
      ['created', id],
    ]);
    expect(entries[0]!.fields).toEqual(expect.arrayContaining(['title', 'start_date']));
    expect(new Set(entries.map(({ revision }) => revision)).size).toBe(4);
    const { body } = await calendar.get(`/events/${second.id}/revisions/${entries[3]!.revision}`, editor).expect(200);
    expect([body.of_series, body.record]).toMatchObject([
      id,
      { title: 'Market', start_date: '2027-06-08 08:00:00', end_date: '2027-06-08 13:00:00', recurrence: null },
    ]);
    const restored = await restore(second.id, entries[3]!);
    expect(numbers(restored)).toEqual([0, 0]);
    expect(restored).toMatchObject({
      title: 'Market',
      excerpt: null,
      slug: own.slug,
      start_date: '2027-06-08 08:00:00',
    });
    expect(titles(await all())).toEqual(['First only', 'Market', 'All', 'All']);
    expect((await revisionsOf(second.id))[0]).toMatchObject({ change: 'restored' });
    expect((await revisionsOf(second.id))[0]).not.toHaveProperty('of_series');
  });

  it('have those of the series that it belonged to before its part was divided off, and not the later ones', async () => {
    const [{ id }, , third, fourth] = (await aMarket(4)) as [Shown, Shown, Shown, Shown];
    await change(id, { title: 'Two' });
    await change(third.id, { title: 'Part' }, '?apply=following');
    await change(id, { title: 'Three' });
    const series = async (one: number) => (await revisionsOf(one)).map(({ of_series: of }) => of ?? one);
    expect(await series(fourth.id)).toEqual([third.id, id, id]);
    expect((await series(third.id)).slice(-2)).toEqual([id, id]);
    expect(await series(id)).toEqual(fill(4, id));
    const [part, two, created] = (await revisionsOf(fourth.id)) as [Entry, Entry, Entry];
    expect([part.fields.includes('title'), created.change]).toEqual([true, 'created']);
    await restore(fourth.id, two);
    expect(titles(await all())).toEqual(['Three', 'Three', 'Part', 'Two']);
    // On the record of the part, it applies to the dates of the part.
    await restore(third.id, created);
    expect(titles(await all())).toEqual(['Three', 'Three', 'Market', 'Two']);
    const latest = (await revisionsOf(id))[0]!;
    const other = await calendar.get(`/events/${fourth.id}/revisions/${latest.revision}`, editor);
    expect([other.status, other.body.code]).toEqual([404, 'rest-revision-not-found']);
  });

  it('apply, on the record of a part, to this part and its own parts alone', async () => {
    const [{ id }, second, third, fourth, fifth] = (await aMarket(6)) as [Shown, Shown, Shown, Shown, Shown];
    await change(fifth.id, { title: 'Later' }, '?apply=following');
    await change(second.id, { title: 'Part' }, '?apply=following');
    await change(fourth.id, { title: 'Part of it' }, '?apply=following');
    await remove(second.id, '?apply=this');
    await change(id, { title: 'Start' });
    expect(titles(await all())).toEqual(['Start', 'Part', 'Part of it', 'Later', 'Later']);
    const created = (await revisionsOf(third.id)).at(-1)!;
    expect(created).toMatchObject({ change: 'created', of_series: id });
    await restore(third.id, created);
    expect(titles(await all())).toEqual(['Start', 'Market', 'Market', 'Later', 'Later']);
  });

  it('have a date in the trash come back to its series', async () => {
    const dates = await aMarket(3);
    const [{ id }, second] = dates as [Shown, Shown];
    await change(id, { title: 'All' });
    await remove(second.id, '');
    const created = (await revisionsOf(second.id)).at(-1)!;
    const shown = await restore(second.id, created, '?dry_run=true');
    expect([numbers(shown), shown.title, shown.status]).toEqual([[1, 0], 'Market', 'publish']);
    expect(numbers(await restore(second.id, created))).toEqual([1, 0]);
    expect([titles(await all()), identities(await all())]).toEqual([['All', 'Market', 'All'], identities(dates)]);
  });
});

describe('a rehearsed restoration', () => {
  it.each([
    ['events', 'title'],
    ['venues', 'venue'],
  ])('changes nothing: %s', async (kind, name) => {
    const { id } = kind === 'events' ? await anEvent() : await aVenue();
    const path = `/${kind}/${id}`;
    const before = (await calendar.get(path, editor)).body as Record<string, unknown>;
    await calendar.patch(path, { [name]: 'Renamed' }, editor).expect(200);
    const { etag } = (await calendar.get(path, editor)).headers;
    const { body } = await calendar.get(`${path}/revisions`, editor);
    const { revision } = (body.revisions as Entry[]).at(-1)!;
    const { body: changes } = await calendar.get(`/changes?kinds=${kind}&limit=500`, editor);
    const answer = await calendar.post(`${path}/revisions/${revision}/restore?dry_run=true`, undefined, editor);
    expect([answer.status, answer.body[name]]).toEqual([200, before[name]]);
    // An ETag with a revision would fit the next write.
    expect(answer.headers.etag).not.toMatch(/^"\d+-/);
    expect('dates_added' in answer.body).toBe(kind === 'events');
    const read = await calendar.get(path, editor);
    expect([read.headers.etag, read.body[name]]).toEqual([etag, 'Renamed']);
    const since = await calendar.get(`/changes?kinds=${kind}&since=${String(changes.next)}`, editor);
    expect(since.body.changes).toEqual([]);
    const stale = calendar.post(`${path}/revisions/${revision}/restore?dry_run=true`, undefined, editor);
    expect((await stale.set('If-Match', '"0-x"')).status).toBe(412);
    for (const param of kind === 'events' ? ['dry_run', 'dates'] : ['dry_run']) {
      const refused = await calendar.post(`${path}/revisions/${revision}/restore?${param}=maybe`, undefined, editor);
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [param]]);
    }
  });
});

const SEED = seed();
/** Random series; SERIES_UNDO_HISTORIES changes it. */
const HISTORIES = amount('SERIES_UNDO_HISTORIES');
const STEPS = 12;

/** Random writes to a series and its parts. None moves a date to another day, or adds one. */
class Writers {
  /** Dates with a title of their own. */
  readonly own = new Set<number>();
  private number = 0;

  constructor(
    private readonly random: Random,
    private readonly root: number,
  ) {}

  async write(): Promise<void> {
    const events = await all();
    if (events.length === 0) return;
    const { id, start_date: start, end_date: end, occurrence } = this.random.pick(events);
    const title = `Title ${(this.number += 1)}`;
    const hour = String(this.random.pick([6, 7, 8, 9, 10])).padStart(2, '0');
    const times = { start_date: `${start.slice(0, 10)} ${hour}:00:00`, end_date: `${end.slice(0, 10)} 13:00:00` };
    // A single event has only its own values.
    if (!occurrence) return this.changeAlone(id, title);
    const write = this.random.pick([
      () => change(id, { title }, '?apply=following'),
      () => change(id, { title, ...times }, '?apply=following'),
      () => change(id, { title }, '?apply=all'),
      () => change(id, { ...times, excerpt: title }, '?apply=all'),
      () => this.changeAlone(id, title),
      () => remove(id, '?apply=this'),
      () => remove(id, '?apply=following'),
      () => this.changeRule((rule) => rule.replace(/COUNT=\d+/, 'COUNT=3')),
      () => this.changeRule(() => null),
    ]);
    await write();
  }

  private async changeAlone(id: number, title: string): Promise<void> {
    await change(id, { title }, '?apply=this');
    this.own.add(id);
  }

  private async changeRule(shorten: (rule: string) => string | null): Promise<void> {
    const { recurrence, status } = await read(this.root);
    const rule = recurrence?.rrule && shorten(recurrence.rrule);
    if (rule === undefined || rule === recurrence?.rrule || status === 'trash') return;
    await change(this.root, { recurrence: rule });
  }
}

describe(`series that are written and restored at random (TEST_SEED=${SEED})`, () => {
  it('lose and double no date, and change as many as was told', async () => {
    for (let history = 0; history < HISTORIES; history += 1) {
      const random = new Random(SEED * 1000 + history);
      ({ id: tag } = await aTag({ name: `history ${history}` }));
      const dates = await aMarket(8);
      const root = dates[0]!.id;
      const writers = new Writers(random, root);
      for (let step = 0; step < STEPS; step += 1) {
        await writers.write();
        if (random.next() < 0.6) continue;
        const { id } = random.pick([dates[0]!, random.pick(dates)]);
        const entry = random.pick([random.pick(await revisionsOf(id)), (await revisionsOf(id)).at(-1)!]);
        const query = random.pick(['?dates=false', '?dates=true']);
        const place = [history, step, id, entry.revision, query];
        const before = (await all()).map((event) => event.id);
        const told = numbers(await restore(id, entry, `${query}&dry_run=true`));
        expect([place, (await all()).map((event) => event.id)]).toEqual([place, before]);
        const restored = await restore(id, entry, query);
        expect([place, numbers(restored)]).toEqual([place, told]);
        if (restored.occurrence?.series !== id) writers.own.add(id);
        const after = await all();
        const added = after.filter((event) => !before.includes(event.id)).length;
        const removed = before.filter((one) => !after.some((event) => event.id === one)).length;
        expect([place, added, removed]).toEqual([place, ...told]);
        if (query === '?dates=false') expect([place, removed]).toEqual([place, 0]);
        const days = after.map(({ start_date: start }) => start.slice(0, 10));
        expect([place, days]).toEqual([place, [...new Set(days)]]);
      }
      // Whatever has happened, the first revision of the series gives all dates their title again.
      const { occurrence } = await restore(root, await first(root));
      if (occurrence && occurrence.series !== root) continue;
      const others = (await all()).filter(({ id }) => !writers.own.has(id));
      expect([history, titles(others), hours(others)]).toEqual([
        history,
        fill(others.length, 'Market'),
        fill(others.length, '08:00-13:00'),
      ]);
    }
  });
});
