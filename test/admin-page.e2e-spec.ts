import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '../src/lib/config/load-settings.js';
import { AdminPage } from '../src/outlets/admin/admin-page.js';
import { scratchFolder } from './support/scratch.js';
import { TestCalendar } from './support/test-calendar.js';

const ASSET = 'index-B1c2D3e4.js';

/** The folder of the page, as `scripts/admin.js` leaves it. */
function builtPage(): string {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'index.html'), `<!doctype html><script src="./assets/${ASSET}"></script>`);
  writeFileSync(join(folder, 'dist', 'assets', ASSET), 'export {};');
  return folder;
}

async function start(folder: string, environment: Record<string, string> = {}): Promise<TestCalendar> {
  const calendar = await TestCalendar.start({ ADMIN_PAGE: 'on', BASE_PATH: '/calendar', ...environment });
  const page = calendar.app.get(AdminPage);
  Object.assign(page, new AdminPage(loadSettings({ ADMIN_PAGE: 'on', ...environment }), folder));
  return calendar;
}

describe('the page, once it is built,', () => {
  let calendar: TestCalendar;

  beforeAll(async () => {
    calendar = await start(builtPage(), { CORS_ORIGINS: 'https://town.example' });
  });

  afterAll(() => calendar.stop());

  it('is at /admin/ below the prefix, and runs its own scripts only', async () => {
    const { status, headers, text } = await calendar.raw().get('/calendar/admin/');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toContain(`./assets/${ASSET}`);
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).toMatch(/connect-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
  });

  it.each(['/calendar/admin', '/calendar/admin?x=1'])('leads %s to the address with a slash', async (path) => {
    const { status, headers } = await calendar.raw().get(path);
    expect([status, headers.location]).toEqual([301, 'admin/']);
  });

  it.each(['/calendar/admin', '/calendar/admin/', '/calendar/Admin/'])(
    'is framed by none, read by no other origin and reached by no other window: %s',
    async (path) => {
      const { headers } = await calendar.raw().get(path).set('Origin', 'https://town.example');
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const preflight = calendar.raw().options(path).set('Origin', 'https://town.example');
      const { headers: allowed } = await preflight.set('Access-Control-Request-Method', 'GET');
      expect(allowed).not.toHaveProperty('access-control-allow-origin');
      const api = await calendar.raw().get('/calendar/en/cal/events/v1/events').set('Origin', 'https://town.example');
      expect(api.headers['access-control-allow-origin']).toBe('https://town.example');
    },
  );

  it('has files that browsers may keep for ever', async () => {
    const { status, headers } = await calendar.raw().get(`/calendar/admin/assets/${ASSET}`);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
  });

  it.each(['none.js', '..%2Findex.html', '..%2f..%2fpackage.json', '.', '%2e%2e', `${ASSET}%00`])(
    'has no file %s',
    async (name) => {
      const { status, body } = await calendar.raw().get(`/calendar/admin/assets/${name}`);
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
    },
  );

  it('is read only, and only below the root', async () => {
    expect((await calendar.raw().post('/calendar/admin/')).status).toBe(405);
    expect((await calendar.raw().head('/calendar/admin/')).status).toBe(200);
    const outside = ['/admin', '/admin/', '/ADMIN/', `/admin/assets/${ASSET}`, '/admin?x=1'];
    for (const path of ['/calendar/fr/admin/', '/calendar/en/admin', ...outside])
      expect((await calendar.raw().get(path)).status).toBe(404);
  });

  it.each(['en', 'fr'])('is linked from the documentation in %s', async (language) => {
    const { text } = await calendar.raw().get(`/calendar/${language}/cal/events/v1/doc`).set('Accept', 'text/html');
    expect(text).toMatch(/<a href="\.\/doc\/(?:\.\.\/){5}admin\/">/);
    expect(text).toContain(language === 'en' ? 'Editor’s page' : 'Page de rédaction');
  });
});

describe('the page, until it is built,', () => {
  it.each([
    [undefined, 'The page is not built.', '60'],
    ['building', 'The page is being prepared', '5'],
    ['failed: npm ci', 'could not be built', '60'],
  ])('says so (%s), and reloads by itself without a script', async (state, message, seconds) => {
    const folder = scratchFolder();
    mkdirSync(folder, { recursive: true });
    if (state) writeFileSync(join(folder, '.build-state'), state);
    const calendar = await start(folder);
    const { status, headers, text } = await calendar.raw().get('/calendar/admin/').set('Accept-Language', 'en');
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, seconds, 'no-store']);
    expect(text).toContain(message);
    expect(text).toContain(`http-equiv="refresh" content="${seconds}"`);
    expect(text).not.toContain('<script');
    const french = await calendar.raw().get('/calendar/admin/').set('Accept-Language', 'fr-CA,en;q=0.5');
    expect([french.headers['content-language'], french.text]).toEqual([
      'fr',
      expect.stringContaining('<html lang="fr">'),
    ]);
    await calendar.stop();
  });
});

describe('ADMIN_PAGE=off', () => {
  it('has no page, and no link to it', async () => {
    const calendar = await TestCalendar.start({ ADMIN_PAGE: 'off' });
    for (const path of ['/admin', '/admin/', '/admin/assets/x.js'])
      expect((await calendar.raw().get(path)).body.code).toBe('rest_no_route');
    const { text } = await calendar.raw().get('/en/cal/events/v1/doc').set('Accept', 'text/html');
    expect(text).not.toContain('admin/');
    await calendar.stop();
  });
});
