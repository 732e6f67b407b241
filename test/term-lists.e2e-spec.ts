import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { fixPresent } from './support/present.js';
import { describeEach, relatedTerms } from './support/resources.js';
import { lister } from './support/lists.js';
import { type ApiRecord, makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

const ROOT = 'http://localhost:3000';
const LONG_AGO = { start_date: '2001-06-21 19:00:00', end_date: '2001-06-21 20:00:00' };

let calendar: TestCalendar;
const { aRecord, anEvent, aCategory } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };

const start = async () => void (calendar = await TestCalendar.start());
const stop = () => calendar.stop();

describeEach(relatedTerms, 'the list of %s', (tested) => {
  const { plural: kind, singular, field } = tested;
  const { list, page, names, refused } = lister(() => calendar, kind);
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name)!;
  const events = new Map<string, number>();

  const make = async (name: string, fields: object = {}, options: RequestOptions = {}): Promise<ApiRecord> => {
    const term = await aRecord(tested, { name, ...fields }, options);
    ids.set(name, term.id);
    return term;
  };
  const assign = async (title: string, terms: string[], fields: object = {}, options: RequestOptions = {}) =>
    events.set(title, (await anEvent({ title, [field]: terms.map(id), ...fields }, options)).id);

  beforeAll(start);
  afterAll(stop);

  beforeAll(async () => {
    await make('Opera', { slug: 'zz-opera', description: '<b>Œuvre</b> lyrique' });
    await make('Été', {
      description: 'b',
      translations: { fr: { name: 'Summer', slug: 'a-summer', description: 'a' } },
    });
    await make('jazz', {}, french);
    await make('100% fun_');
    await make('unused');
    await make('masked');
    await make('drafted');
    await assign('coming', ['Opera', 'jazz']);
    await assign('also coming', ['Opera']);
    await assign('past', ['Été'], LONG_AGO);
    await assign('hidden', ['100% fun_'], { hide_from_listings: true });
    await assign('protected', ['masked'], { password: 'sesame' });
    await assign('draft', ['drafted', 'Opera'], { status: 'draft' }, { as: 'author' });
    await assign('trashed', ['unused']);
    await calendar.delete(`/events/${events.get('trashed')}`, editor);
  });

  const used = ['100% fun_', 'Été', 'jazz', 'masked', 'Opera'];

  it('modified: changes with the term and not with its count; modified_after includes that moment', async () => {
    const term = await make('Dated', {}, editor);
    const read = async () =>
      (await calendar.get(`/${kind}/${term.id}`)).body as { modified: string; modified_utc: string };
    const created = await read();
    const local = DateTime.fromSQL(created.modified_utc, { zone: 'utc' }).setZone('America/Toronto');
    expect(created.modified).toBe(local.toFormat('yyyy-MM-dd HH:mm:ss'));
    expect(Date.now() - local.toMillis()).toBeLessThan(60_000);
    const asked = (seconds: number) =>
      names(`include=${term.id}&hide_empty=0&modified_after=${local.plus({ seconds }).toUnixInteger()}`);
    expect(await asked(0)).toEqual(['Dated']);
    expect(await asked(1)).toEqual([]);
    await sleep(1100);
    await assign('counts it', ['Dated']);
    await calendar.patch(`/${kind}/${term.id}`, { name: 'Dated', modified: 'yesterday' }, editor).expect(200);
    expect(await read()).toMatchObject({ count: 1, modified_utc: created.modified_utc });
    await calendar.patch(`/${kind}/${term.id}`, { description: 'Changed' }, editor).expect(200);
    expect((await read()).modified_utc > created.modified_utc).toBe(true);
    await calendar.delete(`/${kind}/${term.id}`, editor).expect(200);
  });

  it('lists terms of published events, sorted by name, the same for all callers', async () => {
    expect(await names()).toEqual(used);
    expect(await names('', editor)).toEqual(used);
    expect(await names('hide_empty=1')).toEqual(used);
    expect((await page()).total).toBe(5);
  });

  it('hide_empty=false lists all', async () => {
    const all = ['100% fun_', 'drafted', 'Été', 'jazz', 'masked', 'Opera', 'unused'];
    expect(await names('hide_empty=false')).toEqual(all);
    expect(await page('hide_empty=0&per_page=3')).toMatchObject({ total: 7, total_pages: 3 });
    expect(await refused('hide_empty=')).toHaveProperty('hide_empty');
    expect(await refused('hide_empty=2')).toHaveProperty('hide_empty');
  });

  it('count: published events that name the term itself', async () => {
    const counts = async (options?: RequestOptions) =>
      (await page('hide_empty=false&orderby=id', options))[kind]!.map(({ count }) => count);
    expect(await counts()).toEqual([2, 1, 1, 1, 0, 1, 0]);
    expect(await counts(editor)).toEqual(await counts());
  });

  it.each([
    ['orderby=name', used],
    ['orderby=name&order=desc', used.toReversed()],
    ['orderby=slug', ['100% fun_', 'Été', 'jazz', 'masked', 'Opera']],
    ['orderby=slug&order=desc', ['Opera', 'masked', 'jazz', 'Été', '100% fun_']],
    ['orderby=id', ['Opera', 'Été', 'jazz', '100% fun_', 'masked']],
    ['orderby=id&order=desc', ['masked', '100% fun_', 'jazz', 'Été', 'Opera']],
    ['orderby=count', ['Été', 'jazz', '100% fun_', 'masked', 'Opera']],
    ['orderby=count&order=desc', ['Opera', 'masked', '100% fun_', 'jazz', 'Été']],
    ['orderby=description', ['jazz', '100% fun_', 'masked', 'Été', 'Opera']],
    ['order=desc', used.toReversed()],
    ['order=asc', used],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('sorts by the shown texts', async () => {
    expect(await names('', french)).toEqual(['100% fun_', 'jazz', 'masked', 'Opera', 'Summer']);
    expect(await names('orderby=slug', french)).toEqual(['100% fun_', 'Summer', 'jazz', 'masked', 'Opera']);
    const byDescription = ['jazz', '100% fun_', 'masked', 'Summer', 'Opera'];
    expect(await names('orderby=description', french)).toEqual(byDescription);
  });

  it('orderby=include keeps the order of the ids', async () => {
    const include = ['jazz', 'unused', 'Opera', 'Été'].map(id).join();
    expect(await names(`include=${include},999999&orderby=include`)).toEqual(['jazz', 'Opera', 'Été']);
    expect(await names(`include=${include}&orderby=include&hide_empty=no&order=desc`)).toEqual([
      'Été',
      'Opera',
      'unused',
      'jazz',
    ]);
    expect(await names(`include=${include}`)).toEqual(['Été', 'jazz', 'Opera']);
    expect(await names('include=999999')).toEqual([]);
    expect(await refused('include=')).toHaveProperty('include');
    expect(await refused('include=jazz')).toHaveProperty('include');
  });

  it('exclude leaves ids out; unknown ids are ignored', async () => {
    expect(await names(`exclude=${id('jazz')},999999&exclude[]=${id('Opera')}`)).toEqual([
      '100% fun_',
      'Été',
      'masked',
    ]);
  });

  it.each(['title', 'date', 'term_id', 'parentId', ''])('orderby=%s is refused', async (value) => {
    expect(await refused(`orderby=${value}`)).toHaveProperty('orderby');
  });

  it.each([
    ['opera', ['Opera']],
    ['zz-op', ['Opera']],
    ['ete', ['Été']],
    ['lyrique', []],
    ['0%', ['100% fun_']],
    ['n_', ['100% fun_']],
    ['a_z', []],
    ['-opera z', ['jazz']],
  ])('search=%s searches name and slug', async (search, expected) => {
    expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it('search and slug use the shown texts', async () => {
    expect(await names('search=summer')).toEqual([]);
    expect(await names('search=summer', french)).toEqual(['Summer']);
    expect(await names('slug=a-summer', french)).toEqual(['Summer']);
    expect(await names('slug=a-summer')).toEqual([]);
    expect(await names('slug=ETE')).toEqual(['Été']);
    expect(await names('slug=ete', french)).toEqual([]);
    expect(await names('slug=jazz')).toEqual(['jazz']);
    expect(await names('slug=unused')).toEqual([]);
    expect(await names('slug=unused&hide_empty=false', french)).toEqual(['unused']);
    expect(await names('slug=')).toEqual(used);
  });

  it.each(['post', 'event'])('%s: terms of that event, as far as the caller may read it', async (name) => {
    expect(await names(`${name}=${events.get('coming')}`)).toEqual(['jazz', 'Opera']);
    expect(await names(`${name}=${events.get('hidden')}`)).toEqual(['100% fun_']);
    expect(await names(`${name}=${events.get('protected')}`, editor)).toEqual(['masked']);
    expect(await names(`${name}=${events.get('draft')}&hide_empty=false`, { as: 'author' })).toEqual([
      'drafted',
      'Opera',
    ]);
    for (const unread of ['draft', 'protected', 'trashed'])
      expect(await refused(`${name}=${events.get(unread)}`)).toHaveProperty(name);
    expect(await refused(`${name}=${events.get('trashed')}`, editor)).toHaveProperty(name);
    for (const bad of ['999999', '0', 'abc', '']) expect(await refused(`${name}=${bad}`)).toHaveProperty(name);
  });

  it('post and event are the same, and may both be given if they are equal', async () => {
    const [one, other] = [events.get('coming'), events.get('past')];
    expect(await names(`post=${one}&event=${one}`)).toEqual(['jazz', 'Opera']);
    const { rest_url: url } = await page(`post=${one}&event=${one}`);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ post: String(one), event: String(one) });
    expect(await refused(`post=${one}&event=${other}`)).toHaveProperty('post');
  });

  it('only_with_upcoming: used by an event that has not ended', async () => {
    expect(await names('only_with_upcoming=true')).toEqual(['100% fun_', 'jazz', 'Opera']);
    expect(await names('only_with_upcoming=true', editor)).toEqual(['100% fun_', 'jazz', 'masked', 'Opera']);
    expect(await names('only_with_upcoming=no')).toEqual(used);
  });

  it('languages', async () => {
    expect(await names('untranslated=only')).toEqual(['jazz']);
    expect(await names('untranslated=only', french)).toEqual(['100% fun_', 'masked', 'Opera']);
    expect(await names('untranslated=exclude', french)).toEqual(['jazz', 'Summer']);
    expect(await names('fallback=none&hide_empty=false')).toEqual([
      '100% fun_',
      'drafted',
      'Été',
      'masked',
      'Opera',
      'unused',
    ]);
  });

  it('pages, totals and links', async () => {
    const answer = await list('per_page=2&page=2&orderby=id&order=desc&utm=x');
    const url = `${ROOT}/en/cal/events/v1/${kind}?per_page=2&order=desc&orderby=id`;
    expect(answer.body).toMatchObject({
      total: 5,
      total_pages: 3,
      next_rest_url: `${url}&page=3`,
      previous_rest_url: `${url}&page=1`,
    });
    expect(answer.headers).toMatchObject({ 'x-cal-total': '5', 'x-cal-totalpages': '3' });
    const past = await list('page=2');
    expect([past.status, past.body.code]).toEqual([404, `${singular}-archive-page-not-found`]);
    expect(await page('slug=nothing')).toMatchObject({ total: 0, [kind]: [] });
  });

  it('count follows the events', async () => {
    await make('followed');
    const count = async () => (await page(`include=${id('followed')}&hide_empty=false`))[kind]![0]!.count;
    await assign('followed', ['followed']);
    const event = `/events/${events.get('followed')}`;
    expect(await count()).toBe(1);
    await calendar.patch(event, { status: 'draft' }, editor);
    expect(await count()).toBe(0);
    await calendar.patch(event, { status: 'publish' }, editor);
    expect(await count()).toBe(1);
    await calendar.delete(event, editor);
    expect(await count()).toBe(0);
    await calendar.patch(event, { status: 'publish' }, editor);
    await calendar.patch(event, { [kind]: [] }, editor);
    expect(await count()).toBe(0);
    await calendar.patch(event, { [kind]: ['followed'] }, editor);
    await calendar.delete(`${event}?force=true`, editor);
    expect(await count()).toBe(0);
    await calendar.delete(`/${kind}/${id('followed')}`, editor).expect(200);
  });
});

describe('the tree of categories', () => {
  const { page, names, refused } = lister(() => calendar, 'categories');
  const ids: Record<string, number> = {};
  const below = async (name: string, parent: number | null) => (ids[name] = (await aCategory({ name, parent })).id);

  beforeAll(start);
  afterAll(stop);

  beforeAll(async () => {
    for (const name of ['Opera', 'unused']) await aCategory({ name });
    await below('t1', null);
    await below('t1a', ids.t1!);
    await below('t1b', ids.t1!);
    await below('t1a1', ids.t1a!);
    await below('t2', null);
    await below('t2a', ids.t2!);
    await anEvent({ title: 'deep', categories: [ids.t1a1] });
    await anEvent({ title: 'deep and past', categories: [ids.t2a], ...LONG_AGO });
  });

  it('a category counts as used if a descendant is', async () => {
    expect(await names('search=t&slug=t1')).toEqual(['t1']);
    expect(await names(`include=${Object.values(ids).join()}`)).toEqual(['t1', 't1a', 't1a1', 't2', 't2a']);
    expect(await page(`include=${Object.values(ids).join()}&per_page=2`)).toMatchObject({ total: 5, total_pages: 3 });
  });

  it('a category counts as upcoming if a descendant is', async () => {
    expect(await names(`include=${Object.values(ids).join()}&only_with_upcoming=1`)).toEqual(['t1', 't1a', 't1a1']);
  });

  it('parent: direct children; 0 is the top level', async () => {
    expect(await names(`parent=${ids.t1}`)).toEqual(['t1a']);
    expect(await names(`parent=${ids.t1}&hide_empty=false`)).toEqual(['t1a', 't1b']);
    const top = await names('parent=0&per_page=100&hide_empty=false');
    expect(top).toEqual(expect.arrayContaining(['t1', 't2', 'Opera', 'unused']));
    expect(top).not.toEqual(expect.arrayContaining(['t1a']));
    expect(await names('parent=999999')).toEqual([]);
    for (const bad of ['-1', 'abc', '', '1.5']) expect(await refused(`parent=${bad}`)).toHaveProperty('parent');
  });

  it('orderby=parent, with the same parent by id', async () => {
    const include = `include=${Object.values(ids).join()}&hide_empty=0`;
    expect(await names(`${include}&orderby=parent`)).toEqual(['t1', 't2', 't1a', 't1b', 't1a1', 't2a']);
    expect(await names(`${include}&orderby=parent&order=desc`)).toEqual(['t2a', 't1a1', 't1b', 't1a', 't2', 't1']);
  });

  it('tags have no parent', async () => {
    const tags = lister(() => calendar, 'tags');
    expect(await tags.refused('orderby=parent')).toHaveProperty('orderby');
    expect((await tags.page('parent=7')).rest_url).toBe(`${ROOT}/en/cal/events/v1/tags`);
  });
});
