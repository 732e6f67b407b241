import { DateTime } from 'luxon';
import { lister } from './support/lists.js';
import { type ApiRecord, makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const { list, page, names, refused } = lister(() => calendar, 'events');
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

/** An event between two local times in Toronto. */
const on = (title: string, start_date: string, end_date = start_date, fields: object = {}) =>
  anEvent({ title, start_date, end_date, ...fields });

/** A tag that separates the events of one group of tests from all others. */
function group(
  name: string,
  make: (tag: string) => Promise<unknown>,
): (query?: string, o?: RequestOptions) => Promise<string[]> {
  beforeAll(async () => {
    const tag = await aTag({ name, slug: name });
    await make(tag.slug);
  });
  return (query = '', options) => names(`tags=${name}&per_page=100&${query}`, options);
}

describe('dates', () => {
  const listed = group('dates', async (tag) => {
    const tags = { tags: tag };
    await on('eve', '2031-06-09 23:59:59', '2031-06-09 23:59:59', tags);
    await on('into', '2031-06-09 20:00:00', '2031-06-10 00:00:00', tags);
    await on('dawn', '2031-06-10 00:00:00', '2031-06-10 00:00:00', tags);
    await on('noon', '2031-06-10 12:00:00', '2031-06-10 13:00:00', tags);
    await on('over', '2031-06-09 12:00:00', '2031-06-12 12:00:00', tags);
    await on('dusk', '2031-06-10 23:00:00', '2031-06-10 23:59:59', tags);
    await on('out', '2031-06-10 23:30:00', '2031-06-11 00:30:00', tags);
    await on('next', '2031-06-11 00:00:00', '2031-06-11 01:00:00', tags);
  });
  const sorted = async (query: string) => (await listed(query)).sort();
  const claim = (query: string, ...expected: string[]) => [query, expected.sort()] as const;

  it.each([
    claim('start_date=2031-06-10&end_date=2031-06-10', 'dawn', 'noon', 'dusk'),
    claim('start_date=2031-06-10', 'dawn', 'noon', 'dusk', 'out', 'next'),
    claim('starts_before=2031-06-09', 'eve', 'into', 'over'),
    claim('starts_before=2031-06-10', 'eve', 'into', 'over', 'dawn', 'noon', 'dusk', 'out'),
    claim('starts_after=2031-06-09', 'dawn', 'noon', 'dusk', 'out', 'next'),
    claim('starts_after=2031-06-10', 'next'),
    claim('ends_before=2031-06-09', 'eve'),
    claim('ends_before=2031-06-10', 'eve', 'into', 'dawn', 'noon', 'dusk'),
    claim('ends_after=2031-06-10', 'over', 'out', 'next'),
    claim('starts_after=2031-06-09&ends_before=2031-06-10', 'dawn', 'noon', 'dusk'),
    claim('starts_after=2031-06-09&starts_before=2031-06-10&ends_after=2031-06-10', 'out'),
    claim('start_date=2031-06-10&ends_before=2031-06-10', 'dawn', 'noon', 'dusk'),
  ])('%s means whole days', async (query, expected) => {
    expect(await sorted(query)).toEqual(expected);
  });

  it('a time within a day stands for the whole day', async () => {
    const wholeDay = await sorted('start_date=2031-06-10&end_date=2031-06-10');
    expect(await sorted('start_date=2031-06-10 18:00:00&end_date=2031-06-10 09:00')).toEqual(wholeDay);
  });

  it('an instant stands for its day in the zone of the site', async () => {
    const wholeDay = await sorted('start_date=2031-06-10&end_date=2031-06-10');
    expect(await sorted('start_date=2031-06-11T03:59:59Z&end_date=2031-06-10T04:00:00Z')).toEqual(wholeDay);
  });

  it.each([
    claim('start_date=2031-06-10 12:00:00&end_date=2031-06-10 13:00:00', 'noon'),
    claim('start_date=2031-06-10 12:00:01&end_date=2031-06-11 00:30:00', 'dusk', 'out'),
    claim('start_date=2031-06-10T16:00:00Z&end_date=2031-06-10T13:00:00-04:00', 'noon'),
    claim('starts_before=2031-06-10', 'eve', 'into', 'over'),
    claim('starts_before=2031-06-10 12:00:00', 'eve', 'into', 'over', 'dawn'),
    claim('starts_after=2031-06-10 12:00:00', 'dusk', 'out', 'next'),
    claim('starts_after=2031-06-10', 'noon', 'dusk', 'out', 'next'),
    claim('ends_before=2031-06-10', 'eve'),
    claim('ends_before=2031-06-10 13:00:00', 'eve', 'into', 'dawn'),
    claim('ends_after=2031-06-10 13:00:00', 'over', 'dusk', 'out', 'next'),
    claim('ends_after=2031-06-10', 'over', 'noon', 'dusk', 'out', 'next'),
  ])('%s with strict_dates means the exact times', async (query, expected) => {
    expect(await sorted(`${query}&strict_dates=true`)).toEqual(expected);
  });

  it.each([
    claim('from=2031-06-10&to=2031-06-10', 'dawn', 'noon', 'over', 'dusk', 'out'),
    claim('from=2031-06-10', 'dawn', 'noon', 'over', 'dusk', 'out', 'next'),
    claim('to=2031-06-09', 'eve', 'into', 'over'),
    claim('from=2031-06-11&to=2031-06-30', 'over', 'out', 'next'),
    claim('from=2031-06-12', 'over'),
    claim('from=2031-06-13'),
    claim('from=2031-06-09&to=2031-06-09', 'eve', 'into', 'over'),
    claim('from=2031-06-10&to=2031-06-10&starts_after=2031-06-09', 'dawn', 'noon', 'dusk', 'out'),
  ])('%s finds events with any part on these days', async (query, expected) => {
    expect(await sorted(query)).toEqual(expected);
  });

  it.each([
    claim('from=2031-06-10 12:30:00&to=2031-06-10 12:30:01', 'noon', 'over'),
    claim('from=2031-06-10 13:00:00&to=2031-06-10 23:00:00', 'over'),
    claim('from=2031-06-10 00:00:00&to=2031-06-10 00:00:01', 'dawn', 'over'),
    claim('from=2031-06-11 00:00:00&to=2031-06-11 00:00:00', 'over', 'out'),
  ])('%s with strict_dates finds events with any part between the instants', async (query, expected) => {
    expect(await sorted(`${query}&strict_dates=true`)).toEqual(expected);
  });

  it.each(['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'])(
    '%s must be a date that exists',
    async (bound) => {
      expect(Object.keys(await refused(`${bound}=2027-02-30`))).toEqual([bound]);
      expect(Object.keys(await refused(`${bound}=`))).toEqual([bound]);
      expect(Object.keys(await refused(`${bound}=1&${bound}=2`))).toEqual([bound]);
    },
  );

  it.each(['tomorrow', 'next friday', '+5 days', 'demain', '1938600000', '20310610', '2031-06-10T12:00:00+02:00'])(
    '%s is accepted',
    async (date) => {
      expect((await list(`from=${encodeURIComponent(date)}`)).status).toBe(200);
    },
  );

  it('the first and last supported days work like others', async () => {
    expect(await listed('start_date=1000-01-02&end_date=9999-12-30')).toHaveLength(8);
    expect(await listed('start_date=9999-12-30')).toEqual([]);
    expect(await listed('start_date=1000-01-01&end_date=9999-12-31')).toHaveLength(8);
    expect(await listed('from=0001-01-01&to=9999-12-31T23:59:59Z&strict_dates=true')).toHaveLength(8);
  });

  it('all invalid dates are reported at once', async () => {
    const params = await refused('start_date=x&end_date=y&strict_dates=maybe&per_page=0&page=0&orderby=z&order=up');
    expect(Object.keys(params).sort()).toEqual(
      ['end_date', 'order', 'orderby', 'page', 'per_page', 'start_date', 'strict_dates'].sort(),
    );
  });
});

describe('a range that ends before it begins', () => {
  it.each([
    ['start_date', 'end_date', ''],
    ['starts_after', 'ends_before', ''],
  ])('returns nothing: %s, %s%s', async (begin, end, more) => {
    const { id } = await anEvent({ title: 'Reaches beyond', start_date: '2041-06-01', end_date: '2041-06-30' });
    const found = async (query: string) => {
      const [list, counts] = [
        await calendar.get(`/events?${query}`),
        await calendar.get(`/events/counts?by=day&${query}`),
      ];
      return [
        list.body.events.map((event: { id: number }) => event.id),
        list.body.total,
        counts.body.total,
        counts.body.counts,
      ];
    };
    expect((await found(`from=2041-06-10&to=2041-06-20${more}`))[0]).toEqual([id]);
    expect(await found(`${begin}=2041-06-20&${end}=2041-06-10${more}`)).toEqual([[], 0, 0, []]);
    await calendar.delete(`/events/${id}?force=true`, { as: 'editor' });
  });

  it.each([
    ['from=2041-06-20&to=2041-06-19', 'en', 'Must not be before “from”.'],
    ['from=2041-06-20 12:00:00&to=2041-06-20 11:59:59&strict_dates=true', 'en', 'Must not be before “from”.'],
    ['from=next week&to=yesterday', 'fr', 'Ne doit pas précéder «\u00a0from\u00a0».'],
  ])('is refused for from and to: %s', async (query, language, message) => {
    for (const path of [`/events?${query}`, `/events/counts?by=day&${query}`, `/events.ics?${query}`])
      expect((await calendar.get(path, { language }).expect(400)).body.data.params).toEqual({ to: message });
  });

  it.each(['from=2041-06-20&to=2041-06-20', 'from=today&to=today', 'from=this weekend&to=this weekend'])(
    'may be one day or one span: %s',
    async (query) => {
      await calendar.get(`/events?${query}`).expect(200);
    },
  );
});

describe('days on which the clocks change', () => {
  let south: TestCalendar;
  beforeAll(async () => {
    // The clocks go from 24:00 back to 23:00 on 3 April 2027, and from 24:00 to 01:00 on 4 September 2027.
    south = await TestCalendar.start({ SITE_TIMEZONE: 'America/Santiago' });
  });
  afterEach(() => south.empty());
  afterAll(() => south.stop());
  const inSouth = makers(() => south);

  it('include an hour that occurs twice', async () => {
    await inSouth.anEvent({ title: 'late', start_date: '2027-04-04T03:10:00Z', end_date: '2027-04-04T03:50:00Z' });
    await inSouth.anEvent({ title: 'next', start_date: '2027-04-04T04:00:00Z', end_date: '2027-04-04T04:00:00Z' });
    const titles = lister(() => south, 'events').names;
    expect(await titles('start_date=2027-04-03&end_date=2027-04-03')).toEqual(['late']);
    expect(await titles('starts_before=2027-04-03')).toEqual(['late']);
    expect(await titles('starts_after=2027-04-03&starts_before=2027-04-04')).toEqual(['next']);
    expect(await titles('from=2027-04-03&to=2027-04-03')).toEqual(['late']);
  });

  it('begin at 01:00 where midnight does not exist', async () => {
    await inSouth.anEvent({ title: 'eve', start_date: '2027-09-05T03:59:59Z', end_date: '2027-09-05T03:59:59Z' });
    await inSouth.anEvent({ title: 'first', start_date: '2027-09-05T04:00:00Z', end_date: '2027-09-05T04:00:00Z' });
    const titles = lister(() => south, 'events').names;
    expect(await titles('start_date=2027-09-05&end_date=2027-09-05')).toEqual(['first']);
    expect(await titles('start_date=2027-09-04&end_date=2027-09-04')).toEqual(['eve']);
  });

  it('end an all-day event at their end', async () => {
    const event = await inSouth.anEvent({ all_day: true, start_date: '2027-04-03', end_date: '2027-04-03' });
    expect(event).toMatchObject({ end_date: '2027-04-03 23:59:59', ends_at: '2027-04-03T23:59:59-04:00' });
    const kept = await south.patch(`/events/${event.id}`, { ...event }, { as: 'administrator' });
    expect(kept.body).toMatchObject({ utc_end_date: '2027-04-04 03:59:59', modified: event.modified });
  });
});

describe('search', () => {
  const listed = group('search', async (tag) => {
    await anEvent({
      tags: tag,
      title: 'L’été à l’Œuvre',
      excerpt: 'Jazz & blues',
      description:
        '<p>A <strong>big</strong> night out in <em title="hidden">Montréal</em>, 100% free_entry</p><p>Encore</p>',
    });
    await anEvent({
      tags: tag,
      title: 'Summer jazz',
      translations: { fr: { title: 'Jazz d’été', excerpt: 'gratuit' } },
    });
    await anEvent({ tags: tag, title: 'STRASSE', description: 'a < b, 50\\50, C:\\path, it\'s "quoted"' });
  });

  it.each([
    ['oeuvre', ['L’été à l’Œuvre']],
    ['ŒUVRE', ['L’été à l’Œuvre']],
    ['ete', ['L’été à l’Œuvre']],
    ["l'ete", ['L’été à l’Œuvre']],
    ['l’été', ['L’été à l’Œuvre']],
    ['straße', ['STRASSE']],
    ['jazz', ['L’été à l’Œuvre', 'Summer jazz']],
    ['JAZZ summer', ['Summer jazz']],
    ['jazz   summer', ['Summer jazz']],
    ['summ azz', ['Summer jazz']],
    ['encore oeuvre blues', ['L’été à l’Œuvre']],
    ['summer blues', []],
    ['"summer jazz"', ['Summer jazz']],
    ['"jazz summer"', []],
    ['“big night out”', ['L’été à l’Œuvre']],
    ['« big night out »', ['L’été à l’Œuvre']],
    ['"a big night" encore', ['L’été à l’Œuvre']],
    ['jazz -summer', ['L’été à l’Œuvre']],
    ['-jazz', ['STRASSE']],
    ['jazz -"jazz & blues"', ['Summer jazz']],
    ['-jazz -strasse', []],
    ['100%', ['L’été à l’Œuvre']],
    ['1%0', []],
    ['%', []],
    ['"%"', ['L’été à l’Œuvre']],
    ['free_entry', ['L’été à l’Œuvre']],
    ['fre_', ['L’été à l’Œuvre']],
    ['"fre_"', []],
    ['_', []],
    ['"_"', ['L’été à l’Œuvre']],
    ['50\\50', ['STRASSE']],
    ['c:\\path', ['STRASSE']],
    ["it's", ['STRASSE']],
    ['"a < b"', ['STRASSE']],
    ['strasse <', ['STRASSE']],
    ['<', []],
    ['"<"', ['STRASSE']],
    ['strong', []],
    ['hidden', []],
    ['encore', ['L’été à l’Œuvre']],
    ['free_entryencore', []],
    ["'); DROP TABLE events; --", []],
    ['😀', []],
  ])('%s', async (text, expected) => {
    expect((await listed(`search=${encodeURIComponent(text)}&orderby=title`)).sort()).toEqual([...expected].sort());
  });

  it('searches the text that is shown, in the language of the request or the fallback', async () => {
    expect(await listed('search=summer', french)).toEqual([]);
    expect(await listed('search=gratuit', french)).toEqual(['Jazz d’été']);
    expect(await listed('search=gratuit')).toEqual([]);
    expect(await listed('search=big night', french)).toEqual(['L’été à l’Œuvre']);
  });

  it.each(['', '%20', '%00', '++'])('without any text (%s) counts as absent', async (text) => {
    expect(await listed(`search=${text}`)).toHaveLength(3);
  });

  it.each(['%22%22', '-', '%2B%2B'])('without any words (%s) finds nothing', async (text) => {
    expect(await listed(`search=${text}`)).toEqual([]);
  });

  it('is limited to one line', async () => {
    expect(await refused(`search=${'x'.repeat(256)}`)).toHaveProperty('search');
    expect(await listed(`search=${encodeURIComponent('é'.repeat(255))}`)).toEqual([]);
  });

  it('requires every word, each counted once', async () => {
    const many = Array.from({ length: 40 }, () => 'jazz').join(' ');
    expect(await listed(`search=${encodeURIComponent(`${many} summer`)}`)).toEqual(['Summer jazz']);
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, 19).join(' ');
    expect(await listed(`search=${encodeURIComponent(`${letters} summer`)}`)).toEqual([]);
  });

  it.each(['/events', '/venues', '/organizers', '/categories', '/tags'])(
    'has at most 20 words, 4 of them excluded, in %s as well',
    async (path) => {
      const words = (count: number, hyphen = '') =>
        Array.from({ length: count }, (_, place) => `${hyphen}word${place}`).join('+');
      await calendar.get(`${path}?search=${words(20)}`).expect(200);
      await calendar.get(`${path}?search=a+${words(4, '-')}`).expect(200);
      for (const search of [words(21), `a+${words(5, '-')}`]) {
        const { body } = await calendar.get(`${path}?search=${search}`, french).expect(400);
        expect(body.data.params).toEqual({
          search:
            'Ne doit pas compter plus de 20 mots et expressions, dont 4 peuvent être exclus par un trait d’union.',
        });
      }
    },
  );

  it('finds changed texts', async () => {
    const { id } = await anEvent({ tags: 'search', title: 'Before' });
    await calendar.patch(`/events/${id}`, { title: 'After' }, editor);
    expect(await listed('search=before')).toEqual([]);
    expect(await listed('search=after', french)).toEqual(['After']);
    await calendar.delete(`/events/${id}?force=true`, editor);
  });
});

describe('categories and tags', () => {
  let music: ApiRecord;
  let jazz: ApiRecord;
  let bebop: ApiRecord;
  let open: ApiRecord;
  beforeAll(async () => {
    music = await aCategory({ name: 'Music', translations: { fr: { name: 'Musique' } } });
    jazz = await aCategory({ name: 'Jazz', parent: music.id });
    bebop = await aCategory({ name: 'Bebop', parent: jazz.id });
    const sport = await aCategory({ name: 'Sport' });
    open = await aTag({ name: 'open air', translations: { fr: { name: 'plein air' } } });
    await anEvent({ title: 'music', categories: [music.id] });
    await anEvent({ title: 'bebop', categories: [bebop.id], tags: [open.id] });
    await anEvent({ title: 'both', categories: [jazz.id, sport.id] });
    await anEvent({ title: 'sport', categories: [sport.id], tags: [open.id] });
  });
  const sorted = async (query: string, options?: RequestOptions) =>
    (await names(`per_page=100&${query}`, options)).sort();

  it('a category includes its descendants', async () => {
    expect(await sorted(`categories=${music.id}`)).toEqual(['bebop', 'both', 'music']);
    expect(await sorted(`categories=${jazz.id}`)).toEqual(['bebop', 'both']);
    expect(await sorted(`categories=${bebop.id}`)).toEqual(['bebop']);
  });

  it('are named by id, or by the slug of either language', async () => {
    for (const options of [{}, french])
      for (const name of ['music', 'musique', 'MUSIQUE'])
        expect(await sorted(`categories=${name}`, options)).toEqual(['bebop', 'both', 'music']);
    expect(await sorted('tags=plein-air')).toEqual(['bebop', 'sport']);
    expect(await sorted('tags=open-air', french)).toEqual(['bebop', 'sport']);
  });

  it('several values of one parameter: events with any of them, each once', async () => {
    expect(await sorted('categories=bebop,sport')).toEqual(['bebop', 'both', 'sport']);
    expect(await sorted(`categories[]=${music.id}&categories=sport`)).toEqual(['bebop', 'both', 'music', 'sport']);
  });

  it('several parameters: events with all of them', async () => {
    expect(await sorted('categories=music&tags=open-air')).toEqual(['bebop']);
  });

  it.each(['categories', 'tags'])('unknown %s are refused and listed', async (name) => {
    const params = await refused(`${name}=nowhere,999999`);
    expect(params[name]).toContain('nowhere');
    expect(params[name]).toContain('999999');
    expect(await refused(`${name}=`)).toHaveProperty(name);
    expect(await refused(`${name}=1,,2`)).toHaveProperty(name);
  });

  it('an id of another resource is unknown', async () => {
    expect(await refused('tags=music')).toHaveProperty('tags');
    expect(await refused('categories=open-air')).toHaveProperty('categories');
  });
});

describe('venue and organizer', () => {
  let hall: ApiRecord;
  let park: ApiRecord;
  let society: ApiRecord;
  beforeAll(async () => {
    [hall, park, society] = [await aVenue(), await aVenue({ venue: 'Park' }), await anOrganizer()];
    await anEvent({ title: 'in both', venue: [hall.id, park.id], organizer: society.id });
    await anEvent({ title: 'in the hall', venue: hall.id });
  });

  it('several ids: events with any of them, each once', async () => {
    expect(await names(`venue=${hall.id}&orderby=id`)).toEqual(['in both', 'in the hall']);
    expect(await names(`venue=${hall.id},${park.id}&orderby=id`)).toEqual(['in both', 'in the hall']);
    expect(await names(`venue=${park.id}`)).toEqual(['in both']);
    expect(await names(`organizer=${society.id}&venue=${hall.id}`)).toEqual(['in both']);
  });

  it('slugs of either language can be mixed with ids; digits are a slug if no record has the id', async () => {
    const city = await aVenue({ venue: 'City Hall', translations: { fr: { venue: 'Hôtel de ville' } } });
    const digits = await aVenue({ venue: '4021' });
    await anEvent({ title: 'at the city hall', venue: city.id });
    await anEvent({ title: 'at 4021', venue: digits.id });
    for (const slug of ['city-hall', 'hotel-de-ville', 'City-Hall'])
      expect(await names(`venue=${slug}`)).toEqual(['at the city hall']);
    expect(await names(`venue=4021`)).toEqual(['at 4021']);
    expect(await names(`venue=city-hall,${park.id}&orderby=id`)).toEqual(['in both', 'at the city hall']);
    expect(await names(`organizer=${society.slug}`)).toEqual(['in both']);
    expect((await refused('venue=city-hall,no-such-hall')).venue).toBe('Unknown: no-such-hall.');
    await aVenue({ venue: 'Secret hall', status: 'draft' });
    expect(await refused('venue=secret-hall')).toHaveProperty('venue');
    expect(await names('venue=secret-hall', editor)).toEqual([]);
  });

  it.each(['venue', 'organizer'])('an unknown %s is refused', async (name) => {
    expect((await refused(`${name}=999999,1`))[name]).toContain('999999');
    for (const bad of ['abc', '0', '-1', '1.5', '', '1,,2', '1e3'])
      expect(await refused(`${name}=${bad}`)).toHaveProperty(name);
  });

  it('a record that the caller may not read is unknown, and a trashed one is unknown to all', async () => {
    const draft = await aVenue({ venue: 'Draft', status: 'draft' });
    const trashed = await anOrganizer({ organizer: 'Trashed' });
    await calendar.delete(`/organizers/${trashed.id}`, editor);
    expect(await refused(`venue=${draft.id}`)).toHaveProperty('venue');
    expect(await names(`venue=${draft.id}`, editor)).toEqual([]);
    expect(await refused(`organizer=${trashed.id}`)).toHaveProperty('organizer');
    expect(await refused(`organizer=${trashed.id}`, editor)).toHaveProperty('organizer');
  });
});

describe('other filters', () => {
  const ids = new Map<string, number>();
  const id = (title: string) => ids.get(title)!;
  let authorId: number;
  const listed = group('others', async (tag) => {
    authorId = (await calendar.get('/me', { as: 'author' })).body.id;
    const make = async (title: string, fields: object = {}, options: RequestOptions = {}) =>
      ids.set(title, (await anEvent({ title, tags: tag, ...fields }, options)).id);
    await make('plain');
    await make('featured', { featured: true });
    await make('ticketed', { ticketed: true, featured: true });
    await make('theirs', {}, { as: 'author' });
    await make('parent');
    await make('child', { post_parent: id('parent') });
    await make('hidden', { hide_from_listings: true });
    await make('their hidden', { hide_from_listings: true }, { as: 'author' });
    await make('old', { start_date: '1999-01-01', end_date: '1999-01-01' });
    await make('draft', { status: 'draft' });
    await make('their draft', { status: 'draft' }, { as: 'author' });
    await make('contribution', { status: 'pending' }, { as: 'contributor' });
    await make('private', { status: 'private' });
    await make('scheduled', { date: '+30 days' });
    await make('trashed');
    await calendar.delete(`/events/${id('trashed')}`, editor);
    await make('their trashed draft', { status: 'draft' }, { as: 'contributor' });
    await calendar.delete(`/events/${id('their trashed draft')}`, editor);
  });
  const shown = ['plain', 'featured', 'ticketed', 'theirs', 'parent', 'child'];
  const inOrder = (query: string, options?: RequestOptions) => listed(`orderby=id&${query}`, options);

  it('none: published events that are not hidden, for all callers', async () => {
    for (const as of [undefined, 'contributor', 'author', 'editor'] as const)
      expect(await inOrder('', as && { as })).toEqual(shown);
  });

  it.each([
    ['true', ['featured', 'ticketed']],
    ['FALSE', ['plain', 'theirs', 'parent', 'child']],
    ['1', ['featured', 'ticketed']],
    ['no', ['plain', 'theirs', 'parent', 'child']],
  ])('featured=%s', async (value, expected) => {
    expect(await inOrder(`featured=${value}`)).toEqual(expected);
  });

  it('ticketed', async () => {
    expect(await inOrder('ticketed=true')).toEqual(['ticketed']);
    expect(await inOrder('ticketed=false&featured=true')).toEqual(['featured']);
  });

  it.each(['featured', 'ticketed', 'strict_dates', 'hide_from_listings'])('%s is true or false', async (flag) => {
    for (const bad of ['', '2', 'maybe']) expect(await refused(`${flag}=${bad}`)).toHaveProperty(flag);
  });

  it('exclude leaves ids out; unknown ids are ignored', async () => {
    const query = `exclude=${id('plain')},999999&exclude[]=${id('child')}`;
    expect(await inOrder(query)).toEqual(['featured', 'ticketed', 'theirs', 'parent']);
  });

  it('author, by id; an account without events has none', async () => {
    expect(await inOrder(`author=${authorId}`)).toEqual(['theirs']);
    expect(await inOrder(`author=${authorId},999999`)).toEqual(['theirs']);
    expect(await inOrder('author=999999')).toEqual([]);
  });

  it('modified_after: changed since, in the zone of the site', async () => {
    expect(await inOrder('modified_after=tomorrow')).toEqual([]);
    expect(await inOrder('modified_after=yesterday')).toEqual(shown);
    const { modified, modified_utc: utc } = (await calendar.get(`/events/${id('plain')}`)).body;
    expect(await inOrder(`include=${id('plain')}&modified_after=${modified}`)).toEqual(['plain']);
    const moment = DateTime.fromSQL(utc, { zone: 'utc' });
    const asked = (seconds: number, fraction: string) =>
      inOrder(
        `include=${id('plain')}&modified_after=${moment.plus({ seconds }).toFormat("yyyy-MM-dd'T'HH:mm:ss")}${fraction}Z`,
      );
    expect(await asked(0, '.999')).toEqual(['plain']);
    expect(await asked(-1, '')).toEqual(['plain']);
    expect(await asked(1, '')).toEqual([]);
  });

  it('post_parent: children of an event that the caller may read', async () => {
    expect(await inOrder(`post_parent=${id('parent')}`)).toEqual(['child']);
    expect(await inOrder(`post_parent=${id('plain')}`)).toEqual([]);
    for (const bad of ['999999', '0', 'abc', '', `${id('draft')}`, `${id('trashed')}`])
      expect(await refused(`post_parent=${bad}`)).toHaveProperty('post_parent');
    expect(await inOrder(`post_parent=${id('draft')}`, editor)).toEqual([]);
  });

  it('hide_from_listings returns hidden events that the caller may edit', async () => {
    expect(await inOrder('hide_from_listings=true')).toEqual([]);
    expect(await inOrder('hide_from_listings=true', { as: 'contributor' })).toEqual([]);
    expect(await inOrder('hide_from_listings=true', { as: 'author' })).toEqual(['their hidden']);
    expect(await inOrder('hide_from_listings=true', editor)).toEqual(['hidden', 'their hidden']);
    expect(await inOrder('hide_from_listings=false', editor)).toEqual(shown);
  });

  it('include selects ids: dates are ignored, hidden events are included, unknown ids are ignored', async () => {
    const query = `include=${id('old')},999999,${id('hidden')},${id('plain')}&start_date=2040-01-01`;
    expect(await inOrder(query)).toEqual(['plain', 'hidden', 'old']);
    expect(await inOrder('include=999999')).toEqual([]);
  });

  it('include grants no access, and other filters still apply', async () => {
    const query = `include=${['draft', 'private', 'trashed', 'featured', 'plain'].map(id).join()}`;
    expect(await inOrder(query)).toEqual(['plain', 'featured']);
    expect(await inOrder(query, editor)).toEqual(['plain', 'featured']);
    expect(await inOrder(`${query}&status=any`, editor)).toEqual(['plain', 'featured', 'draft', 'private']);
    expect(await inOrder(`${query}&featured=true`)).toEqual(['featured']);
    expect(await inOrder(`${query}&exclude=${id('featured')}`)).toEqual(['plain']);
    expect(await inOrder(`include=${id('hidden')},${id('plain')}&hide_from_listings=true`, editor)).toEqual(['hidden']);
  });

  it.each(['include', 'exclude', 'author'])('%s is a list of ids', async (name) => {
    for (const bad of ['', 'abc', '0', '-1', '1.5', '1,', '1;2'])
      expect(await refused(`${name}=${bad}`)).toHaveProperty(name);
  });

  describe('status', () => {
    const drafts = ['draft', 'their draft'];

    it.each([
      [undefined, 401],
      ['reader', 403],
    ] as const)('%s may request publish only', async (as, refusal) => {
      expect(await inOrder('status=publish', as && { as })).toEqual(shown);
      for (const status of ['draft', 'any', 'trash', 'publish,private']) {
        const answer = await list(`status=${status}`, as && { as });
        expect([answer.status, answer.body.code]).toEqual([refusal, 'rest_forbidden']);
        expect(answer.headers['www-authenticate']).toBe(refusal === 401 ? 'Bearer' : undefined);
      }
    });

    it('an unknown status is invalid for all callers', async () => {
      expect(await refused('status=deleted')).toHaveProperty('status');
      expect(await refused('status=')).toHaveProperty('status');
      expect(await refused('status=publish,deleted', editor)).toHaveProperty('status');
    });

    it('callers get only those of the requested records that they may read', async () => {
      expect(await inOrder('status=draft', editor)).toEqual(drafts);
      expect(await inOrder('status=draft', { as: 'author' })).toEqual(['their draft']);
      expect(await inOrder('status=draft', { as: 'contributor' })).toEqual([]);
      expect(await inOrder('status=pending,publish', { as: 'contributor' })).toEqual([...shown, 'contribution']);
      expect(await inOrder('status[]=future&status[]=private', editor)).toEqual(['private', 'scheduled']);
    });

    it('any means all but the trash', async () => {
      const all = [...shown, ...drafts, 'contribution', 'private', 'scheduled'];
      expect(await inOrder('status=any', editor)).toEqual(all);
      expect(await inOrder('status=any', { as: 'author' })).toEqual([...shown, 'their draft']);
      expect(await inOrder('status=any', { as: 'contributor' })).toEqual([...shown, 'contribution']);
      expect(await inOrder('status=any,trash', { as: 'contributor' })).toEqual([
        ...shown,
        'contribution',
        'their trashed draft',
      ]);
    });

    it('trash returns records that the caller may edit', async () => {
      expect(await inOrder('status=trash', editor)).toEqual(['trashed', 'their trashed draft']);
      expect(await inOrder('status=trash', { as: 'author' })).toEqual([]);
      expect(await inOrder('status=trash', { as: 'contributor' })).toEqual(['their trashed draft']);
    });
  });
});

describe('protected events', () => {
  let hall: ApiRecord;
  const secret = {
    password: 'sesame',
    description: 'treasure',
    excerpt: 'jewels',
    cost: '20',
    website: 'https://a.example',
  };
  const listed = group('protected', async (tag) => {
    hall = await aVenue({ venue: 'Cave' });
    const links = { venue: hall.id, tags: tag, image: 'https://a.example/a.png' };
    await anEvent({ title: 'Cave of wonders', ...secret, ...links }, { as: 'author' });
    await anEvent({ title: 'Open', ...links });
  });

  it('show public fields only', async () => {
    const { events } = await page('search=wonders&translations=all');
    const masked = { description: null, excerpt: null, cost: null, cost_details: null, website: null, image: null };
    const unlinked = { categories: [], tags: [], venue: [], organizer: [] };
    const dates = { start_date: '2027-06-21 19:30:00', url: `${ROOT}/en/events/cave-of-wonders` };
    expect(events).toEqual([expect.objectContaining({ ...masked, ...unlinked, ...dates, password_protected: true })]);
    expect(JSON.stringify(events)).not.toMatch(/treasure|jewels|a\.example|sesame/);
  });

  it('are found by their title only', async () => {
    expect(await names('search=cave wonders')).toEqual(['Cave of wonders']);
    expect(await names('search=treasure')).toEqual([]);
    expect(await names('search=cave -treasure')).toEqual(['Cave of wonders']);
    expect(await names('search=treasure', { as: 'author' })).toEqual(['Cave of wonders']);
    expect(await names('search=treasure', editor)).toEqual(['Cave of wonders']);
    expect(await names('search=treasure', { as: 'contributor' })).toEqual([]);
  });

  it('do not match filters on masked fields', async () => {
    expect(await listed()).toEqual(['Open']);
    expect(await listed('', editor)).toEqual(['Cave of wonders', 'Open']);
    expect(await names(`venue=${hall.id}`)).toEqual(['Open']);
    expect(await names(`venue=${hall.id}`, { as: 'author' })).toEqual(['Cave of wonders', 'Open']);
  });
});

describe('order', () => {
  const listed = group('order', async (tag) => {
    const event = (title: string, start: string, end: string, fields: object = {}) =>
      on(title, `2032-01-${start} 10:00:00`, `2032-01-${end} 10:00:00`, { tags: tag, ...fields });
    await event('Éa', '02', '03', { date: '2020-01-03' });
    await event('zz', '01', '09', { date: '2020-01-02' });
    await event('eb', '02', '02', { date: '2020-01-01' });
    await event('EA', '03', '03', { date: '2020-01-03', translations: { fr: { title: 'zzz' } } });
  });

  it.each([
    ['', ['zz', 'Éa', 'eb', 'EA']],
    ['order=asc', ['zz', 'Éa', 'eb', 'EA']],
    ['order=desc', ['EA', 'eb', 'Éa', 'zz']],
    ['orderby=start_date', ['zz', 'Éa', 'eb', 'EA']],
    ['orderby=end_date', ['eb', 'Éa', 'EA', 'zz']],
    ['orderby=title', ['Éa', 'EA', 'eb', 'zz']],
    ['orderby=title&order=desc', ['zz', 'eb', 'EA', 'Éa']],
    ['orderby=date', ['eb', 'zz', 'Éa', 'EA']],
    ['orderby=date&order=desc', ['EA', 'Éa', 'zz', 'eb']],
    ['orderby=modified', ['Éa', 'zz', 'eb', 'EA']],
    ['orderby=id', ['Éa', 'zz', 'eb', 'EA']],
    ['orderby=id&order=desc', ['EA', 'eb', 'zz', 'Éa']],
    ['orderby=include', ['zz', 'Éa', 'eb', 'EA']],
  ])('%s; equal values are sorted by id', async (query, expected) => {
    expect(await listed(`start_date=2032-01-01&${query}`)).toEqual(expected);
  });

  it('orderby=title sorts by the shown title', async () => {
    expect(await listed('start_date=2032-01-01&orderby=title', french)).toEqual(['Éa', 'eb', 'zz', 'zzz']);
  });

  it('orderby=include keeps the order of the ids', async () => {
    const { events } = await page('tags=order&start_date=2032-01-01');
    const ids = events.map(({ id }) => id);
    const wanted = [ids[2], ids[0], ids[3], ids[1]];
    const answered = async (query: string) => (await page(query)).events.map(({ id }) => id);
    expect(await answered(`include=${wanted.join()}&orderby=include`)).toEqual(wanted);
    expect(await answered(`include=${wanted.join()}&orderby=include&order=desc`)).toEqual(wanted.toReversed());
    expect(await answered(`include=${wanted.join()}&orderby=include&per_page=2&page=2`)).toEqual(wanted.slice(2));
  });

  it.each(['rand', 'startUtc', 'event.id', 'start_date;', 'distance', 'title desc', ''])(
    'orderby=%s is refused',
    async (value) => {
      expect(await refused(`orderby=${encodeURIComponent(value)}`)).toHaveProperty('orderby');
    },
  );

  it.each(['up', 'ASC;', ''])('order=%s is refused', async (value) => {
    expect(await refused(`order=${value}`)).toHaveProperty('order');
  });
});

group('paged', async (tag) => {
  for (const title of ['a', 'b', 'c', 'd', 'e'])
    await anEvent({ title, tags: tag, start_date: '2027-06-21', end_date: '2027-06-21' });
});

describe('pages', () => {
  it('have ten events by default', async () => {
    for (let number = 0; number < 6; number += 1) await anEvent({ title: `More ${number}` });
    expect(await page('start_date=2027-01-01')).toMatchObject({ events: { length: 10 } });
  });

  it('contain each event once, and agree in their totals', async () => {
    const all: string[] = [];
    for (const number of [1, 2, 3]) {
      const answer = await list(`tags=paged&per_page=2&page=${number}`);
      all.push(...(answer.body.events as ApiRecord[]).map((event) => String(event.title)));
      expect(answer.body).toMatchObject({ total: 5, total_pages: 3 });
      expect(answer.headers).toMatchObject({ 'x-cal-total': '5', 'x-cal-totalpages': '3' });
    }
    expect(all).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it.each(['0', '-1', '101', '1.5', 'ten', '', '1e1'])('per_page=%s is refused', async (value) => {
    const message = (await refused(`per_page=${value}`)).per_page;
    if (value === '101') expect(message).toContain('100');
  });

  it('per_page=100 is the maximum', async () => {
    expect((await list('per_page=100')).status).toBe(200);
  });

  it('have a maximum that is a setting', async () => {
    const small = await TestCalendar.start({ MAX_PER_PAGE: '10' });
    const answer = await small.get('/events?per_page=11');
    expect(answer.body.data.params.per_page).toContain('10');
    expect((await small.get('/events?per_page=10')).status).toBe(200);
    expect((await small.get('/events')).status).toBe(200);
    await small.stop();
  });

  it.each(['0', '-1', '1.5', 'two', ''])('page=%s is refused', async (value) => {
    expect(await refused(`page=${value}`)).toHaveProperty('page');
  });

  it.each([4, 1000, Number.MAX_SAFE_INTEGER])('page %s is past the end', async (number) => {
    const answer = await list(`tags=paged&per_page=2&page=${number}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'event-archive-page-not-found']);
    const anotherKind = await calendar.get(`/venues?per_page=100&page=${number}`);
    expect([anotherKind.status, anotherKind.body.code]).toEqual([404, 'venue-archive-page-not-found']);
  });

  it('an empty first page is valid', async () => {
    const answer = await list('tags=paged&start_date=2050-01-01&page=1');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ events: [], rest_url: expect.any(String), total: 0, total_pages: 0 });
    expect(answer.headers).toMatchObject({ 'x-cal-total': '0', 'x-cal-totalpages': '0' });
    expect((await list('tags=paged&start_date=2050-01-01&page=2')).status).toBe(404);
  });
});

describe('links', () => {
  const events = `${ROOT}/en/cal/events/v1/events`;

  beforeAll(async () => {
    const category = await aCategory({ name: 'Linked' });
    await anEvent({ categories: [category.id] });
  });

  it('to the next and previous page exist if there is such a page', async () => {
    const first = await page('tags=paged&per_page=2');
    expect(first).toMatchObject({
      rest_url: `${events}?per_page=2&tags=paged`,
      next_rest_url: `${events}?per_page=2&tags=paged&page=2`,
    });
    expect(first).not.toHaveProperty('previous_rest_url');
    const second = await page('tags=paged&per_page=2&page=2');
    expect(second).toMatchObject({ previous_rest_url: `${events}?per_page=2&tags=paged&page=1` });
    const last = await page('tags=paged&per_page=2&page=3');
    expect(last).not.toHaveProperty('next_rest_url');
  });

  it('are also in the Link header', async () => {
    const answer = await list('tags=paged&per_page=2&page=2');
    const link = (number: number, relation: string) =>
      `<${events}?per_page=2&tags=paged&page=${number}>; rel="${relation}"`;
    expect(answer.headers.link).toBe([link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '));
  });

  it('keep every given parameter of the route, and no other', async () => {
    const given = {
      ...{
        per_page: '1',
        search: 'c o&n=c%#+“é” -x',
        start_date: '2027-01-01 00:00:00',
        end_date: '2028-01-01T00:00:00+02:00',
      },
      ...{
        starts_before: '2028-01-01',
        starts_after: 'yesterday',
        ends_before: '2028-01-01',
        ends_after: '1',
        from: '1',
        to: '2028-01-01',
      },
      ...{
        strict_dates: 'no',
        categories: 'linked',
        featured: 'false',
        ticketed: '0',
        status: 'publish',
        orderby: 'title',
        order: 'desc',
      },
      ...{ exclude: '999998,999999', author: '1,2,3,4,5', modified_after: '2020-01-01', hide_from_listings: 'false' },
      ...{ untranslated: 'include', fallback: 'none', translations: 'all', translation_language: 'en' },
    };
    const query = new URLSearchParams({ ...given, fbclid: 'x', namespace: 'y', password: 'z', page: '1' });
    const { rest_url: url } = await page(String(query));
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ ...given, page: '1' });
    expect(url).not.toMatch(/[ +"“é]/);
  });

  it('keep lists in all their spellings', async () => {
    const { rest_url: url } = await page('include=1,2&include[]=3&include[0]=4&categories%5B%5D=linked');
    expect(new URL(url).searchParams.getAll('include')).toEqual(['1,2', '3', '4']);
    expect(new URL(url).searchParams.getAll('categories')).toEqual(['linked']);
  });

  it('keep the root of the path, and a language that was given as a parameter', async () => {
    const answer = await list('tags=paged&per_page=2&translation_language=fr');
    expect(answer.headers['content-language']).toBe('fr');
    const query = 'translation_language=fr&per_page=2&tags=paged';
    expect(answer.body.next_rest_url).toBe(`${events}?${query}&page=2`);
    expect(answer.headers.link).toContain(`<${events}?${query}&page=2>; rel="next"`);
    const inFrench = await page('tags=paged&per_page=2', french);
    expect(inFrench.next_rest_url).toBe(`${ROOT}/fr/cal/events/v1/events?per_page=2&tags=paged&page=2`);
    expect(inFrench.events[0]).toMatchObject({ rest_url: expect.stringContaining('/fr/cal/') });
  });

  it('can be followed with their parameters', async () => {
    const { next_rest_url: next } = await page(
      'tags=paged&per_page=2&search=%22a%22+-%22+b+%22&translation_language=fr',
    );
    expect(next).toBeUndefined();
    const { rest_url: self } = await page(`tags=paged&search=${encodeURIComponent('-éé+ -"x & y"')}`);
    const again = await calendar.raw().get(self.slice(ROOT.length));
    expect(again.body).toMatchObject({ rest_url: self, total: 5 });
  });

  it('are shortened in the header if the query is too long for clients', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => 100_000 + index).join();
    const answer = await list(`exclude=${ids}&per_page=1`);
    expect(answer.status).toBe(200);
    expect(answer.body.next_rest_url).toContain('page=2');
  });

  it('ignore unknown parameters', async () => {
    const odd = 'fbclid=x&__proto__=1&constructor=2&where[id]=1&take=1&event.id=1&toString=1&hasOwnProperty=1';
    expect(await names(`tags=paged&${odd}`)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await page(`tags=paged&${odd}`)).rest_url).toBe(`${events}?tags=paged`);
  });
});

describe('spellings', () => {
  it.each([
    'include=A,B,C',
    'include=A&include=B&include=C',
    'include[]=A&include[]=B&include[]=C',
    'include=A,B&include%5B%5D=C',
    'include=A&include[0]=B&include[7]=C',
    'include=%20A%20,%20B&include=C,C,A',
  ])('%s', async (spelling) => {
    const { events } = await page('tags=paged');
    const id = (letter: string) => String(events['ABC'.indexOf(letter)]!.id);
    expect(await names(`orderby=include&${spelling.replaceAll(/(?<!%5)[ABC]/g, id)}`)).toEqual(['a', 'b', 'c']);
  });

  it('a parameter with one value must be given only once', async () => {
    for (const name of ['page', 'search', 'orderby', 'featured', 'post_parent', 'start_date'])
      expect(await refused(`${name}=1&${name}=2`)).toHaveProperty(name);
  });

  it('parameters with a fixed meaning are refused if they are empty', async () => {
    for (const name of ['untranslated', 'fallback', 'translations', 'translation_language'])
      expect(await refused(`${name}=`)).toHaveProperty(name);
    expect(await refused('untranslated=some')).toHaveProperty('untranslated');
  });
});

describe('languages', () => {
  const listed = group('languages', async (tag) => {
    await anEvent({ title: 'both en', tags: tag, translations: { fr: { title: 'both fr' } } });
    await anEvent({ title: 'only en', tags: tag });
    await anEvent({ title: 'only fr', tags: tag }, french);
  });

  it.each([
    ['', ['both en', 'only en', 'only fr'], ['both fr', 'only en', 'only fr']],
    ['untranslated=include', ['both en', 'only en', 'only fr'], ['both fr', 'only en', 'only fr']],
    ['untranslated=only', ['only fr'], ['only en']],
    ['untranslated=exclude', ['both en', 'only en'], ['both fr', 'only fr']],
    ['fallback=none', ['both en', 'only en'], ['both fr', 'only fr']],
    ['fallback=none&untranslated=include', ['both en', 'only en'], ['both fr', 'only fr']],
    ['fallback=none&untranslated=exclude', ['both en', 'only en'], ['both fr', 'only fr']],
    ['untranslated=exclude&search=only', ['only en'], ['only fr']],
    ['untranslated=only&search=only', ['only fr'], ['only en']],
  ])('%s', async (query, english, inFrench) => {
    expect(await listed(query)).toEqual(english);
    expect(await listed(query, french)).toEqual(inFrench);
    expect(await listed(`${query}&translation_language=fr`)).toEqual(inFrench);
    expect((await page(`tags=languages&per_page=1&${query}`)).total).toBe(english.length);
  });

  it('untranslated=only with fallback=none is refused, since nothing could match', async () => {
    expect(await refused('untranslated=only&fallback=none')).toHaveProperty('untranslated');
    const together = await refused('untranslated=only&fallback=none&order=up&search=-a+-b+-c+-d+-e');
    expect(Object.keys(together)).toEqual(expect.arrayContaining(['order', 'search', 'untranslated']));
  });
});
