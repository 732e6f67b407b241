import { loadSettings } from '../src/lib/config/load-settings.js';
import { HomePage } from '../src/outlets/home/home-page.js';
import { TestCalendar } from './support/test-calendar.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({
    SITE_URL: 'https://www.example.org',
    BASE_PATH: '/calendar',
    SITE_NAME: 'A & B',
    SITE_NAME_FR: 'A et B',
    SITE_TAGLINE: 'What is <on>',
    SITE_TAGLINE_FR: 'À l’affiche',
    FRAME_ANCESTORS: 'https://city.example, http://localhost:8080',
  });
});

afterAll(() => calendar.stop());

describe('GET /', () => {
  it.each(['*/*', 'application/json', 'image/png', 'text/html;q=0.5, application/json'])(
    'returns JSON to clients that accept %s',
    async (accept) => {
      const { status, headers, body } = await calendar.raw().get('/').set('Accept', accept);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).toEqual({
        name: 'A & B',
        names: { en: 'A & B', fr: 'A et B' },
        roots: { en: 'https://www.example.org/calendar/en', fr: 'https://www.example.org/calendar/fr' },
        docs: {
          en: 'https://www.example.org/calendar/en/cal/events/v1/doc',
          fr: 'https://www.example.org/calendar/fr/cal/events/v1/doc',
        },
        health: {
          live: 'https://www.example.org/calendar/health/live',
          ready: 'https://www.example.org/calendar/health/ready',
        },
      });
    },
  );

  it.each(['/', '/calendar', '/calendar/', '/?lang=fr'])('returns a page to browsers on %s', async (path) => {
    const { status, headers, text } = await calendar.raw().get(path).set('Accept', BROWSER);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-/,
    );
    expect(text).toContain('<span data-text lang="en">A &#38; B</span>');
  });

  it.each(['*/*', BROWSER])('varies by Accept: %s', async (accept) => {
    const { headers } = await calendar.raw().get('/').set('Accept', accept);
    expect(headers.vary!.split(', ')).toEqual(['Authorization', 'Accept-Encoding', 'Accept']);
    expect(headers['cache-control']).toBe('public, max-age=10');
  });

  it('returns 304 to a browser that has the page', async () => {
    const { headers } = await calendar.raw().get('/').set('Accept', BROWSER);
    const again = await calendar.raw().get('/').set({ Accept: BROWSER, 'If-None-Match': headers.etag });
    expect(again.status).toBe(304);
  });

  it('allows reads only', async () => {
    const { status, headers } = await calendar.raw().post('/');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await calendar.raw().head('/')).status).toBe(200);
  });
});

describe('the page in a language', () => {
  it.each([
    ['en', 'A &#38; B', ''],
    ['fr', 'A et B', '/'],
    ['fr', 'A et B', '?utm_source=x'],
  ])('is at /%s', async (language, title, rest) => {
    const { status, headers, text } = await calendar.raw().get(`/calendar/${language}${rest}`).set('Accept', BROWSER);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': language });
    expect(headers.vary).toContain('Accept');
    expect(text).toMatch(new RegExp(`<html\\s+lang="${language}"`));
    expect(text).toContain(`<title>${title}</title>`);
  });

  it('is JSON for other clients, the same as at /', async () => {
    const { body } = await calendar.raw().get('/').set('Accept', '*/*');
    for (const path of ['/calendar/en', '/calendar/fr/']) {
      const { headers, body: same } = await calendar.raw().get(path);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('public, max-age=10');
      expect(same).toEqual(body);
    }
  });

  it.each(['/fr', '/calendar/de', '/calendar/fr/nothing', '/calendar/fr/health/live', '/calendar/fr/embed'])(
    'is not at %s',
    async (path) => {
      expect((await calendar.raw().get(path).set('Accept', BROWSER)).status).toBe(404);
    },
  );

  it('shows the tagline of the settings below the title', async () => {
    const { text } = await calendar.raw().get('/').set('Accept', BROWSER);
    expect(text).toContain('<p data-text lang="en">What is &#60;on&#62;</p>');
    expect(text).toContain('<p data-text lang="fr">À l’affiche</p>');
  });
});

describe('other files', () => {
  it.each(['/favicon.ico', '/calendar/favicon.ico'])('include an icon at %s', async (path) => {
    const { status, headers, body } = await calendar.raw().get(path);
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect(Buffer.from(body).subarray(0, 6).toString('hex')).toBe('000001000100');
  });

  it('point crawlers to the sitemaps', async () => {
    const { status, headers, text } = await calendar.raw().get('/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^User-agent: \*\nAllow: \/\n/);
    const sitemaps = [...text.matchAll(/^Sitemap: https:\/\/www\.example\.org(.*)$/gm)].map(([, path]) => path!);
    expect(sitemaps).toHaveLength(2);
    for (const path of sitemaps) expect((await calendar.raw().get(path)).status).toBe(200);
  });
});

describe('the embedded page', () => {
  const embed = (query: string) => calendar.raw().get(`/calendar/embed?${query}`);

  it.each([
    ['view=month&lang=en', 'en', 'month'],
    ['view=list&lang=fr&categories=1,2&search=jazz&from=today&city=Laval', 'fr', 'list'],
    ['', 'en', 'month'],
  ])('accepts %s', async (query, language, view) => {
    const { status, headers, text } = await embed(query);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': language });
    expect(text).toMatch(new RegExp(`<html\\s+lang="${language}"\\s+data-segment="embed"\\s+data-view="${view}"`));
  });

  it('may be framed by the sites of the settings, and no other page may be framed', async () => {
    const { headers } = await embed('view=list');
    expect(headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/city\.example http:\/\/localhost:8080$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
    for (const path of ['/', '/calendar/en', '/calendar/en/cal/events/v1/doc']) {
      const { headers: own } = await calendar.raw().get(path).set('Accept', BROWSER);
      expect(own['content-security-policy']).toMatch(/frame-ancestors 'self'/);
      expect(own['x-frame-options']).toBe('SAMEORIGIN');
    }
  });

  it('may be framed by no other site by default', () => {
    const { embedPolicy } = new HomePage(loadSettings({ DATABASE_URL: 'sqlite::memory:' }));
    expect(embedPolicy).toMatch(/; frame-ancestors 'none'$/);
  });

  it.each([
    ['view=week&lang=en', 'view', /month, list/],
    ['view=list&lang=de', 'lang', /en, fr/],
    ['view=list&category=1', 'category', /categories/],
    ['from=someday', 'from', /date/],
  ])('refuses %s', async (query, name, message) => {
    const { status, body } = await embed(query);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(body.data.params[name]).toMatch(message);
  });

  it('returns errors in French for French requests', async () => {
    const { headers, body } = await embed('lang=fr&view=semaine');
    expect(headers['content-language']).toBe('fr');
    expect(body.message).toMatch(/^Paramètre/);
  });

  it.each(['*', 'city.example', 'https://city.example/path', 'https://a;b'])(
    'refuses %s as a site in the settings',
    (origin) => {
      expect(() => loadSettings({ FRAME_ANCESTORS: origin })).toThrow(/^ {2}FRAME_ANCESTORS must be origins/m);
    },
  );
});
