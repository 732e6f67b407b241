import { fixPresent } from './support/present.js';
import { describeEach, relatedPublished, textFields } from './support/resources.js';
import { lister } from './support/lists.js';
import { type ApiRecord, makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

const ROOT = 'http://localhost:3000';
const LONG_AGO = { start_date: '2001-06-21 19:00:00', end_date: '2001-06-21 20:00:00' };

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, anOrganizer } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };

const start = async () => void (calendar = await TestCalendar.start());
const stop = () => calendar.stop();

describeEach(relatedPublished, 'the list of %s', (tested) => {
  const { plural: kind, singular, nameField, field } = tested;
  const has = (name: string) => name in textFields(tested, '');
  const { list, page, names, refused } = lister(() => calendar, kind);
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name)!;
  const events = new Map<string, number>();

  const make = async (name: string, fields: object = {}, options: RequestOptions = {}): Promise<ApiRecord> => {
    const record = await aRecord(tested, { [nameField]: name, ...fields }, options);
    ids.set(name, record.id);
    return record;
  };
  const link = async (title: string, name: string, fields: object = {}, options: RequestOptions = {}) =>
    events.set(title, (await anEvent({ title, [field]: id(name), ...fields }, options)).id);

  beforeAll(start);
  afterAll(stop);

  beforeAll(async () => {
    await make('Ámbar', {
      date: '2020-01-05',
      description: '<p>Big <em title="unseen">room</em></p>',
      excerpt: 'cosy',
      ...(has('phone') && { phone: '555-0101' }),
      ...(has('website') && { website: 'https://ambar.example' }),
    });
    await make('Bijou', {
      date: '2020-01-05',
      translations: { fr: { [nameField]: 'Zénith', description: 'au fond' } },
    });
    await make('cellar', { date: '2020-01-03' });
    await make('Dome', { date: '2020-01-04' }, french);
    await make('empty', { date: '2020-01-01' });
    await make('masked', { date: '2020-01-02' });
    await make('draft', { status: 'draft', date: '2020-01-02' });
    await make('their draft', { status: 'draft', date: '2020-01-02' }, { as: 'author' });
    await make('trashed', { date: '2020-01-02' });
    await calendar.delete(`/${kind}/${id('trashed')}`, editor);
    await link('coming', 'Ámbar');
    await link('past', 'Bijou', LONG_AGO);
    await link('hidden', 'cellar', { hide_from_listings: true });
    await link('draft', 'Dome', { status: 'draft' }, { as: 'author' });
    await link('protected', 'masked', { password: 'sesame' });
    await link('trashed', 'empty');
    await calendar.delete(`/events/${events.get('trashed')}`, editor);
  });

  const all = ['Bijou', 'Ámbar', 'Dome', 'cellar', 'masked', 'empty'];

  it('lists published records, the newest first, then by id', async () => {
    expect(await names()).toEqual(all);
    expect(await names('', editor)).toEqual(all);
  });

  it.each([
    ['orderby=date', all],
    ['orderby=date&order=desc', all],
    ['order=asc', all.toReversed()],
    ['order=desc', all],
    ['orderby=date&order=asc', all.toReversed()],
    ['orderby=name', ['Ámbar', 'Bijou', 'cellar', 'Dome', 'empty', 'masked']],
    ['orderby=name&order=desc', ['masked', 'empty', 'Dome', 'cellar', 'Bijou', 'Ámbar']],
    ['orderby=id', ['Ámbar', 'Bijou', 'cellar', 'Dome', 'empty', 'masked']],
    ['orderby=id&order=desc', ['masked', 'empty', 'Dome', 'cellar', 'Bijou', 'Ámbar']],
    ['orderby=modified', ['Ámbar', 'Bijou', 'cellar', 'Dome', 'empty', 'masked']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('orderby=name sorts by the shown name', async () => {
    const expected = ['Ámbar', 'cellar', 'Dome', 'empty', 'masked', 'Zénith'];
    expect(await names('orderby=name', french)).toEqual(expected);
  });

  it('orderby=include keeps the order of the ids', async () => {
    const include = ['cellar', 'Ámbar', 'Dome', 'draft'].map(id).join();
    expect(await names(`include=${include},999999&orderby=include`)).toEqual(['cellar', 'Ámbar', 'Dome']);
    expect(await names(`include=${include}`)).toEqual(['Ámbar', 'Dome', 'cellar']);
    expect(await names(`include=${include}&exclude=${id('Dome')},999999`)).toEqual(['Ámbar', 'cellar']);
    expect(await names('include=999999')).toEqual([]);
  });

  it.each(['title', 'count', 'start_date', ''])('orderby=%s is refused', async (value) => {
    expect(await refused(`orderby=${value}`)).toHaveProperty('orderby');
  });

  it.each<[string, string[]]>([
    ['ambar', ['Ámbar']],
    ['big room', ['Ámbar']],
    ['cosy big', ['Ámbar']],
    ['cosy 0101', has('phone') ? ['Ámbar'] : []],
    ['"big room"', ['Ámbar']],
    ['ambar.example -bijou', has('website') ? ['Ámbar'] : []],
    ['unseen', []],
    ['-ambar -o', []],
    ['zenith', []],
    ['555%0101', []],
  ])('search=%s searches the name, the description and the other texts', async (search, expected) => {
    const without = search === '-ambar -o' ? `&include=${id('Dome')},${id('Ámbar')}` : '';
    expect(await names(`search=${encodeURIComponent(search)}${without}`)).toEqual(expected);
  });

  it('search uses the shown text', async () => {
    expect(await names('search=zenith fond', french)).toEqual(['Zénith']);
    expect(await names('search=bijou', french)).toEqual([]);
    expect(await names('search=dome')).toEqual(['Dome']);
    expect(await names('search=')).toEqual(all);
  });

  it('event: records related to that event, as far as the caller may read it', async () => {
    expect(await names(`event=${events.get('coming')}`)).toEqual(['Ámbar']);
    expect(await names(`event=${events.get('hidden')}`)).toEqual(['cellar']);
    expect(await names(`event=${events.get('draft')}`, { as: 'author' })).toEqual(['Dome']);
    expect(await names(`event=${events.get('protected')}`, editor)).toEqual(['masked']);
    for (const unread of ['draft', 'protected', 'trashed'])
      expect(await refused(`event=${events.get(unread)}`)).toHaveProperty('event');
    expect(await refused(`event=${events.get('trashed')}`, editor)).toHaveProperty('event');
    for (const bad of ['999999', '0', 'abc', '', '1,2']) expect(await refused(`event=${bad}`)).toHaveProperty('event');
  });

  it('has_events: records related to at least one visible event, or to none', async () => {
    expect(await names('has_events=true')).toEqual(['Bijou', 'Ámbar', 'cellar']);
    expect(await names('has_events=0')).toEqual(['Dome', 'masked', 'empty']);
    expect(await names('has_events=true', { as: 'author' })).toEqual(['Bijou', 'Ámbar', 'Dome', 'cellar']);
    expect(await names('has_events=false', { as: 'contributor' })).toEqual(['Dome', 'masked', 'empty']);
    expect(await names('has_events=false', editor)).toEqual(['empty']);
    expect(await refused('has_events=')).toHaveProperty('has_events');
    expect(await refused('has_events=maybe')).toHaveProperty('has_events');
  });

  it('only_with_upcoming: records related to an event that has not ended', async () => {
    expect(await names('only_with_upcoming=true')).toEqual(['Ámbar', 'cellar']);
    expect(await names('only_with_upcoming=false')).toEqual(all);
    expect(await names('only_with_upcoming=true&has_events=false')).toEqual([]);
    expect(await refused('only_with_upcoming=2')).toHaveProperty('only_with_upcoming');
  });

  it('status: callers get only those of the requested records that they may read', async () => {
    expect(await names('status=draft', editor)).toEqual(['their draft', 'draft']);
    expect(await names('status=draft', { as: 'author' })).toEqual(['their draft']);
    expect(await names('status=draft', { as: 'contributor' })).toEqual([]);
    expect(await names('status=trash', editor)).toEqual(['trashed']);
    expect(await names('status=any&orderby=id&per_page=100', { as: 'author' })).toHaveLength(7);
    expect(await names('status=any', editor)).toHaveLength(8);
    for (const status of ['draft', 'any', 'trash']) {
      expect((await list(`status=${status}`)).status).toBe(401);
      expect((await list(`status=${status}`, { as: 'reader' })).status).toBe(403);
    }
    expect(await refused('status=gone')).toHaveProperty('status');
  });

  it('modified_after: changed at that moment or later', async () => {
    const changed = await make('Changed', {}, editor);
    const at = (await calendar.get(`/${kind}/${changed.id}`)).body.modified_utc as string;
    const utc = `${at.replace(' ', 'T')}Z`;
    const after = new Date(Date.parse(utc) + 1000).toISOString();
    expect(await names(`include=${changed.id}&modified_after=${utc}`)).toEqual(['Changed']);
    expect(await names(`include=${changed.id}&modified_after=${after}`)).toEqual([]);
    expect(await names('modified_after=tomorrow')).toEqual([]);
    expect(await refused('modified_after=sometime')).toHaveProperty('modified_after');
    await calendar.delete(`/${kind}/${changed.id}?force=true`, editor);
  });

  it('languages', async () => {
    expect(await names('untranslated=only')).toEqual(['Dome']);
    expect(await names('untranslated=exclude')).toEqual(all.filter((name) => name !== 'Dome'));
    expect(await names('untranslated=exclude', french)).toEqual(['Zénith', 'Dome']);
    expect(await names('fallback=none&orderby=name', french)).toEqual(['Dome', 'Zénith']);
    expect(await refused('fallback=none&untranslated=only')).toHaveProperty('untranslated');
  });

  it('pages, totals and links', async () => {
    const answer = await list('per_page=4&page=2&translation_language=fr&utm_source=x');
    const url = `${ROOT}/en/cal/events/v1/${kind}?translation_language=fr&per_page=4`;
    expect(answer.body).toMatchObject({ total: 6, total_pages: 2, previous_rest_url: `${url}&page=1` });
    expect(answer.body).not.toHaveProperty('next_rest_url');
    expect(answer.headers).toMatchObject({ 'x-cal-total': '6', 'x-cal-totalpages': '2' });
    expect(answer.headers.link).toContain(`<${url}&page=2>; rel="last"`);
    expect(await page('per_page=6')).not.toHaveProperty('next_rest_url');
    const past = await list('page=2');
    expect([past.status, past.body.code]).toEqual([404, `${singular}-archive-page-not-found`]);
    expect(await page('search=nothing')).toMatchObject({ total: 0, total_pages: 0, [kind]: [] });
    expect(await refused('per_page=101')).toEqual({ per_page: expect.stringContaining('100') });
    expect(await refused('per_page=x&page=0')).toEqual({
      per_page: expect.any(String),
      page: expect.any(String),
    });
  });

  it('the sitemap has a page for each record, in its languages', async () => {
    const { url } = await calendar.get(`/${kind}/${id('Bijou')}`).then(({ body }) => body as ApiRecord);
    const { text } = await calendar.get('/sitemap.xml');
    expect(text).toContain(`<loc>${url}</loc>`);
    expect(text.split('<loc>').filter((page) => page.includes(`/${kind}/`))).toHaveLength(all.length + 1);
  });

  it('unlinked records leave nothing behind, and links return with the event', async () => {
    await make('moving');
    await link('moving', 'moving');
    const event = `/events/${events.get('moving')}`;
    expect(await names('has_events=true')).toContain('moving');
    await calendar.delete(event, editor);
    expect(await names('has_events=true')).not.toContain('moving');
    await calendar.patch(event, { status: 'publish' }, editor);
    expect(await names('has_events=true')).toContain('moving');
    await calendar.patch(event, { [field]: [] }, editor);
    expect(await names('has_events=true')).not.toContain('moving');
    for (const path of [event, `/${kind}/${id('moving')}`])
      await calendar.delete(`${path}?force=true`, editor).expect(200);
  });
});

describe('searches', () => {
  beforeAll(start);
  afterAll(stop);

  it('venues are found by every part of their address', async () => {
    const { names } = lister(() => calendar, 'venues');
    const region = { address: '178 Victoria St', city: 'Québec', country: 'Canada', province: 'Qc.', zip: 'M5B 1T7' };
    await aVenue({ venue: 'Massey Hall', ...region, phone: '+1 416', state: 'none' });
    for (const word of ['victoria', 'quebec', 'canada', 'qc.', 'm5b', '"+1 416"', 'massey 178 m5b'])
      expect(await names(`search=${encodeURIComponent(word)}`)).toEqual(['Massey Hall']);
    const { id } = (await calendar.get('/venues?search=massey')).body.venues[0];
    await calendar.patch(`/venues/${id}`, { city: 'Laval' }, { ...french, ...editor });
    expect(await names('search=quebec')).toEqual([]);
    expect(await names('search=laval massey', french)).toEqual(['Massey Hall']);
  });

  it('organizers are found by their address for letters', async () => {
    const { names } = lister(() => calendar, 'organizers');
    await anOrganizer({ organizer: 'Choir', email: 'singers@choir.example', phone: '0199' });
    expect(await names('search=singers%40choir')).toEqual(['Choir']);
    expect(await names('search=0199 choir')).toEqual(['Choir']);
  });
});
