import { LANGUAGES } from '../src/lib/i18n/language.js';
import { lines } from './support/ics.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

const { anEvent } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ FEED_LIMIT: '3', FEED_MAX: '200', SITE_TIMEZONE: 'UTC' });
});

afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const onDay = (days: number, fields: object = {}) =>
  anEvent({ title: `Day ${days}`, start_date: `${day(days)} 10:00`, end_date: `${day(days)} 11:00`, ...fields });
const titles = (file: string) => [...file.matchAll(/^SUMMARY[^:]*:(.*)\r$/gm)].map(([, title]) => title);

describe('a list in another format', () => {
  it('covers 92 days before today and 24 months after it, unless dates are given', async () => {
    for (const days of [-93, -92, -1, 1, 729, 733]) await onDay(days);
    const listed = async (query: string) => titles((await calendar.get(`/events.ics?per_page=20${query}`)).text);
    expect(await listed('')).toEqual(['Day -92', 'Day -1', 'Day 1', 'Day 729']);
    expect(await listed('&strict_dates=true')).toEqual(['Day -92', 'Day -1', 'Day 1', 'Day 729']);
    expect(await listed(`&end_date=${day(740)}`)).toEqual(['Day 1', 'Day 729', 'Day 733']);
    expect(await listed('&from=2000-01-01')).toHaveLength(6);
    expect(await listed('&search=93')).toEqual([]);
  });

  it('has as many records as the setting allows, links to the next page, and refuses more', async () => {
    for (const days of [1, 2, 3, 4, 5]) await onDay(days);
    const answer = await calendar.get('/events.ics?search=day', { language: 'fr' });
    expect(titles(answer.text)).toEqual(['Day 1', 'Day 2', 'Day 3']);
    expect([answer.headers['x-cal-total'], answer.headers['x-cal-totalpages']]).toEqual(['5', '2']);
    const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers['link']!) ?? [];
    expect(next).toBe('http://localhost:3000/fr/cal/events/v1/events.ics?search=day&page=2');
    const rest = await calendar.raw().get(new URL(next!).pathname + new URL(next!).search);
    expect(titles(rest.text)).toEqual(['Day 4', 'Day 5']);
    expect(rest.headers['link']).not.toContain('rel="next"');
    const refused = await calendar.get('/events.ics?per_page=201', { language: 'fr' });
    expect([refused.status, refused.type]).toEqual([400, 'application/json']);
    expect(refused.body.data.params.per_page).toContain('200');
    const past = await calendar.get('/events.ics?page=3');
    expect([past.status, past.body.code]).toEqual([404, 'event-archive-page-not-found']);
  });

  it('links to the next page even if the address is too long to be repeated four times', async () => {
    for (const days of [1, 2, 3]) await onDay(days);
    const relations = async (length: number, page: number) => {
      const given = `search=day&per_page=1&exclude=${'9'.repeat(9)}${',999999999'.repeat(length / 10)}`;
      const { headers } = await calendar.get(`/events.csv?${given}&page=${page}`).expect(200);
      expect(headers['link']?.length ?? 0).toBeLessThan(6001);
      return [...(headers['link'] ?? '').matchAll(/rel="(\w+)"/g)].map(([, relation]) => relation);
    };
    expect(await relations(500, 2)).toEqual(['first', 'prev', 'next', 'last']);
    expect(await relations(1500, 2)).toEqual(['prev', 'next']);
    expect(await relations(2500, 3)).toEqual(['prev']);
    expect(await relations(3500, 1)).toEqual(['next']);
    expect(await relations(7000, 1)).toEqual([]);
  });

  it('always has a component in iCalendar, which programs require, also without events', async () => {
    const { text } = await calendar.get('/events.ics?search=nothing').expect(200);
    expect(text).not.toContain('BEGIN:VEVENT');
    expect(text).toMatch(
      /BEGIN:VTIMEZONE\r\nTZID:Etc\/UTC\r\n[^]*TZOFFSETTO:\+0000\r\n[^]*END:VTIMEZONE\r\nEND:VCALENDAR/,
    );
  });

  it('is returned again only if it has changed, for public and for private responses', async () => {
    const { id } = await onDay(1);
    for (const path of ['/events.ics', `/events/${id}.ics`]) {
      const first = await calendar.get(path);
      const etag = first.headers['etag']!;
      expect([etag, first.headers['cache-control']]).toEqual([expect.stringMatching(/^"/), 'public, max-age=10']);
      const same = await calendar.get(path).set('If-None-Match', etag);
      expect([same.status, same.text]).toEqual([304, '']);
      const secret = await calendar.get(path, { as: 'editor' });
      expect([secret.headers['cache-control'], secret.text]).toEqual(['private, no-store', first.text]);
      await calendar.patch(`/events/${id}`, { title: `Changed ${path}` }, { as: 'editor' });
      const changed = await calendar.get(path).set('If-None-Match', etag);
      expect([changed.status, changed.headers['etag'] === etag]).toEqual([200, false]);
    }
  });

  it('has a file name, for display or download', async () => {
    const { id, slug } = await onDay(1);
    const disposition = async (path: string) => (await calendar.get(path)).headers['content-disposition'];
    expect(await disposition('/events.ics')).toBe('inline; filename="events.ics"');
    expect(await disposition('/events.ics?download=true')).toBe('attachment; filename="events.ics"');
    expect(await disposition(`/events/${id}.ics?download=1`)).toBe(`attachment; filename="${slug}.ics"`);
    expect(await disposition('/sitemap.xml')).toBe('inline; filename="sitemap.xml"');
    expect(await disposition('/sitemap-1.xml?download=true')).toBe('attachment; filename="sitemap-1.xml"');
    expect((await calendar.get('/sitemap.xml?_fields=id')).status).toBe(400);
    const misspelt = await calendar.get('/events.ics?downlaod=1');
    expect(misspelt.status).toBe(400);
  });
});

describe('the routes of formats', () => {
  it('answer HEAD, OPTIONS and other methods like all routes', async () => {
    const { id, slug } = await onDay(1);
    for (const path of ['/events.ics', `/events/${id}.ics`, `/events/by-slug/${slug}.ics`, '/events.ics/']) {
      const [got, head] = [await calendar.get(path), await calendar.send('head', path)];
      expect([head.status, head.text, head.headers['etag']]).toEqual([200, undefined, got.headers['etag']]);
      expect((await calendar.send('options', path)).headers['allow']).toBe('GET, HEAD, OPTIONS');
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        const refused = await calendar.send(method, path, { as: 'editor' }, {});
        expect([refused.status, refused.body.code, refused.headers['allow']]).toEqual([
          ...[405, 'rest_method_not_allowed', 'GET, HEAD, OPTIONS'],
        ]);
      }
    }
  });

  it('exist for known formats only', async () => {
    const { id, slug } = await onDay(1);
    for (const path of ['/events.xyz', `/events/${id}.xyz`, '/categories.ics', '/events/abc.ics', '/events/1.2.ics'])
      expect([path, (await calendar.get(path)).body.code]).toEqual([path, 'rest_no_route']);
    expect((await calendar.get(`/events/by-slug/${slug}.xyz`)).body.code).toBe('rest-event-not-found');
    expect((await calendar.patch(`/events/by-slug/${slug}.xyz`, {}, { as: 'editor' })).status).toBe(404);
  });

  it('ignore case, like all routes', async () => {
    for (const path of ['/eVents.atom', '/Events.ICS', '/VENUES.csv']) await calendar.get(path).expect(200);
  });

  it('return errors as JSON, whatever the suffix', async () => {
    const { id } = await onDay(1);
    const errors = [
      ['/events.ics?start_date=nonsense', 400],
      ['/events.ics?_fields=id', 400],
      [`/events/${id}.ics?_fields=id`, 400],
      ['/events.ics?status=draft', 401],
      ['/events/99.ics', 404],
      ['/events/by-slug/none.ics', 404],
    ] as const;
    for (const [path, status] of errors) {
      const answer = await calendar.get(path, { language: 'fr' });
      expect([path, answer.status, answer.type, answer.body.data.status]).toEqual([
        ...[path, status, 'application/json', status],
      ]);
      expect(answer.headers['content-disposition']).toBeUndefined();
    }
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    expect((await calendar.get(`/events/${id}.ics`)).status).toBe(410);
  });

  it('redirect from a former slug, and accept the slug of the other language', async () => {
    const { slug } = await onDay(1, {
      title: undefined,
      translations: { en: { title: 'Old' }, fr: { title: 'Vieux' } },
    });
    const other = await calendar.get('/events/by-slug/vieux.ics');
    expect(other.headers['content-location']).toBe('http://localhost:3000/en/cal/events/v1/events/by-slug/old.ics');
    await calendar.patch(`/events/by-slug/${slug}`, { slug: 'new' }, { as: 'editor' }).expect(200);
    const moved = await calendar.get('/events/by-slug/old.ics?download=1').redirects(0);
    expect([moved.status, moved.headers['location']]).toEqual([
      ...[301, 'http://localhost:3000/en/cal/events/v1/events/by-slug/new.ics?download=1'],
    ]);
  });

  it('are part of the index and of the documentation in both languages', async () => {
    for (const language of LANGUAGES) {
      const { body: index } = await calendar.get('', { language });
      expect(Object.keys(index.routes)).toEqual(
        expect.arrayContaining(['/cal/events/v1/events.ics', '/cal/events/v1/events/(?P<id>\\d+).ics']),
      );
      expect(index.routes['/cal/events/v1/events.ics'].endpoints[0].args.per_page).toMatchObject({
        ...{ default: 3, maximum: 200 },
      });
      const { body: document } = await calendar.get('/doc', { language });
      const { get } = document.paths['/cal/events/v1/events.ics'];
      expect(get.operationId).toBe('listEventsAsIcs');
      const said = (route: typeof get) =>
        Object.fromEntries(route.parameters.map((parameter: { name: string }) => [parameter.name, parameter]));
      expect(said(get).start_date.description).toContain(language === 'en' ? '92 days ago' : 'il y a 92 jours');
      const { get: news } = document.paths['/cal/events/v1/events.rss'];
      expect([said(news).orderby.schema.default, said(news).order.schema.default]).toEqual(['date', 'desc']);
      expect(said(get).orderby.schema.default).toBe('start_date');
      expect(get.description).toContain(language === 'en' ? 'calendar programs' : 'agendas');
      expect(Object.keys(get.responses['200'].content)).toEqual(['text/calendar; charset=utf-8']);
    }
  });
});

describe('protected events', () => {
  it('are masked in lists, and opened by the password', async () => {
    const { id } = await onDay(1, { description: 'Hush', password: 'sesame' });
    const list = await calendar.get('/events.ics');
    expect([titles(list.text), list.text.includes('Hush')]).toEqual([['Day 1'], false]);
    expect((await calendar.get(`/events/${id}.ics`)).body.code).toBe('event-password-protected');
    const opened = await calendar.get(`/events/${id}.ics?password=sesame`);
    expect([opened.text.includes('Hush'), opened.headers['cache-control']]).toEqual([true, 'private, no-store']);
  });
});

describe('a long list', () => {
  it('is streamed completely, with an ETag like a short one', async () => {
    const description = (number: number) => `<p>${`long text ${number} `.repeat(4_000)}</p>`;
    for (let number = 1; number <= 75; number++) await onDay(number, { description: description(number) });
    const path = '/events.ics?per_page=200';
    const first = await calendar.get(path);
    expect(first.headers['content-length']).toBeUndefined();
    expect(first.text.length).toBeGreaterThan(4 * 1024 * 1024);
    expect([titles(first.text).length, first.text.endsWith('END:VCALENDAR\r\n')]).toEqual([75, true]);
    const told = lines(first.text).filter((line) => line.startsWith('X-ALT-DESC'));
    const whole = (line: string, place: number) => line.endsWith(`:${description(place + 1)}`);
    expect(told.map(whole)).toEqual(Array.from({ length: 75 }, () => true));
    const etag = first.headers['etag']!;
    // For the plain and the compressed bytes.
    expect(etag).toMatch(/^W\//);
    const [packed, same, secret] = [
      await calendar.get(path).set('Accept-Encoding', 'gzip'),
      await calendar.get(path).set('If-None-Match', etag),
      await calendar.get(path, { as: 'administrator' }),
    ];
    expect([packed.headers['content-encoding'], packed.text === first.text]).toEqual(['gzip', true]);
    expect([same.status, same.text]).toEqual([304, '']);
    expect([secret.text === first.text, secret.headers['cache-control']]).toEqual([true, 'private, no-store']);
    const head = await calendar.send('head', path);
    expect([head.status, head.headers['etag'], head.headers['content-length']]).toEqual([200, etag, undefined]);
    // Concurrent requests each get the whole response.
    const several = await Promise.all([calendar.get(path), calendar.get(path), calendar.get(path)]);
    expect(several.map(({ text }) => text === first.text)).toEqual([true, true, true]);
    await onDay(120);
    expect((await calendar.get(path).set('If-None-Match', etag)).status).toBe(200);
  });
});
