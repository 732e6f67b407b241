import { TestCalendar } from './support/test-calendar.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({
    SITE_URL: 'https://www.example.org',
    BASE_PATH: '/calendar',
    SITE_NAME: 'A & B',
    SITE_NAME_FR: 'A et B',
  });
});

afterAll(() => calendar.stop());

describe('the front door', () => {
  it.each(['*/*', 'application/json', 'image/png', 'text/html;q=0.5, application/json'])(
    'answers JSON to whoever accepts %s',
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

  it.each(['/', '/calendar', '/calendar/', '/?lang=fr'])('answers a page to browsers on %s', async (path) => {
    const { status, headers, text } = await calendar.raw().get(path).set('Accept', BROWSER);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-/,
    );
    expect(text).toContain('<span data-text lang="en">A &#38; B</span>');
  });

  it.each(['*/*', BROWSER])('says that the answer depends on what is accepted: %s', async (accept) => {
    const { headers } = await calendar.raw().get('/').set('Accept', accept);
    expect(headers.vary!.split(', ')).toEqual(['Authorization', 'Accept-Encoding', 'Accept']);
    expect(headers['cache-control']).toBe('public, max-age=10');
  });

  it('answers 304 to a browser that has the page', async () => {
    const { headers } = await calendar.raw().get('/').set('Accept', BROWSER);
    const again = await calendar.raw().get('/').set({ Accept: BROWSER, 'If-None-Match': headers.etag });
    expect(again.status).toBe(304);
  });

  it('allows reading alone', async () => {
    const { status, headers } = await calendar.raw().post('/');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await calendar.raw().head('/')).status).toBe(200);
  });
});
