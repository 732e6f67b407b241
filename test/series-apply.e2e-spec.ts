import { DateTime } from 'luxon';
import { DataSource } from 'typeorm';
import { SeriesHorizon } from '../src/calendar/events/series/horizon.service.js';
import { eventsIn, importInto, line, lines, expandEvents, value } from './support/ics.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { recount } from './support/recount.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const { anEvent, aTag, aVenue } = makers(() => calendar);

const as = 'administrator' as const;

/** Five Tuesdays in the summer of 2027. */
const TUESDAYS = ['2027-06-01', '2027-06-08', '2027-06-15', '2027-06-22', '2027-06-29'];
const RULE = { rrule: 'FREQ=WEEKLY;COUNT=5', exdates: [], rdates: [] };

interface Shown extends Record<string, unknown> {
  id: number;
  title: string;
  slug: string;
  start_date: string;
  end_date: string;
  occurrence: { series: number | null; date: string } | null;
  recurrence: { rrule: string | null; exdates: string[]; rdates: string[] } | null;
}

let tag: number;

beforeEach(async () => {
  ({ id: tag } = await aTag({ name: `series ${Math.random()}` }));
});

/** All dates of a new series, in order. */
async function aMarket(fields: object = {}, options: RequestOptions = {}): Promise<Shown[]> {
  await anEvent(
    {
      ...{ title: 'Market', start_date: '2027-06-01 08:00:00', end_date: '2027-06-01 13:00:00', tags: [tag] },
      recurrence: 'FREQ=WEEKLY;COUNT=5',
      ...fields,
    },
    options,
  );
  return all();
}

async function all(query = ''): Promise<Shown[]> {
  const path = `/events?tags=${tag}&per_page=100${query.includes('starts_after') ? '' : '&starts_after=1990-01-01'}${query}`;
  return ((await calendar.get(path, { as }).expect(200)).body as { events: Shown[] }).events;
}

async function read(id: number): Promise<Shown> {
  return (await calendar.get(`/events/${id}`, { as }).expect(200)).body as Shown;
}

async function change(id: number, body: object, apply = 'this'): Promise<Shown> {
  const answer = await calendar.patch(`/events/${id}?apply=${apply}`, body, { as });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Shown;
}

const remove = (id: number, query = '?apply=this') => calendar.delete(`/events/${id}${query}`, { as }).expect(200);

const dates = (events: readonly Shown[]) => events.map(({ occurrence }) => occurrence?.date);
const titles = (events: readonly Shown[]) => events.map(({ title }) => title);
const identities = (events: readonly Shown[]) => events.map(({ id, slug }) => [id, slug]);
const starts = (events: readonly Shown[]) => events.map(({ start_date: start }) => start);

/** The record that represents the series, according to its dates. */
async function seriesOf(id: number): Promise<Shown> {
  return read((await read(id)).occurrence!.series!);
}

const file = async (id: number) => (await calendar.get(`/events/${id}.ics`, { as }).expect(200)).text;
const uidIn = (text: string) => value(eventsIn(text)[0]!, 'uid');

describe('apply=this on the first date', () => {
  it.each<[string, object]>([
    ['renames', { title: 'Opening' }],
    ['moves', { start_date: '2027-06-02 09:00:00', end_date: '2027-06-02 12:00:00' }],
    ['cancels', { event_status: 'cancelled', event_status_reason: 'Storm' }],
    ['hides', { status: 'draft' }],
  ])('%s only that date: all others, the rule, ids and slugs stay', async (_what, body) => {
    const before = await aMarket();
    const changed = await change(before[0]!.id, body);
    expect(changed).toMatchObject({ ...body, id: before[0]!.id, slug: before[0]!.slug });
    const [first, ...others] = await all('&status=any');
    expect(identities([first!, ...others])).toEqual(identities(before));
    expect(dates([first!, ...others])).toEqual(TUESDAYS);
    const kept = ({ title, start_date, end_date, event_status, status }: Shown) => [
      ...[title, start_date, end_date],
      ...[event_status, status],
    ];
    expect(others.map(kept)).toEqual(before.slice(1).map(kept));
    expect(first!.recurrence).toEqual(RULE);
    expect((await all('&status=any')).every(({ occurrence }) => occurrence!.series === first!.id)).toBe(true);
    // Afterwards a write to any other date means that date only, as before.
    await calendar.patch(`/events/${others[0]!.id}`, { title: 'Second' }, { as }).expect(200);
    expect(titles(await all('&status=any')).slice(1)).toEqual(['Second', ...Array<string>(3).fill('Market')]);
    expect((await read(others[0]!.id)).recurrence).toBeNull();
  });

  it('overrides only the changed fields: the first date follows its series in the others', async () => {
    const before = await aMarket();
    const [first, second] = before.map(({ id }) => id) as [number, number];
    await change(first, { title: 'Opening' });
    await change(second, { title: 'Fair', cost: '5' }, 'all');
    expect(titles(await all())).toEqual(['Opening', 'Fair', 'Fair', 'Fair', 'Fair']);
    expect((await all()).every(({ cost }) => cost === '$5')).toBe(true);
    // A write to the record of the series means all dates, also those fields that its own date overrides.
    const shown = await calendar.patch(
      `/events/${first}`,
      { website: 'https://example.com/fair', title: 'Bazaar' },
      { as },
    );
    expect(shown.body).toMatchObject({ website: 'https://example.com/fair', title: 'Bazaar' });
    expect(titles(await all())).toEqual(Array(5).fill('Bazaar'));
    expect((await all()).every(({ website }) => website === 'https://example.com/fair')).toBe(true);
    // It keeps a value of its own in that field, as any other date would.
    await change(before[4]!.id, { title: 'Market' }, 'all');
    expect(titles(await all())).toEqual(['Bazaar', ...Array<string>(4).fill('Market')]);
  });

  it('has the values of the series for dates that are created later, whatever all others have of their own', async () => {
    const venue = await aVenue();
    const before = await aMarket({ recurrence: 'FREQ=WEEKLY;COUNT=2', cost: '3', venue: [venue.id] });
    const own = { title: 'Opening', cost: '1', venue: [], translations: { fr: { title: 'Ouverture' } } };
    await change(before[0]!.id, { ...own, start_date: '2027-06-01 10:00', all_day: true });
    await change(before[1]!.id, { title: 'Second', cost: '2', venue: [] });
    await calendar.patch(`/events/${before[0]!.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=4' }, { as }).expect(200);
    const after = await all();
    expect(titles(after)).toEqual(['Opening', 'Second', 'Market', 'Market']);
    expect(after[0]!.all_day).toBe(true);
    for (const one of after.slice(2))
      expect(one).toMatchObject({
        cost: '$3',
        all_day: false,
        venue: [{ id: venue.id }],
        alternates: [{ language: 'en' }],
      });
    expect(starts(after).slice(1)).toEqual(TUESDAYS.slice(1, 4).map((day) => `${day} 08:00:00`));
  });

  it('forgets a venue of the series that was deleted for good while its record had another', async () => {
    const venue = await aVenue();
    const before = await aMarket({ recurrence: 'FREQ=WEEKLY;COUNT=2', venue: [venue.id] });
    await change(before[0]!.id, { venue: [] });
    await calendar.delete(`/venues/${venue.id}?force=true`, { as }).expect(200);
    await calendar
      .patch(`/events/${before[0]!.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=3', cost: '4' }, { as })
      .expect(200);
    expect((await all()).map(({ venue: shown, cost }) => [shown, cost])).toEqual(Array(3).fill([[], '$4']));
  });

  it('keeps its own time if all dates are moved, by the same difference from whichever date', async () => {
    const before = await aMarket();
    await change(before[0]!.id, { start_date: '2027-06-03 10:00', end_date: '2027-06-03 11:00' });
    await change(before[2]!.id, { start_date: '2027-06-16 09:00', end_date: '2027-06-16 14:00' }, 'all');
    const days = ['2027-06-09', '2027-06-16', '2027-06-23', '2027-06-30'].map((day) => `${day} 09:00:00`);
    expect(starts(await all())).toEqual(['2027-06-03 10:00:00', ...days]);
    const moved = { start_date: '2027-06-03 11:00', end_date: '2027-06-03 12:00' };
    await calendar.patch(`/events/${before[0]!.id}`, moved, { as }).expect(200);
    expect(starts(await all())).toEqual(['2027-06-03 11:00:00', ...days.map((day) => day.replace('09:00', '10:00'))]);
    expect(identities(await all())).toEqual(identities(before));
  });

  it('moves behind other dates, and still is the record of the series', async () => {
    const before = await aMarket();
    await change(before[0]!.id, { start_date: '2027-06-12 08:00', end_date: '2027-06-12 13:00' });
    const answer = await change(before[0]!.id, { title: 'Fair' }, 'following');
    expect([answer.id, titles(await all())]).toEqual([before[0]!.id, Array(5).fill('Fair')]);
    await change(before[2]!.id, { title: 'Bazaar' }, 'following');
    expect((await all()).map(({ id, title }) => [id, title])).toEqual([
      ...[
        [before[1]!.id, 'Fair'],
        [before[0]!.id, 'Fair'],
      ],
      ...before.slice(2).map(({ id }) => [id, 'Bazaar']),
    ]);
  });

  it('ends with recurrence null as a plain event with its own values', async () => {
    const before = await aMarket();
    await change(before[0]!.id, { title: 'Opening', start_date: '2027-06-03 08:00', end_date: '2027-06-03 09:00' });
    await calendar.patch(`/events/${before[0]!.id}`, { recurrence: null, cost: '6' }, { as }).expect(200);
    expect(await all()).toMatchObject([
      { id: before[0]!.id, title: 'Opening', cost: '$6', start_date: '2027-06-03 08:00:00', occurrence: null },
    ]);
  });

  it('is restored from the trash with all dates, each with its own status', async () => {
    const before = await aMarket({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
    await change(before[0]!.id, { status: 'private' });
    await change(before[1]!.id, { status: 'draft' });
    await remove(before[0]!.id, '');
    await calendar.patch(`/events/${before[0]!.id}`, { status: 'publish' }, { as }).expect(200);
    expect((await all('&status=any')).map(({ status }) => status)).toEqual(['publish', 'draft', 'publish']);
  });

  it('changes nothing without changed values', async () => {
    const before = await aMarket();
    const answer = await calendar.patch(`/events/${before[0]!.id}?apply=this`, before[0]!, { as }).expect(200);
    expect(answer.body).toMatchObject({ recurrence: RULE, occurrence: { series: before[0]!.id } });
    expect(await all()).toEqual(before);
  });

  it.each(['', '?apply=all', '?apply=this'])('what a read returned changes nothing afterwards: %s', async (query) => {
    const before = await aMarket({ venue: [(await aVenue()).id], translations: { fr: { title: 'Marché' } } });
    const own = {
      title: 'Opening',
      start_date: '2027-06-02 09:00',
      end_date: '2027-06-02 10:00',
      venue: [],
      cost: '2',
    };
    await change(before[0]!.id, { ...own, translations: { fr: null } });
    const was = await all('&translations=all');
    for (const { id } of was) {
      const { body, headers } = await calendar.get(`/events/${id}`, { as }).expect(200);
      const answer = await calendar.patch(`/events/${id}${query}`, body, { as }).expect(200);
      expect([answer.headers.etag, answer.body]).toEqual([headers.etag, body]);
    }
    expect(await all('&translations=all')).toEqual(was);
  });

  it('gets no translation by sending back what was read in the other language', async () => {
    const french = { as, language: 'fr' } as const;
    const { id } = await anEvent({
      ...{ title: 'Series', start_date: '2027-06-01 08:00:00', end_date: '2027-06-01 09:00:00' },
      recurrence: RULE.rrule,
    });
    await calendar.patch(`/events/${id}?apply=this`, { title: 'Own' }, { as }).expect(200);
    const { body: read } = await calendar.get(`/events/${id}`, french);
    expect(read).toMatchObject({ title: 'Own', language: 'en' });
    expect((await calendar.patch(`/events/${id}`, read, french)).body).toEqual(read);
    // With another text, the same title is that of a translation.
    const { body } = await calendar.patch(`/events/${id}`, { ...read, description: 'Nouveau' }, french).expect(200);
    expect(body).toMatchObject({ title: 'Own', description: 'Nouveau', language: 'fr' });
  });

  it('refuses another rule, in both languages, and accepts the one that was read', async () => {
    const [first] = await aMarket();
    for (const recurrence of ['FREQ=DAILY;COUNT=2', null]) {
      const said = await Promise.all(
        (['en', 'fr'] as const).map(async (language) => {
          const answer = await calendar.patch(`/events/${first!.id}?apply=this`, { recurrence }, { as, language });
          expect(answer.status).toBe(400);
          return answer.body.data.params.recurrence as string;
        }),
      );
      expect(said[0]).toContain('apply=this');
      expect(said[1]).toContain('La règle est celle de toutes les dates\u00a0:');
    }
    expect(await change(first!.id, { ...(await read(first!.id)), title: 'Opening' })).toMatchObject({
      title: 'Opening',
      recurrence: RULE,
    });
  });

  it('deletes only that date: it is excluded, and restoring it returns it to its series', async () => {
    const before = await aMarket();
    const [first, second] = before as [Shown, Shown];
    const answer = await remove(first.id);
    expect(answer.body).toMatchObject({ id: first.id, status: 'trash' });
    await calendar.get(`/events/${first.id}`).expect(410);
    await calendar.get(`/events/by-slug/${first.slug}`).expect(410);
    await calendar.delete(`/events/${first.id}`, { as }).expect(410);
    expect(await all()).toMatchObject(before.slice(1).map(({ id, slug, title }) => ({ id, slug, title })));
    const series = await seriesOf(second.id);
    expect([series.id, series.recurrence]).toEqual([second.id, { ...RULE, exdates: ['2027-06-01'] }]);
    await change(series.id, { title: 'Fair' }, 'all');
    expect(titles(await all())).toEqual(Array(4).fill('Fair'));
    await calendar.patch(`/events/${first.id}`, { status: 'publish' }, { as }).expect(200);
    expect(identities(await all())).toEqual(identities(before));
    expect(await read(first.id)).toMatchObject({
      title: 'Fair',
      occurrence: { series: series.id, date: '2027-06-01' },
    });
    expect((await seriesOf(first.id)).recurrence).toEqual(RULE);
  });

  it('deletes only that date permanently', async () => {
    const before = await aMarket();
    await remove(before[0]!.id, '?apply=this&force=true');
    await calendar.get(`/events/${before[0]!.id}`).expect(404);
    expect(identities(await all())).toEqual(identities(before.slice(1)));
    const series = await seriesOf(before[1]!.id);
    expect(series.recurrence).toEqual({ ...RULE, exdates: ['2027-06-01'] });
    // The rule still counts from the first date.
    await change(series.id, { recurrence: { ...series.recurrence, rrule: 'FREQ=WEEKLY;COUNT=6' } }, 'all');
    expect(dates(await all())).toEqual([...TUESDAYS.slice(1), '2027-07-06']);
  });

  it('deletes only that date permanently from a series in the trash, which is restored without it', async () => {
    const before = await aMarket();
    await remove(before[0]!.id, '');
    await calendar.delete(`/events/${before[0]!.id}?apply=this`, { as }).expect(410);
    await remove(before[0]!.id, '?apply=this&force=true');
    expect(await all('&status=any')).toEqual([]);
    await calendar.patch(`/events/${before[1]!.id}`, { status: 'publish' }, { as }).expect(200);
    expect(identities(await all())).toEqual(identities(before.slice(1)));
  });

  it('gives later dates slugs of the series', async () => {
    const before = await aMarket({ title: 'Quay' });
    await remove(before[0]!.id);
    await change(before[1]!.id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6', exdates: ['2027-06-01'] } }, 'all');
    expect((await all()).at(-1)!.slug).toBe(`${before[0]!.slug}-2027-07-06`);
  });

  it('may be applied to each date that is the first one by then', async () => {
    const before = await aMarket();
    for (const { id } of before.slice(0, 3)) await remove(id);
    expect(dates(await all())).toEqual(TUESDAYS.slice(3));
    expect((await seriesOf(before[4]!.id)).recurrence).toEqual({ ...RULE, exdates: TUESDAYS.slice(0, 3) });
    for (const { id } of before.slice(0, 3))
      await calendar.patch(`/events/${id}`, { status: 'publish' }, { as }).expect(200);
    expect(identities(await all())).toEqual(identities(before));
    expect((await seriesOf(before[0]!.id)).recurrence).toEqual(RULE);
    await remove(before[3]!.id);
    await remove(before[4]!.id);
    expect(dates(await all())).toEqual(TUESDAYS.slice(0, 3));
  });

  it('deletes the last remaining date like any event', async () => {
    const before = await aMarket({ recurrence: 'FREQ=WEEKLY;COUNT=2' });
    await remove(before[1]!.id);
    await remove(before[0]!.id);
    expect(await all('&status=any')).toEqual([]);
    await calendar.patch(`/events/${before[0]!.id}`, { status: 'publish' }, { as }).expect(200);
    expect(identities(await all())).toEqual(identities(before.slice(0, 1)));
  });

  it('creates the next date if it is deleted and none is within the horizon', async () => {
    const [first] = await aMarket({ recurrence: 'FREQ=YEARLY;INTERVAL=4' });
    await change(first!.id, { title: 'Opening' });
    expect(dates(await all())).toEqual(['2027-06-01']);
    await remove(first!.id);
    expect(titles(await all())).toEqual(['Market']);
    expect(dates(await all())).toEqual(['2031-06-01']);
  });

  describe.each([2, 3])('with the next date beyond the horizon, in %s years,', (interval) => {
    const rule = `FREQ=YEARLY;INTERVAL=${interval}`;
    const next = `${2027 + interval}-06-01`;

    it.each(['this', 'following', 'all'])('keeps a series that can be changed, with apply=%s', async (apply) => {
      const [{ id }] = (await aMarket({ recurrence: rule })) as [Shown];
      await change(id, { title: 'Opening' });
      await remove(id);
      const [series] = (await all()) as [Shown];
      expect(series.occurrence!.date).toBe(next);
      await change(series.id, { cost: '5' }, apply);
      expect(await read(series.id)).toMatchObject({ title: 'Market', cost: '$5', occurrence: { date: next } });
      await calendar.patch(`/events/${id}`, { status: 'publish' }, { as }).expect(200);
      expect(await read(id)).toMatchObject({ title: 'Opening', occurrence: { series: series.id } });
    });

    it('creates no date if apply=this changes nothing', async () => {
      const [{ id, title }] = (await aMarket({ recurrence: rule })) as [Shown];
      await change(id, { title });
      expect(dates(await all())).toEqual(['2027-06-01']);
      expect((await read(id)).occurrence!.series).toBe(id);
    });

    it('accepts another rule once the first date is in the trash, and restores the first date', async () => {
      const [{ id }] = (await aMarket({ recurrence: rule })) as [Shown];
      await remove(id);
      const [series] = (await all()) as [Shown];
      expect(series.occurrence!.date).toBe(next);
      await calendar.patch(`/events/${series.id}`, { title: 'Fair' }, { as }).expect(200);
      await calendar.patch(`/events/${id}`, { status: 'publish' }, { as }).expect(200);
      expect(dates(await all())).toEqual(['2027-06-01', next]);
      expect(titles(await all())).toEqual(['Fair', 'Fair']);
      await calendar.patch(`/events/${series.id}`, { recurrence: `${rule};COUNT=2` }, { as }).expect(200);
      expect(dates(await all())).toEqual(['2027-06-01', next]);
    });
  });

  it('finds the next date behind hundreds of excluded ones', async () => {
    const day = (number: number) => new Date(Date.UTC(2027, 5, 1 + number)).toISOString().slice(0, 10);
    const exdates = Array.from({ length: 900 }, (_, number) => day(number + 1));
    const [{ id }] = (await aMarket({ recurrence: { rrule: 'FREQ=DAILY', exdates } })) as [Shown];
    await remove(id);
    expect((await all())[0]!.occurrence!.date).toBe(day(901));
  });

  it('lets the next date represent the series once it is deleted, whatever that one has of its own', async () => {
    const before = await aMarket();
    const own = { title: 'Second', start_date: '2027-06-09 10:00', end_date: '2027-06-09 11:00' };
    await change(before[1]!.id, own);
    await remove(before[0]!.id);
    expect((await seriesOf(before[2]!.id)).id).toBe(before[1]!.id);
    expect(titles(await all())).toEqual(['Second', 'Market', 'Market', 'Market']);
    await change(before[2]!.id, { title: 'Fair' }, 'all');
    expect(titles(await all())).toEqual(['Second', 'Fair', 'Fair', 'Fair']);
    // Its own time stays, too, and all dates are moved by the same difference.
    await calendar.patch(`/events/${before[1]!.id}`, { start_date: '2027-06-09 10:30' }, { as }).expect(200);
    expect(starts(await all())).toEqual(['2027-06-09 10:30:00', ...TUESDAYS.slice(2).map((day) => `${day} 08:30:00`)]);
    await remove(before[1]!.id);
    expect((await seriesOf(before[2]!.id)).id).toBe(before[2]!.id);
    await calendar.patch(`/events/${before[1]!.id}`, { status: 'publish' }, { as }).expect(200);
    expect(await read(before[1]!.id)).toMatchObject({ title: 'Second', start_date: '2027-06-09 10:30:00' });
  });

  it('is one change of the series for webhooks and GET /changes', async () => {
    const before = await aMarket();
    const start = (await calendar.get('/changes?kinds=events&limit=500')).body as { next: string; more: boolean };
    let token = start.next;
    for (let more = start.more; more;) {
      const { body } = await calendar.get(`/changes?kinds=events&limit=500&since=${encodeURIComponent(token)}`);
      ({ next: token, more } = body as { next: string; more: boolean });
    }
    await change(before[0]!.id, { cost: '7' });
    const { body } = await calendar.get(`/changes?kinds=events&since=${encodeURIComponent(token)}`).expect(200);
    expect(body.changes).toMatchObject([{ kind: 'events', id: before[0]!.id, change: 'upsert' }]);
  });

  it('is listed and counted as before', async () => {
    const before = await aMarket();
    await change(before[0]!.id, { title: 'Opening' });
    const ids = async (query: string) => (await all(query)).map(({ id }) => id);
    expect(await ids('&occurrences=next')).toEqual([before[0]!.id]);
    expect(await ids('&occurrences=next&starts_after=2027-06-05')).toEqual([before[1]!.id]);
    expect(await ids('&occurrences=series')).toEqual([before[0]!.id]);
    const counts = await calendar.get(`/events/counts?by=month&tags=${tag}&search=market&starts_after=1990-01-01`);
    expect(counts.body).toMatchObject({ total: 4, counts: [{ value: '2027-06', count: 4 }] });
    await remove(before[0]!.id);
    expect(await ids('&occurrences=next')).toEqual([before[1]!.id]);
    expect(await ids('&occurrences=series')).toEqual([before[1]!.id]);
  });

  it('can be split at any later date', async () => {
    const before = await aMarket();
    await change(before[0]!.id, { title: 'Opening' });
    const begun = await change(before[1]!.id, { title: 'Fair' }, 'following');
    expect([begun.id, begun.recurrence!.rrule]).toEqual([before[1]!.id, 'FREQ=WEEKLY;COUNT=4']);
    expect(titles(await all())).toEqual(['Opening', 'Fair', 'Fair', 'Fair', 'Fair']);
    expect(await read(before[0]!.id)).toMatchObject({ recurrence: null, occurrence: null });
    await remove(begun.id);
    await change(before[2]!.id, { title: 'Bazaar' }, 'following');
    expect(titles(await all())).toEqual(['Opening', 'Bazaar', 'Bazaar', 'Bazaar']);
    await remove(before[2]!.id, '?apply=following');
    expect(titles(await all())).toEqual(['Opening']);
  });

  it('continues by its rule as time passes', async () => {
    // Every month has a tenth day.
    const first = DateTime.now().setZone('America/Toronto').plus({ months: 1 }).set({ day: 10 }).toISODate()!;
    const before = await aMarket({
      start_date: `${first} 08:00`,
      end_date: `${first} 09:00`,
      recurrence: 'FREQ=MONTHLY',
    });
    await remove(before[0]!.id);
    const later = new Date();
    later.setUTCMonth(later.getUTCMonth() + 3);
    await calendar.app.get(SeriesHorizon).run(later);
    const after = await all();
    expect(after).toHaveLength(before.length + 2);
    expect(identities(after).slice(0, before.length - 1)).toEqual(identities(before.slice(1)));
  });

  it('requires the rights to that date only', async () => {
    await calendar
      .post(
        '/events',
        {
          title: 'Draft',
          start_date: '2027-06-01',
          end_date: '2027-06-01',
          recurrence: 'FREQ=WEEKLY;COUNT=3',
          tags: [tag],
        },
        { as: 'contributor' },
      )
      .expect(201);
    const before = await all('&status=any');
    await change(before[1]!.id, { status: 'publish' });
    await calendar.delete(`/events/${before[0]!.id}`, { as: 'contributor' }).expect(403);
    await calendar.delete(`/events/${before[0]!.id}?apply=this`, { as: 'contributor' }).expect(200);
    expect((await seriesOf(before[2]!.id)).id).toBe(before[1]!.id);
    await calendar.delete(`/events/${before[2]!.id}?apply=all`, { as: 'contributor' }).expect(403);
  });
});

describe('the iCalendar of a series whose first date was changed alone', () => {
  it('keeps its UID, and has an override for that date', async () => {
    const before = await aMarket();
    const was = await file(before[0]!.id);
    await change(before[0]!.id, { title: 'Opening', start_date: '2027-06-01 10:00:00' });
    const is = await file(before[0]!.id);
    expect(uidIn(is)).toBe(uidIn(was));
    expect(line(is, 'DTSTART;')).toBe(line(was, 'DTSTART;'));
    expect(lines(is)).toContain('RRULE:FREQ=WEEKLY;COUNT=5');
    const [main, first, ...others] = eventsIn(is);
    expect([value(first!, 'summary'), others.length]).toEqual(['Opening', 0]);
    expect(value(first!, 'recurrence-id')).toBe(value(main!, 'dtstart'));
    expect(Number(value(main!, 'sequence'))).toBeGreaterThan(Number(value(eventsIn(was)[0]!, 'sequence')));
    expect(expandEvents(is, 2028).map(({ summary }) => summary)).toEqual([
      'Opening',
      ...Array<string>(4).fill('Market'),
    ]);
  });

  it.each(['?apply=this', '?apply=this&force=true'])('excludes it if it is deleted: %s', async (query) => {
    const before = await aMarket();
    const uid = uidIn(await file(before[0]!.id));
    await remove(before[0]!.id, query);
    const is = await file(before[1]!.id);
    expect(uidIn(is)).toBe(uid);
    expect(line(is, 'EXDATE')).toMatch(/:20270601T080000$/);
    expect(expandEvents(is, 2028).map(({ start }) => start.slice(0, 10))).toEqual(TUESDAYS.slice(1));
    // An export of this calendar: it has no changes.
    const report = await importInto(calendar, is);
    expect([report.countEvents('created'), report.countEvents('updated'), report.refused]).toEqual([0, 0, []]);
    expect(identities(await all())).toEqual(identities(before.slice(1)));
  });

  it('keeps the UID of each date among single events, and names the series in all but the first', async () => {
    const before = await aMarket();
    const list = async () => (await calendar.get(`/events.ics?tags=${tag}`, { as }).expect(200)).text;
    const uids = (text: string) => eventsIn(text).map((event) => value(event, 'uid'));
    const was = uids(await list());
    await change(before[0]!.id, { title: 'Opening' });
    expect(uids(await list())).toEqual(was);
    const related = eventsIn(await list()).map((event) => value(event, 'related-to'));
    expect(related).toEqual(['null', ...Array<string>(4).fill(was[0]!)]);
    expect(new Set(uids(await list())).size).toBe(5);
  });

  it('defines the time zone from the first date on, even if that was deleted permanently', async () => {
    const years = { start_date: '2005-04-05 08:00:00', end_date: '2005-04-05 09:00:00' };
    const before = await aMarket({ ...years, recurrence: 'FREQ=YEARLY;INTERVAL=12;COUNT=3' });
    await remove(before[0]!.id, '?apply=this&force=true');
    const is = await file(before[1]!.id);
    expect(expandEvents(is, 2030).map(({ start }) => start)).toEqual(['2017-04-05T12:00:00Z', '2029-04-05T12:00:00Z']);
    // By the rules of that year it was still winter.
    expect(lines(is)).toContain('DTSTART;TZID=America/Toronto:20050405T080000');
    expect(lines(is).some((one) => /^DTSTART:(?:2004|2005)/.test(one))).toBe(true);
  });

  it('is the same series after an import', async () => {
    const before = await aMarket();
    await remove(before[0]!.id);
    const other = await TestCalendar.start();
    try {
      await importInto(other, await file(before[1]!.id));
      const { body } = await other.get('/events?starts_after=1990-01-01&per_page=100');
      expect(starts(body.events)).toEqual(starts(before.slice(1)));
    } finally {
      await other.stop();
    }
  });

  it('without a rule has the dates of the series', async () => {
    const before = await aMarket({ recurrence: { rdates: ['2027-06-05', '2027-06-12 14:00/15:00'] } });
    await remove(before[0]!.id);
    const text = (await calendar.get(`/events.ics?tags=${tag}&occurrences=series`, { as }).expect(200)).text;
    expect(expandEvents(text, 2028).map(({ start, end }) => [start, end])).toEqual([
      ['2027-06-05T12:00:00Z', '2027-06-05T17:00:00Z'],
      ['2027-06-12T18:00:00Z', '2027-06-12T19:00:00Z'],
    ]);
    const group = (await calendar.get(`/events.jscal?tags=${tag}&occurrences=series`, { as }).expect(200)).body;
    expect(group.entries[0].recurrenceOverrides['2027-06-01T08:00:00']).toEqual({ excluded: true });
  });
});

describe('an imported series whose first date was changed alone', () => {
  const imported = (summary: string, rest = '') =>
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', 'BEGIN:VEVENT', `UID:club-${tag}`],
      ...['DTSTAMP:20270101T000000Z', 'DTSTART;TZID=America/Toronto:20270601T080000'],
      ...['DTEND;TZID=America/Toronto:20270601T130000', `SUMMARY:${summary}`, `CATEGORIES:club ${tag}`],
      ...['RRULE:FREQ=WEEKLY;COUNT=5', ...(rest ? [rest] : []), 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
  const listed = async (): Promise<Shown[]> =>
    (await calendar.get(`/events?search=Club-${tag}&starts_after=1990-01-01&per_page=100`, { as })).body.events;

  it.each<[string, (id: number) => Promise<unknown>, number]>([
    ['was changed', (id) => change(id, { cost: '5' }), 5],
    ['was moved', (id) => change(id, { start_date: '2027-06-02 08:00', end_date: '2027-06-02 13:00' }), 5],
    ['was deleted', (id) => remove(id), 4],
    ['was deleted for good', (id) => remove(id, '?apply=this&force=true'), 4],
  ])('is found again by its UID if that date %s', async (_what, act, left) => {
    await importInto(calendar, imported(`Club-${tag}`));
    const before = await listed();
    const uid = uidIn(await file(before[0]!.id));
    await act(before[0]!.id);
    const changed = await listed();
    expect(changed).toHaveLength(left);
    await importInto(calendar, imported(`Club-${tag}`));
    expect(identities(await listed())).toEqual(identities(changed));
    expect(starts(await listed())).toEqual(starts(changed));
    await importInto(calendar, imported(`Club-${tag} renamed`, 'EXDATE;TZID=America/Toronto:20270622T080000'));
    const after = await listed();
    expect(after).toHaveLength(left - 1);
    expect(titles(after)).toEqual(Array(left - 1).fill(`Club-${tag} renamed`));
    expect(uidIn(await file((await seriesOf(before[4]!.id)).id))).toBe(uid);
    expect(uid).toBe(`club-${tag}`);
  });
});

describe('recurrence null on a later date', () => {
  it('ends the series with apply=all', async () => {
    const before = await aMarket();
    await change(before[1]!.id, { featured: true });
    expect(await change(before[2]!.id, { recurrence: null }, 'all')).toMatchObject({ status: 'trash' });
    expect(await read(before[0]!.id)).toMatchObject({ recurrence: null, occurrence: null });
    expect(await read(before[1]!.id)).toMatchObject({ status: 'publish', occurrence: null, featured: true });
    expect(await all()).toHaveLength(2);
  });

  it('ends the series together with a move and with other changes', async () => {
    const before = await aMarket();
    const moved = { start_date: '2027-06-15 10:00', end_date: '2027-06-15 14:30', title: 'Last', recurrence: null };
    await change(before[2]!.id, moved, 'all');
    expect((await all()).map((event) => [event.title, event.start_date, event.recurrence])).toEqual([
      ['Last', '2027-06-01 10:00:00', null],
    ]);
  });

  it('ends the series from this date on with apply=following', async () => {
    const before = await aMarket();
    const event = await change(before[2]!.id, { recurrence: null }, 'following');
    expect(event).toMatchObject({ id: before[2]!.id, status: 'publish', recurrence: null, occurrence: null });
    const after = await all();
    expect(starts(after)).toEqual(starts(before).slice(0, 3));
    expect(after[0]!.recurrence?.rrule).toMatch(/UNTIL=20270614/);
  });

  it.each(['all', 'following'])('changes nothing if it is sent back as it was read, with apply=%s', async (apply) => {
    const before = await aMarket();
    const date = await read(before[2]!.id);
    await change(date.id, { ...date, title: 'Fair' }, apply);
    const { title, start_date, end_date, recurrence } = await read(before[3]!.id);
    await change(before[3]!.id, { title, start_date, end_date, recurrence, featured: true }, apply);
    expect(starts(await all())).toEqual(starts(before));
    expect((await read(before[4]!.id)).occurrence).not.toBeNull();
  });
});

describe('apply=all on a later date', () => {
  it('moves all dates by the same difference', async () => {
    const before = await aMarket();
    const moved = await change(before[2]!.id, { start_date: '2027-06-15 10:00', end_date: '2027-06-15 14:30' }, 'all');
    expect(moved).toMatchObject({ id: before[2]!.id, occurrence: { series: before[0]!.id, date: '2027-06-15' } });
    const after = await all();
    expect(identities(after)).toEqual(identities(before));
    expect(after.map(({ start_date: start, end_date: end }) => [start, end])).toEqual(
      TUESDAYS.map((day) => [`${day} 10:00:00`, `${day} 14:30:00`]),
    );
    await change(before[4]!.id, { start_date: '2027-06-30 10:00', end_date: '2027-06-30 14:30' }, 'all');
    expect(starts(await all()).map((start) => start.slice(0, 10))).toEqual(
      ['02', '09', '16', '23', '30'].map((day) => `2027-06-${day}`),
    );
    expect(identities(await all())).toEqual(identities(before));
    // Shown with the changes of the series only.
    await change(before[0]!.id, { start_date: '2027-06-02 11:00', end_date: '2027-06-02 14:30' }, 'all');
    expect(starts(await all()).map((start) => start.slice(11))).toEqual(Array(5).fill('11:00:00'));
  });

  it.each([
    ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270620', 'FREQ=WEEKLY;BYDAY=WE,FR;UNTIL=20270621'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=5', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO;COUNT=5;WKST=TU'],
    ['FREQ=DAILY;BYDAY=TU,TH;UNTIL=20270620T120000Z', 'FREQ=DAILY;BYDAY=WE,FR;UNTIL=20270621T120000Z'],
    ['FREQ=WEEKLY;BYDAY=TU;BYHOUR=8;COUNT=3', 'FREQ=WEEKLY;BYDAY=WE;BYHOUR=8;COUNT=3'],
  ])('moves the weekdays and days of the rule as well: %s', async (rrule, moved) => {
    const before = await aMarket({ recurrence: { rrule, exdates: ['2027-06-15'], rdates: ['2027-06-05 14:00'] } });
    const { id, start_date: start, end_date: end } = before[1]!;
    const [day, later] = [start.slice(0, 10), dayAfter(start)];
    await change(id, { start_date: start.replace(day, later), end_date: end.replace(day, later) }, 'all');
    const after = await all();
    expect(starts(after)).toEqual(before.map((one) => `${dayAfter(one.start_date)}${one.start_date.slice(10)}`));
    expect(identities(after)).toEqual(identities(before));
    expect(after[0]!.recurrence).toEqual({ rrule: moved, exdates: ['2027-06-16'], rdates: ['2027-06-06 14:00'] });
  });

  it('moves an UNTIL in UTC by the local time of the zone, across a change of the clocks', async () => {
    const before = await aMarket({
      ...{ start_date: '2027-10-05 10:00', end_date: '2027-10-05 11:00', timezone: 'America/Toronto' },
      recurrence: 'FREQ=WEEKLY;UNTIL=20271102T140000Z',
    });
    expect(before).toHaveLength(5);
    await change(before[1]!.id, { start_date: '2027-10-19 10:00', end_date: '2027-10-19 11:00' }, 'all');
    const after = await all();
    expect(identities(after)).toEqual(identities(before));
    expect(starts(after).at(-1)).toBe('2027-11-09 10:00:00');
  });

  it('moves a monthly rule within its month, and refuses a move that would not be the same for all', async () => {
    const times = (day: string) => ({ start_date: `${day} 08:00`, end_date: `${day} 13:00` });
    const before = await aMarket({ ...times('2027-01-15'), recurrence: 'FREQ=MONTHLY;COUNT=4' });
    const { id } = before[2]!;
    await change(id, times('2027-03-20'), 'all');
    expect(dates(await all())).toEqual(['2027-01-20', '2027-02-20', '2027-03-20', '2027-04-20']);
    expect(identities(await all())).toEqual(identities(before));
    for (const day of ['2027-03-30', '2027-04-09', '2027-02-28']) {
      const { body } = await calendar.patch(`/events/${id}?apply=all`, times(day), { as }).expect(400);
      expect(body.data.params.start_date).toContain('FREQ=MONTHLY');
    }
    expect(dates(await all())).toEqual(['2027-01-20', '2027-02-20', '2027-03-20', '2027-04-20']);
  });

  it.each([
    ['FREQ=MONTHLY;BYMONTHDAY=1;COUNT=3', 'BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYDAY=1TU;COUNT=3', 'BYDAY=1TU'],
  ])('is refused if the rule cannot move its days: %s', async (rrule, part) => {
    const before = await aMarket({ recurrence: rrule });
    const { id, start_date: start, end_date: end } = before[1]!;
    const moved = { start_date: `${dayAfter(start)} 08:00`, end_date: `${dayAfter(end)} 13:00` };
    const answer = await calendar.patch(`/events/${id}?apply=all`, moved, { as }).expect(400);
    expect(answer.body.data.params.start_date).toContain(part);
    expect(await all()).toEqual(before);
    // At another time of day it is possible.
    await change(id, { start_date: start.replace('08:', '09:') }, 'all');
    expect((await all()).every(({ start_date }) => start_date.endsWith('09:00:00'))).toBe(true);
  });

  it('changes all dates except overrides, and nothing that is sent back as it was read', async () => {
    const before = await aMarket();
    await change(before[1]!.id, { cost: '2' });
    const third = await change(before[2]!.id, { title: 'Third', website: 'https://example.com/third' });
    await change(third.id, { ...third, cost: '7' }, 'all');
    const after = await all();
    expect(after.map(({ cost }) => cost)).toEqual(['$7', '$2', '$7', '$7', '$7']);
    expect(titles(after)).toEqual(['Market', 'Market', 'Third', 'Market', 'Market']);
    expect(after.map(({ website }) => website !== null)).toEqual([false, false, true, false, false]);
    expect(after[0]!.recurrence).toEqual(RULE);
  });

  it('changes nothing without changed values', async () => {
    const before = await aMarket();
    for (const one of before) await change(one.id, one, 'all');
    expect(await all()).toEqual(before);
  });

  it('translates all dates, and changes the slug of that date only', async () => {
    const before = await aMarket();
    await change(before[2]!.id, { slug: 'midsummer', translations: { fr: { title: 'Marché' } } }, 'all');
    const slugs = (await all()).map(({ slug }) => slug);
    expect(slugs).toEqual(before.map(({ slug }, place) => (place === 2 ? 'midsummer' : slug)));
    const french = await calendar.get(`/events?tags=${tag}&starts_after=1990-01-01`, { language: 'fr' });
    expect(titles(french.body.events)).toEqual(Array(5).fill('Marché'));
  });

  it('is refused once if it would end before it begins', async () => {
    const before = await aMarket();
    const answer = await calendar.patch(`/events/${before[2]!.id}?apply=all`, { end_date: '2027-06-14' }, { as });
    expect([answer.status, answer.body.data.params]).toEqual([400, { end_date: 'Must not lie before start_date.' }]);
    expect(await all()).toEqual(before);
  });

  it('accepts another rule', async () => {
    const before = await aMarket();
    await change(before[2]!.id, { recurrence: 'FREQ=WEEKLY;COUNT=3' }, 'all');
    expect(identities(await all())).toEqual(identities(before.slice(0, 3)));
  });

  it('deletes all dates, and refuses a series in the trash', async () => {
    const before = await aMarket();
    const answer = await remove(before[2]!.id, '?apply=all');
    expect(answer.body).toMatchObject({ id: before[2]!.id, status: 'trash' });
    expect(await all('&status=any')).toEqual([]);
    await calendar.delete(`/events/${before[2]!.id}?apply=all`, { as }).expect(410);
    await calendar.patch(`/events/${before[0]!.id}`, { status: 'publish' }, { as }).expect(200);
    expect(identities(await all())).toEqual(identities(before));
    await remove(before[3]!.id, '?apply=all&force=true');
    for (const { id } of before) await calendar.get(`/events/${id}`, { as }).expect(404);
  });

  it('on a date in the trash restores that date and changes all', async () => {
    const before = await aMarket();
    await remove(before[1]!.id);
    await change(before[1]!.id, { status: 'publish', title: 'Fair' }, 'all');
    expect(identities(await all())).toEqual(identities(before));
    expect(titles(await all())).toEqual(Array(5).fill('Fair'));
  });

  it.each(['this', 'all'])('means the event itself if it belongs to no series: %s', async (apply) => {
    const [event] = await aMarket({ recurrence: null });
    expect(await change(event!.id, { title: 'Fair' }, apply)).toMatchObject({ title: 'Fair' });
    await remove(event!.id, `?apply=${apply}`);
  });
});

function dayAfter(wall: string): string {
  return new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

it('all derived columns and counts are as if they were computed again', async () => {
  const pairs = await recount(calendar.app.get(DataSource));
  for (const [of, [stored, expected]] of Object.entries(pairs)) expect({ [of]: stored }).toEqual({ [of]: expected });
});
