import fc from 'fast-check';
import { type Role } from '../src/http/role.js';
import { fold } from '../src/lib/text/fold.js';
import { amount, seed } from './support/amounts.js';
import { type EventsQuestion } from './support/oracle/expected.js';
import { type Model } from './support/oracle/model.js';
import { accountsOf, populate } from './support/oracle/populate.js';
import { eventsQuestions, type Spelling, queryOf } from './support/oracle/questions.js';
import { randomCalendar } from './support/oracle/random-calendar.js';
import { type ApiRecord, makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

interface Counts {
  by: string;
  counts: { value: number | string; count: number; label: string; slug?: string; parent?: number }[];
  total: number;
}

/** A list, followed by its `next_rest_url`. */
interface Page {
  events: ApiRecord[];
  next_rest_url?: string;
}

const editor = { as: 'editor' } as const;
const HOME = 'America/Toronto';

describe('GET /events/counts', () => {
  let calendar: TestCalendar;
  const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
  const counts = async (query: string, options: RequestOptions = {}) =>
    (await calendar.get(`/events/counts?${query}`, options).expect(200)).body as Counts;
  const MAY = 'from=2027-05-01&to=2027-05-31';
  let ids: Record<string, number>;

  beforeAll(async () => {
    calendar = await TestCalendar.start({ SITE_TIMEZONE: HOME });
    const music = await aCategory({ name: 'Music', translations: { fr: { name: 'Musique' } } });
    const jazz = await aCategory({ name: 'Jazz', parent: music.id });
    const free = await aTag({ name: 'free' });
    const montreal = await aVenue({ venue: 'One', city: 'Montréal' });
    const other = await aVenue({ venue: 'Two', city: 'MONTREAL' });
    const again = await aVenue({ venue: 'Three', city: 'Montréal' });
    const draft = await aVenue({ venue: 'Draft', city: 'Nowhere', status: 'draft' });
    const host = await anOrganizer({ organizer: 'Host' });
    ids = {
      music: music.id,
      jazz: jazz.id,
      free: free.id,
      montreal: montreal.id,
      other: other.id,
      host: host.id,
      again: again.id,
    };
    await anEvent({
      ...{ title: 'Evening', start_date: '2027-05-03 19:00', end_date: '2027-05-03 22:00' },
      ...{
        categories: [music.id, jazz.id],
        tags: [free.id],
        venue: [montreal.id, other.id, draft.id],
        organizer: [host.id],
      },
    });
    await anEvent({
      title: 'Weekend',
      start_date: '2027-04-30',
      end_date: '2027-05-02',
      all_day: true,
      categories: [jazz.id],
    });
    await anEvent({ title: 'Midnight', start_date: '2027-05-31 20:00', end_date: '2027-06-01 00:00', venue: again.id });
    await anEvent({
      title: 'Locked',
      start_date: '2027-05-03 10:00',
      end_date: '2027-05-03 11:00',
      categories: [music.id],
      password: 'x',
    });
    await anEvent({ title: 'Draft', start_date: '2027-05-03 10:00', end_date: '2027-05-03 11:00', status: 'draft' });
    await anEvent({
      title: 'Hidden',
      start_date: '2027-05-03 10:00',
      end_date: '2027-05-03 11:00',
      hide_from_listings: true,
    });
  });

  afterAll(() => calendar.stop());

  it('counts by the days on which the filtered events take place', async () => {
    expect(await counts(`by=day&${MAY}`)).toEqual({
      by: 'day',
      counts: [
        { value: '2027-05-01', count: 1, label: 'May 1, 2027' },
        { value: '2027-05-02', count: 1, label: 'May 2, 2027' },
        { value: '2027-05-03', count: 2, label: 'May 3, 2027' },
        { value: '2027-05-31', count: 1, label: 'May 31, 2027' },
      ],
      total: 4,
    });
    const french = await counts(`by=day&${MAY}`, { language: 'fr' });
    expect(french.counts[0]).toEqual({ value: '2027-05-01', count: 1, label: '1er mai 2027' });
  });

  it('counts by months', async () => {
    const { counts: found } = await counts('by=month&starts_after=2027-01-01&starts_before=2027-06-30');
    expect(found.map(({ value, count, label }) => [value, count, label])).toEqual([
      ['2027-04', 1, 'April 2027'],
      ['2027-05', 4, 'May 2027'],
    ]);
  });

  it('counts by related records, the largest first, with names in the language of the request', async () => {
    const { counts: found, total } = await counts(`by=category&${MAY}`, { language: 'fr' });
    expect(total).toBe(4);
    expect(found).toEqual([
      { value: ids.music, count: 2, label: 'Musique', slug: 'musique', parent: 0 },
      { value: ids.jazz, count: 2, label: 'Jazz', slug: 'jazz', parent: ids.music },
    ]);
    const one = { count: 1 };
    expect((await counts(`by=tag&${MAY}`)).counts).toEqual([{ value: ids.free, ...one, label: 'free', slug: 'free' }]);
    expect((await counts(`by=organizer&${MAY}`)).counts).toEqual([
      { value: ids.host, ...one, label: 'Host', slug: 'host' },
    ]);
  });

  it('counts an event of a descendant once for a category, and no protected event', async () => {
    const editors = await counts(`by=category&${MAY}`, editor);
    expect(editors.counts[0]).toEqual({ value: ids.music, count: 3, label: 'Music', slug: 'music', parent: 0 });
    const found = await counts(`by=category&${MAY}&search=evening`);
    expect(found).toMatchObject({
      counts: [
        { value: ids.music, count: 1 },
        { value: ids.jazz, count: 1 },
      ],
      total: 1,
    });
  });

  it('counts by the venues that the caller may read, and by cities in any spelling', async () => {
    const values = async (query: string, options?: RequestOptions) =>
      (await counts(`${query}&${MAY}`, options)).counts.map(({ value, count }) => [value, count]);
    expect(await values('by=venue')).toEqual([
      [ids.montreal, 1],
      [ids.other, 1],
      [ids.again, 1],
    ]);
    expect((await values('by=venue', editor)).length).toBe(4);
    expect(await values('by=city')).toEqual([['Montréal', 2]]);
    expect((await calendar.get(`/events?city=montreal&${MAY}`).expect(200)).body.total).toBe(2);
    expect(await values('by=city&city=montréal')).toEqual([['Montréal', 2]]);
    expect(await values('by=city&search=evening')).toEqual([['Montréal', 1]]);
    expect(await values('by=city', editor)).toEqual([
      ['Montréal', 2],
      ['Nowhere', 1],
    ]);
  });

  it('counts by price and by status, with labels in the language of the request', async () => {
    const april = { start_date: '2028-04-30 10:00', end_date: '2028-04-30 11:00' };
    const [free, paid] = [await aTag({ name: 'Priced' }), await aTag({ name: 'Stated' })];
    const priced = (cost: unknown, more = {}) => anEvent({ ...april, title: 'Priced', cost, tags: [free.id], ...more });
    for (const cost of [0, 'Free', 12, '5 - 20', null]) await priced(cost);
    await priced(30, { password: 'x' });
    expect((await counts(`by=price&tags=${free.id}`)).counts).toEqual([
      { value: 'free', count: 2, label: 'Free' },
      { value: 'paid', count: 2, label: 'Paid' },
    ]);
    const editors = await counts(`by=price&tags=${free.id}`, { ...editor, language: 'fr' });
    expect(editors.counts).toEqual([
      { value: 'paid', count: 3, label: 'Payant' },
      { value: 'free', count: 2, label: 'Gratuit' },
    ]);
    for (const event_status of ['scheduled', 'cancelled', 'cancelled', 'moved_online'])
      await anEvent({ ...april, event_status, tags: [paid.id] });
    expect((await counts(`by=event_status&tags=${paid.id}`)).counts).toEqual([
      { value: 'cancelled', count: 2, label: 'Cancelled' },
      { value: 'moved_online', count: 1, label: 'Moved online' },
      { value: 'scheduled', count: 1, label: 'As scheduled' },
    ]);
  });

  it('refuses invalid parameters', async () => {
    const wrong = async (query: string) =>
      (await calendar.get(`/events/counts?${query}`).expect(400)).body as { code: string; data: { params: object } };
    const params = async (query: string) => Object.keys((await wrong(query)).data.params);
    expect(await wrong('')).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['by'] } });
    expect(await params('by=colour')).toEqual(['by']);
    expect(await params('by=tag&limit=501')).toEqual(['limit']);
    expect(await params('by=day&limit=5')).toEqual(['limit']);
    expect(await params('by=day&categories=nothing')).toEqual(['categories']);
    expect(await params('by=day&category=1')).toEqual(['category']);
    await calendar.get('/events/counts?by=day&status=draft').expect(401);
    const post = await calendar.post('/events/counts', {}, editor).expect(405);
    expect(post.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('has an ETag, and is cached until the data changes', async () => {
    const first = await calendar.get(`/events/counts?by=tag&${MAY}`).expect(200);
    await calendar.get(`/events/counts?by=tag&${MAY}`).set('If-None-Match', first.headers.etag!).expect(304);
    const event = await anEvent({
      title: 'More',
      start_date: '2027-05-09 10:00',
      end_date: '2027-05-09 11:00',
      tags: [ids.free],
    });
    expect((await counts(`by=tag&${MAY}`)).counts[0]!.count).toBe(2);
    await calendar.delete(`/events/${event.id}?force=true`, editor).expect(200);
    expect((await counts(`by=tag&${MAY}`)).counts[0]!.count).toBe(1);
  });

  it('covers long ranges, limited to the requested one', async () => {
    const { id } = await aTag({ name: 'Long' });
    for (const [start, end] of [
      ['1066-10-14', '1066-10-14'],
      ['2028-04-30', '2028-05-02'],
      ['9990-01-01', '9999-12-30'],
    ])
      await anEvent({ start_date: `${start} 09:00`, end_date: `${end} 18:00`, tags: [id] });
    const { counts: months } = await counts(`by=month&starts_after=1000-01-02&tags=${id}`);
    expect(months.map(({ value }) => value).slice(0, 4)).toEqual(['1066-10', '2028-04', '2028-05', '9990-01']);
    expect(months.length).toBe(100);
    const { counts: days } = await counts(`by=day&starts_after=1000-01-02&tags=${id}`);
    expect(days.map(({ value }) => value).slice(0, 2)).toEqual(['1066-10-14', '2028-04-30']);
    expect(days.length).toBe(800);
  });

  it('accepts the last possible date', async () => {
    await anEvent({ title: 'Last', start_date: '9999-12-30 09:00', end_date: '9999-12-30 18:00' });
    const values = async (query: string) =>
      (await counts(`${query}&search=last`)).counts.map(({ value, count }) => [value, count]);
    expect(await values('by=month&starts_after=9999-01-01')).toEqual([['9999-12', 1]]);
    expect(await values('by=month&from=9999-12-15&to=9999-12-30')).toEqual([['9999-12', 1]]);
    expect(await values('by=day&from=9997-12-01')).toEqual([['9999-12-30', 1]]);
  });

  it.each(['next', 'series'])('agrees with lists that show each series once: %s', async (shown) => {
    const others = { status: 'publish', start_date: '2027-09-02 22:00', end_date: '2027-09-03 02:00' };
    const [one, two] = [await aTag({ name: `One ${shown}` }), await aTag({ name: `Two ${shown}` })];
    const festival = await aCategory({ name: `Festival ${shown}` });
    const common = { ...others, categories: [festival.id] };
    const nightly = await anEvent({ ...common, title: 'N', recurrence: 'FREQ=DAILY;COUNT=3', tags: [one.id] });
    await anEvent({ ...common, title: 'W', recurrence: 'FREQ=WEEKLY;COUNT=6', tags: [two.id] });
    await anEvent({ ...common, title: 'Plain', tags: [one.id, two.id] });
    const draft = await anEvent({ ...common, title: 'D', recurrence: 'FREQ=WEEKLY;COUNT=6', tags: [two.id] });
    const list = async (query: string) =>
      (await calendar.get(`/events?categories=${festival.id}&occurrences=${shown}&${query}`).expect(200)).body as {
        events: { id: number }[];
        total: number;
      };
    const every = await calendar.get(`/events?post_parent=${nightly.id}&from=2027-09-01`);
    const [second] = (every.body as Page).events;
    await calendar.patch(`/events/${second!.id}`, { tags: [two.id], event_status: 'cancelled' }, editor).expect(200);
    await calendar.patch(`/events/${draft.id}`, { status: 'draft' }, editor).expect(200);
    for (const filter of ['from=2027-09-01', 'starts_after=2027-09-02&starts_before=2027-12-31'])
      for (const by of ['day', 'month', 'tag', 'category', 'event_status']) {
        const query = `categories=${festival.id}&occurrences=${shown}&${filter}`;
        const answer = await counts(`by=${by}&${query}`);
        expect(answer.total).toBe((await list(filter)).total);
        expect(answer.counts).not.toEqual([]);
        for (const { value, count } of answer.counts) {
          const within = by === 'day' ? `from=${value}&to=${value}` : `from=${value}-01&to=${value}-30`;
          const others: Record<string, string> = {
            tag: `tags=${value}`,
            category: '',
            event_status: `event_status=${value}`,
          };
          const also = others[by] ?? within;
          const bounds = filter.startsWith('from') && also.startsWith('from') ? '' : filter;
          expect({ by, value, count }).toEqual({ by, value, count: (await list(`${bounds}&${also}`)).total });
        }
      }
    const days = await counts(`by=day&categories=${festival.id}&occurrences=${shown}&from=2027-09-02&to=2027-09-05`);
    expect(days.counts.map(({ count }) => count)).toEqual([3, 3, 1, 1]);
  });
});

/** Counts every event of the list in the test. */
describe('counts and lists', () => {
  const RUNS = Math.ceil(amount('ORACLE_RUNS') * 0.15);
  const SEED = seed();
  const SITES = [HOME, 'Asia/Beirut', 'Pacific/Kiritimati'];
  let first: TestCalendar;
  let model: Model;
  let accounts: Record<Role, number>;

  beforeAll(async () => {
    first = await TestCalendar.start({ SITE_TIMEZONE: HOME });
    accounts = await accountsOf(first);
    model = await populate(first, randomCalendar(SEED, 120), HOME, accounts);
  });

  afterAll(() => first.stop());

  const spellings = fc.constantFrom<Spelling>('csv', 'repeated', 'brackets');
  const WAYS = fc.constantFrom(
    'day',
    'month',
    'category',
    'tag',
    'venue',
    'organizer',
    'city',
    'price',
    'event_status',
  );

  it.each(SITES)(
    `where the site is in %s (seed ${SEED})`,
    async (site) => {
      const calendar = await TestCalendar.start({ SITE_TIMEZONE: site }, first.url);
      const questions = eventsQuestions(model, site, Object.values(accounts));
      await fc.assert(
        fc.asyncProperty(fc.noBias(questions), spellings, WAYS, async (question, spelling, by) => {
          const key = question.caller === null ? undefined : first.keys[question.caller];
          const options = { language: question.root, key };
          const query = queryOf(question, spelling, 100);
          const [limit, most] = by === 'day' ? ['', 800] : ['&limit=500', 500];
          const answer = await calendar.get(`/events/counts?${query}&by=${by}${limit}`, options);
          const list = await calendar.get(`/events?${query}`, options);
          expect(answer.status).toBe(list.status);
          if (answer.status !== 200) return expect(answer.body).toEqual(list.body);
          expect(answer.body.total).toBe(list.body.total);
          const listed = await allEvents(calendar, list.body as Page, options);
          const events = await counted(calendar, question, listed, options);
          const parents = await parentsOf(calendar);
          // Dates do not apply to events that are requested by their id.
          const nameOfOne = isFolded(question) ? seriesOf : ({ id }: ApiRecord) => id;
          const values = (event: ApiRecord) => valuesOf(by, event, parents, site, question.include ? '' : query);
          const expected = expectedCounts(by, events, values, nameOfOne);
          const { counts } = answer.body as Counts;
          // In any spelling.
          const nameOf = (value: number | string) => (by === 'city' ? fold(String(value)) : value);
          const found = new Map(counts.map(({ value, count }) => [nameOf(value), count]));
          // The last of too many days are cut off.
          if (found.size < most) expect(found).toEqual(expected);
          else expect([...found]).toEqual([...expected].slice(0, most));
        }),
        { numRuns: Math.ceil(RUNS / SITES.length), seed: SEED + SITES.indexOf(site) },
      );
      await calendar.stop();
    },
    3_600_000,
  );

  async function allEvents(calendar: TestCalendar, page: Page, options: RequestOptions): Promise<ApiRecord[]> {
    const events = [...page.events];
    for (let next = page.next_rest_url; next !== undefined;) {
      const { pathname, search } = new URL(next);
      const request = calendar.raw().get(pathname + search);
      const { body } = await (options.key === undefined
        ? request
        : request.set('Authorization', `Bearer ${options.key}`));
      const further = body as Page;
      events.push(...further.events);
      next = further.next_rest_url;
    }
    return events;
  }

  /** For a series that is listed once, all its remaining events under the same filters count. */
  async function counted(
    calendar: TestCalendar,
    question: EventsQuestion,
    listed: ApiRecord[],
    options: RequestOptions,
  ): Promise<ApiRecord[]> {
    if (!isFolded(question)) return listed;
    const query = queryOf({ ...question, occurrences: 'all' } as EventsQuestion, 'csv', 100);
    const { body } = await calendar.get(`/events?${query}`, options).expect(200);
    const shown = new Set(listed.map(seriesOf));
    return (await allEvents(calendar, body as Page, options)).filter((event) => shown.has(seriesOf(event)));
  }

  const isFolded = ({ occurrences = 'all' }: EventsQuestion) => occurrences !== 'all';

  /** A key that all events of a series share; responses name no series that is in the trash. */
  const seriesOf = ({ id }: { id: number }): number => model.events.find((event) => event.id === id)?.series ?? id;

  async function parentsOf(calendar: TestCalendar): Promise<Map<number, number>> {
    const { body } = await calendar.get('/categories?per_page=100&hide_empty=false&_fields=id,parent').expect(200);
    return new Map((body.categories as { id: number; parent: number }[]).map(({ id, parent }) => [id, parent]));
  }

  const dates = new Map<string, Intl.DateTimeFormat>();

  /** A format is kept for each zone, since making one takes as long as a hundred days. */
  const wallAt = (instant: number, zone: string) => {
    const format = dates.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    dates.set(zone, format);
    return format.format(instant);
  };

  function expectedCounts(
    by: string,
    events: ApiRecord[],
    values: (event: ApiRecord) => Set<number | string>,
    nameOf: (event: ApiRecord) => number,
  ) {
    const found = new Map<number | string, Set<number>>();
    for (const event of events)
      for (const value of values(event)) found.set(value, (found.get(value) ?? new Set()).add(nameOf(event)));
    const counts = [...found].map(([value, ones]): [number | string, number] => [value, ones.size]);
    const isTime = by === 'day' || by === 'month';
    return new Map(isTime ? counts.sort(([one], [other]) => (one < other ? -1 : 1)) : counts);
  }

  function valuesOf(
    by: string,
    event: ApiRecord,
    parents: Map<number, number>,
    site: string,
    query: string,
  ): Set<number | string> {
    const linked = (field: string): { id: number; city?: string | null }[] => event[field] ?? [];
    if (by === 'event_status') return new Set([String(event.event_status)]);
    if (by === 'price') return priceOf(event);
    if (by === 'tag') return new Set(linked('tags').map(({ id }) => id));
    if (by === 'venue' || by === 'organizer') return new Set(linked(by).map(({ id }) => id));
    if (by === 'city') return new Set(linked('venue').flatMap(({ city }) => (city ? [fold(city)] : [])));
    if (by === 'category') {
      const all = new Set<number>();
      for (const { id } of linked('categories'))
        for (let above = id; above > 0; above = parents.get(above) ?? 0) all.add(above);
      return all;
    }
    return new Set(daysOf(event, site, query).map((day) => (by === 'day' ? day : day.slice(0, 7))));
  }

  /** Undefined if the response has no amount, as for protected events. */
  function priceOf(event: ApiRecord): Set<string> {
    const { values: amounts = [] } = (event.cost_details ?? {}) as { values?: string[] };
    if (amounts.length === 0) return new Set();
    return new Set([amounts.every((amount) => Number(amount) === 0) ? 'free' : 'paid']);
  }

  /** The days of an event, from `from` to `to` if they are given. */
  function daysOf(event: ApiRecord, site: string, query: string): string[] {
    const instant = (field: string) => Date.parse(String(event[field]));
    const [start, end] = [instant('starts_at'), instant('ends_at')];
    const last = Math.max(start, end - 1000);
    const days = new Set<string>();
    for (let at = start; at < last; at += 1_800_000) days.add(wallAt(at, site));
    days.add(wallAt(last, site));
    const given = new URLSearchParams(query);
    const isStrict = given.get('strict_dates') === 'true';
    const edge = (name: string, earlier: number) => {
      const value = given.get(name);
      if (value === null) return undefined;
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return isStrict && earlier ? dayBefore(value) : value;
      if (value.endsWith('Z')) return wallAt(Date.parse(value) - (isStrict ? earlier : 0), site);
      return isStrict && earlier && value.endsWith('00:00:00') ? dayBefore(value) : value.slice(0, 10);
    };
    const [least, most] = [edge('from', 0) ?? '', edge('to', 1000) ?? '9'];
    return [...days].filter((day) => day >= least && day <= most);
  }

  const dayBefore = (day: string) =>
    new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
});
