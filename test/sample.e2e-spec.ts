import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { loadSettings } from '../src/lib/config/load-settings.js';
import { millisecondsBetween } from '../src/lib/datetime/moment.js';
import { Database } from '../src/database/database.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { EVENTS } from '../src/commands/sample/sample-calendar.js';
import { SampleDays } from '../src/commands/sample/sample-days.js';
import { countNonSample, countSample, fillSample, resetSample } from '../src/commands/sample/sample.js';
import { firstRun } from '../src/commands/sample/first-run.js';
import { itWith } from './support/extensions.js';
import { allResources } from './support/resources.js';
import { scratchFolder } from './support/scratch.js';
import { TestCalendar } from './support/test-calendar.js';

const ALL = '/events?starts_after=2000-01-01&per_page=100';

/** Occurrences of the weekly market after its first one. */
const FURTHER = 7;

interface Listed {
  id: number;
  title: string;
  slug: string;
  description: string | null;
  language: string;
  start_date: string;
  end_date: string;
  starts_at: string;
  timezone: string;
  post_parent: number | null;
  occurrence: { series: number } | null;
  password_protected: boolean;
  all_day: boolean;
  featured: boolean;
  sticky: boolean;
  ticketed: boolean;
  cost: string | null;
  image: { url: string; alt: string | null; sizes: object | null } | null;
  venue: { venue: string }[];
}

describe('the sample', () => {
  let calendar: TestCalendar;
  const listed = async (language: string, as?: 'editor'): Promise<Listed[]> =>
    (await calendar.get(`${ALL}${as ? '&status=any' : ''}`, { language, as })).body.events;

  beforeAll(async () => {
    calendar = await TestCalendar.start();
    // Two starts at once.
    expect((await Promise.all([fillSample(calendar.app), fillSample(calendar.app)])).sort()).toEqual([false, true]);
  });

  afterAll(() => calendar.stop());

  it('exists once, with records of all resources', async () => {
    const counts = await countSample(calendar.app);
    expect(counts).toMatchObject({
      events: EVENTS.length + FURTHER,
      venues: 8,
      organizers: 6,
      categories: 25,
      tags: 12,
    });
    expect(Object.keys(counts)).toEqual(allResources.map(({ plural }) => plural));
    expect(Object.values(counts)).not.toContain(0);
    expect(EVENTS.length + FURTHER).toBeGreaterThanOrEqual(55);
  });

  it('adds nothing to a calendar that has records', async () => {
    expect(await fillSample(calendar.app)).toBe(false);
    expect(await countSample(calendar.app)).toMatchObject({ events: EVENTS.length + FURTHER, venues: 8 });
  });

  it.each(['en', 'fr'])('lists published records in %s, most of them in that language', async (language) => {
    const events = await listed(language);
    // Without the hidden event, the draft and the scheduled one.
    expect(events).toHaveLength(EVENTS.length + FURTHER - 3);
    const own = events.filter((event) => event.language === language);
    expect(own.length).toBeGreaterThan(0.8 * events.length);
    expect(own.length).toBeLessThan(events.length);
  });

  it('lists most of them by default, from today on', async () => {
    const { body } = await calendar.get('/events?per_page=100');
    expect(body.total).toBeGreaterThan(0.75 * (EVENTS.length + FURTHER));
    const days = new SampleDays(new Date(), 'America/Toronto');
    const near = body.events.filter((event: Listed) => event.start_date.slice(0, 10) <= days.date('today+8w'));
    expect(near.length).toBeGreaterThan(40);
    expect(near.some((event: Listed) => event.start_date.startsWith(days.date('today')))).toBe(true);
  });

  it('shows the features of the service', async () => {
    const events = await listed('en');
    for (const flag of ['featured', 'sticky', 'ticketed', 'all_day'] as const)
      expect(events.some((event) => event[flag])).toBe(true);
    expect(new Set(events.map(({ timezone }) => timezone))).toEqual(new Set(['America/Toronto', 'Europe/Paris']));
    expect(events.some(({ cost }) => cost === 'Free')).toBe(true);
    expect(events.some(({ cost }) => cost === '$25 – $35')).toBe(true);
    expect(events.filter(({ post_parent }) => post_parent !== null)).toHaveLength(3 + FURTHER);
    const [market] = events.filter(({ occurrence, id }) => occurrence?.series === id);
    expect(events.filter(({ occurrence }) => occurrence?.series === market!.id)).toHaveLength(1 + FURTHER);
    expect(events.filter(({ password_protected }) => password_protected)).toHaveLength(1);
    expect(events.find(({ title }) => title.startsWith('Works on Paper'))?.all_day).toBe(true);
    const pictures = events.flatMap(({ image }) => image ?? []);
    expect(new Set(pictures.map(({ url }) => url)).size).toBe(9);
    for (const { url, alt, sizes } of pictures) {
      expect([Object.keys(sizes ?? {}), alt]).toEqual([['thumbnail', 'medium', 'large', 'full'], expect.any(String)]);
      await calendar.raw().get(new URL(url).pathname).expect(200);
    }
    const [cancelled, online] = ['event_status=cancelled', 'attendance=online'].map((filter) => `${ALL}&${filter}`);
    // Readers see the status before the reason.
    for (const [language, told] of Object.entries({ en: 'Cancelled – The river', fr: 'Annulé – La rivière' })) {
      const feed = await calendar.get(cancelled!.replace('/events?', '/events.rss?'), { language });
      expect(feed.text).toContain(told);
    }
    expect((await calendar.get(online!)).body.events).toMatchObject([
      { venue: [], online_url: expect.stringMatching(/^https:/) },
    ]);
    const statuses = (await calendar.get(`${ALL}&status=draft,future`, { as: 'editor' })).body.events;
    expect(statuses.map(({ status }: { status: string }) => status).sort()).toEqual(['draft', 'future']);
  });

  it('has an event in the night in which the clocks change', async () => {
    const [night] = (await listed('en')).filter(({ title }) => title.includes('Clocks'));
    const hours = millisecondsBetween(night!.start_date, night!.end_date) / 3_600_000;
    const { body } = await calendar.get(`/events/${night!.id}`);
    expect(hours).toBe(12);
    expect([11, 13]).toContain((Date.parse(body.ends_at) - Date.parse(body.starts_at)) / 3_600_000);
  });

  it('opens the protected event with the password that the command prints', async () => {
    const locked = (await listed('fr')).find(({ password_protected }) => password_protected);
    expect(locked!.description).toBeNull();
    const { body } = await calendar.get(`/events/${locked!.id}?password=belle-rive`, { language: 'fr' });
    expect(body.description).toMatch('mot de passe');
  });

  it('has categories of three levels that lead to its events', async () => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&categories=arts-et-culture', {
      language: 'fr',
    });
    expect(body.total).toBeGreaterThan(10);
    const { categories } = (await calendar.get('/categories?per_page=100', { language: 'fr' })).body;
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Arts et culture', 'Musique', 'Classique']),
    );
  });

  itWith('geoloc')('has places to find events near', async () => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&geoloc_lat=43.64&geoloc_lng=-79.38');
    expect(body.events[0].venue[0].venue).toBe('Lakeview Concert House');
  });

  it('is recognized as the only content, as long as there are no other records', async () => {
    expect(Object.values(await countNonSample(calendar.app))).toEqual(allResources.map(() => 0));
    const [event] = await listed('en');
    expect(await resetSample(calendar.app, 'own')).toBe(true);
    expect((await calendar.get(`/events/${event!.id}`)).status).toBe(404);
    expect(await countSample(calendar.app)).toMatchObject({ events: EVENTS.length + FURTHER, venues: 8 });
  });

  it('is still recognized after its scheduled records were published', async () => {
    const [scheduled] = (await calendar.get(`${ALL}&status=future`, { as: 'editor' })).body.events as Listed[];
    const published = { status: 'publish', revision: 2 } as const;
    await calendar.app.get(Database).write((manager) => manager.update(Event, { id: scheduled!.id }, published));
    expect((await calendar.get(`/events/${scheduled!.id}`)).status).toBe(200);
    expect(await countNonSample(calendar.app)).toMatchObject({ events: 0 });
    expect(await resetSample(calendar.app, 'own')).toBe(true);
  });

  it('does not replace records that others have created or changed', async () => {
    const when = { start_date: '2027-01-01', end_date: '2027-01-01' };
    const editor = { as: 'editor' } as const;
    const [event] = await listed('en');
    const [tag] = (await calendar.get('/tags?search=english&hide_empty=false')).body.tags as Listed[];
    const writes = [
      calendar.post('/events', { title: 'Mine', ...when }, editor),
      calendar.patch(`/events/${event!.id}`, { cost: '5' }, editor),
      // Named like a record of the sample in one language only.
      calendar.post('/events', { title: 'Public Skating', ...when }, editor),
      calendar.post('/venues', { venue: 'Here' }, editor),
      calendar.post('/organizers', { organizer: 'Us' }, editor),
      calendar.post('/categories', { name: 'Ours' }, editor),
      calendar.patch(`/tags/${tag!.id}`, { translations: { fr: { name: 'en anglais' } } }, editor),
    ];
    for (const write of writes) expect((await write).status).toBeLessThan(300);
    const none = Object.fromEntries(allResources.map(({ plural }) => [plural, 0]));
    const others = { ...none, events: 3, venues: 1, organizers: 1, categories: 1, tags: 1 };
    expect(await countNonSample(calendar.app)).toEqual(others);
    const before = await countSample(calendar.app);
    expect(await resetSample(calendar.app, 'own')).toBe(false);
    expect(await countSample(calendar.app)).toEqual(before);
    expect((await calendar.get(`/events/${event!.id}`)).body.cost).toBe('$5');
    expect(await resetSample(calendar.app, 'everything')).toBe(true);
  });

  it('is restored by a complete reset, without other records, and with the same keys', async () => {
    const event = { title: 'Mine', start_date: '2027-01-01', end_date: '2027-01-01', venue: { venue: 'Here' } };
    expect((await calendar.post('/events', event, { as: 'editor' })).status).toBe(201);
    expect(await resetSample(calendar.app, 'everything')).toBe(true);
    expect(await countSample(calendar.app)).toMatchObject({ events: EVENTS.length + FURTHER, venues: 8 });
    expect((await calendar.get('/me', { as: 'editor' })).status).toBe(200);
    expect(JSON.stringify(await listed('en'))).not.toContain('Mine');
  });
});

describe('a start', () => {
  let calendar: TestCalendar;
  const start = async (environment: Record<string, string> = {}, chosen: Record<string, string> = {}) => {
    const said: string[] = [];
    const isGiven = process.env.DATABASE_URL;
    Object.assign(process.env, environment);
    try {
      const settings = loadSettings({ DATABASE_URL: calendar.url, ...chosen });
      await (
        await firstRun(calendar.app, settings, (text) => said.push(text))
      )();
    } finally {
      if (isGiven === undefined) delete process.env.DATABASE_URL;
    }
    return said.join('');
  };

  beforeEach(async () => {
    calendar = await TestCalendar.start();
  });

  afterEach(() => calendar.stop());

  it('with a chosen database adds and prints nothing', async () => {
    expect(await start({ DATABASE_URL: calendar.url })).toBe('');
    expect(await countSample(calendar.app)).toMatchObject({ events: 0 });
  });

  it('names the editor’s page where it is on', async () => {
    expect(await start()).toContain('/admin/');
    expect(await start({}, { ADMIN_PAGE: 'off' })).not.toContain('/admin/');
  });

  it('beside the pictures of a calendar that is gone fills it without pictures, and says what to do', async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, '.calendar'), 'another\n');
    const lines: string[] = [];
    const other = await TestCalendar.start({ IMAGES: folder, LOG_LEVEL: 'info' }, undefined, {
      write: (line) => void lines.push(line),
    });
    try {
      expect(await fillSample(other.app)).toBe(true);
      expect((await other.get('/events?per_page=1').expect(200)).body.events[0].image).toBeNull();
      expect(lines.join('')).toMatch(/holds images of another calendar\. Let IMAGES name another place/);
      expect(lines.join('')).toContain('The sample has no pictures, since they cannot be stored.');
    } finally {
      await other.stop();
    }
  });

  it('without one fills it, and prints where the calendar is; later starts print the same', async () => {
    const first = await start();
    expect(first).toContain('sample');
    for (const path of [
      '/',
      '/en/cal/events/v1',
      '/fr/cal/events/v1',
      '/en/cal/events/v1/doc',
      '/fr/cal/events/v1/doc',
    ])
      expect(first).toContain(`http://localhost:3000${path}`);
    expect(first).toContain('keys -- create');
    const second = await start();
    expect(second).toContain('/fr/cal/events/v1/doc');
    expect(second).not.toContain('cal_');
  });

  it('leaves it empty with SAMPLE=off', async () => {
    expect(await start({}, { SAMPLE: 'off' })).toContain('The calendar:');
    expect(await countSample(calendar.app)).toMatchObject({ events: 0, venues: 0 });
  });

  it('fills it also with disabled extensions', async () => {
    const bare = await TestCalendar.start({ EXTENSIONS: '' });
    try {
      expect(await fillSample(bare.app)).toBe(true);
    } finally {
      await bare.stop();
    }
  });

  it('prints the key of an administrator if there never was one, where no page can open an invitation', async () => {
    const accounts = calendar.app.get(AccountsService);
    const settings: Record<string, string>[] = [{ ADMIN_PAGE: 'off' }, { PASSWORD_SIGN_IN: 'off' }];
    for (const chosen of settings) {
      jest.spyOn(accounts, 'listKeys').mockResolvedValueOnce([]);
      const said = await start({}, { SAMPLE: 'off', ...chosen });
      const key = /cal_\w+/.exec(said)![0];
      expect((await calendar.get('/me', { key })).body).toMatchObject({ role: 'administrator' });
      expect(said.lastIndexOf('http://')).toBeLessThan(said.indexOf(key));
      expect(said.slice(said.indexOf(key) + key.length)).toContain('Create another: npm run --silent keys -- create');
    }
  });
});
