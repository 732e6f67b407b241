import { type IncomingMessage } from 'node:http';
import { DateTime } from 'luxon';
import { type Response } from 'supertest';
import { makers } from './support/makers.js';
import { type Environment, TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';

fixPresent();

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const ENVIRONMENT = {
  SITE_URL: 'https://www.example.org',
  BASE_PATH: '/calendar',
  SITE_NAME: 'A & B',
  SITE_NAME_FR: 'A et B',
  SITE_TAGLINE: 'What is <on>',
  SITE_TAGLINE_FR: 'À l’affiche',
  FRAME_ANCESTORS: 'https://city.example, http://localhost:8080',
};

let calendar: TestCalendar;
/** Creates records below the prefix. */
const post: TestCalendar['post'] = (path, body) =>
  calendar
    .raw()
    .post(`/calendar/en/cal/events/v1${path}`)
    .set('Authorization', `Bearer ${calendar.keys.administrator}`)
    .send(body);

const { anEvent, aVenue, aCategory } = makers(() => ({ post }));

beforeAll(async () => {
  calendar = await TestCalendar.start(ENVIRONMENT);
  const venue = await aVenue({ venue: 'Town Hall', city: 'Laval' });
  const category = await aCategory({ name: 'Concerts', translations: { fr: { name: 'Les concerts' } } });
  const texts = { title: 'Jazz', translations: { fr: { title: 'Le jazz' } } };
  await anEvent({ ...texts, venue: [venue.id], categories: [category.id], cost: '0' });
  const walks = await aCategory({ name: 'Walks' });
  const stroll = { start_date: '2027-11-10 10:00', end_date: '2027-11-10 11:00' };
  await anEvent({ title: 'Stroll', categories: [walks.id], ...stroll });
  await anEvent({ title: 'Fair', start_date: '2027-06-28 23:00', end_date: '2027-06-30 02:00', cost: '12' });
  await anEvent({ title: 'Exhibition', start_date: '2027-05-10', end_date: '2027-08-31', all_day: true });
  await anEvent({ title: 'Later', start_date: '2027-09-10 10:00', end_date: '2027-09-10 11:00' });
});

afterAll(() => calendar.stop());

const open = (path: string, headers: Record<string, string> = {}, from = calendar) =>
  from
    .raw()
    .get(path)
    .set({ Accept: BROWSER, ...headers });

/** Runs with a service of other settings. */
async function withSettings(settings: Environment, check: (other: TestCalendar) => Promise<void>): Promise<void> {
  const other = await TestCalendar.start(settings);
  try {
    await check(other);
  } finally {
    await other.stop();
  }
}

/** The parameters that a page of a refusal names. */
const mistakesOf = ({ text }: Response) => [...text.matchAll(/<dt><code>([^<]+)<\/code>/g)].map(([, name]) => name);

describe('GET /', () => {
  it.each(['*/*', 'application/json', 'image/png', 'text/html;q=0.5, application/json'])(
    'returns JSON to clients that accept %s',
    async (accept) => {
      const { status, headers, body } = await calendar.raw().get('/').set('Accept', accept);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=10',
      });
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

  it.each([
    ['/', {}, '/calendar/en'],
    ['/calendar', { 'Accept-Language': 'fr-CA,fr;q=0.9,en;q=0.8' }, '/calendar/fr'],
    ['/calendar/', { 'Accept-Language': 'de' }, '/calendar/en'],
    ['/', { 'Accept-Language': 'en-CA,fr;q=0.5' }, '/calendar/en'],
    ['/', { 'Accept-Language': 'en', Cookie: 'other=1; lang=fr' }, '/calendar/fr'],
    ['/', { 'Accept-Language': 'fr', Cookie: 'lang=de' }, '/calendar/fr'],
    ['/?utm_source=x', {}, '/calendar/en?utm_source=x'],
  ] as [string, Record<string, string>, string][])(
    'leads browsers from %s with %j to %s',
    async (path, headers, to) => {
      const moved = await open(path, headers);
      expect([moved.status, moved.headers.location]).toEqual([302, to]);
      expect(moved.headers['cache-control']).toBe('private, no-store');
      expect(moved.headers.vary!.split(', ')).toEqual(
        expect.arrayContaining(['Accept', 'Accept-Language', 'Cookie', 'Authorization']),
      );
    },
  );

  it('allows reads only', async () => {
    const { status, headers } = await calendar.raw().post('/');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await calendar.raw().head('/')).status).toBe(200);
  });
});

describe('the calendar', () => {
  it.each([
    ['/calendar/en?month=2027-06', 'en', 'June 2027', 'Jazz', '7:30\u00A0p.m.'],
    ['/calendar/fr?month=2027-06', 'fr', 'Juin 2027', 'Le jazz', '19\u00A0h\u00A030'],
    ['/calendar/fr/?month=2027-06', 'fr', 'Juin 2027', 'Le jazz', '19\u00A0h\u00A030'],
  ])('shows a month at %s', async (path, language, heading, title, time) => {
    const { status, headers, text } = await open(path);
    expect([status, headers['content-language']]).toEqual([200, language]);
    expect(text).toContain(`<h1>${heading}</h1>`);
    for (const part of [`>${title}<`, time]) expect(text).toContain(part);
    expect(text).not.toContain('Later');
  });

  it('begins weeks on Sunday, and shows events on each of their days', async () => {
    const { text } = await open('/calendar/en?month=2027-06');
    const [, head = ''] = /<thead>(.*?)<\/thead>/s.exec(text) ?? [];
    expect([...head.matchAll(/title="(\w+)"/g)].map(([, day]) => day).slice(0, 2)).toEqual(['Sunday', 'Monday']);
    const days = [...text.matchAll(/<time datetime="(2027-06-\d\d)" class="number">.*?<\/td>/gs)];
    expect(days).toHaveLength(30);
    expect(days.filter(([cell]) => cell.includes('Fair')).map(([, day]) => day)).toEqual([
      '2027-06-28',
      '2027-06-29',
      '2027-06-30',
    ]);
  });

  it('shows events that last for weeks once, as ongoing', async () => {
    const { text } = await open('/calendar/en?month=2027-06');
    const [, ongoing = ''] = /<section class="ongoing">(.*?)<\/section>/s.exec(text) ?? [];
    expect(ongoing).toMatch(/Ongoing.*Exhibition.*Until August 31, 2027/s);
    expect(text.match(/Exhibition/g)).toHaveLength(1);
  });

  it('shows the first and the last month that dates may have', async () => {
    for (const [month, heading] of [
      ['1000-01', 'January 1000'],
      ['9999-12', 'December 9999'],
    ]) {
      const { status, text } = await open(`/calendar/en?month=${month}`);
      expect([status, text.includes(`<h1>${heading}</h1>`)]).toEqual([200, true]);
    }
  });

  it('lists the events of a month', async () => {
    for (const path of ['/calendar/en', '/calendar/embed']) {
      const { text } = await open(`${path}?view=list&month=2027-06`);
      expect(text).toContain('list-view');
      expect(text).toContain('<h1>June 2027</h1>');
      expect([text.includes('Jazz'), text.includes('Exhibition'), text.includes('Later')]).toEqual([true, true, false]);
    }
    expect((await open('/calendar/fr?view=list&month=2030-01')).text).toContain('Aucun événement en janvier 2030.');
  });

  it('has the filters of extensions, and shows the events near a point in their order', async () => {
    const near = await aVenue({ venue: 'Near', geo_lat: 45.5, geo_lng: -73.6 });
    const farther = await aVenue({ venue: 'Farther', geo_lat: 45.6, geo_lng: -73.6 });
    const on = (day: string) => ({ start_date: `2027-06-${day} 10:00`, end_date: `2027-06-${day} 11:00` });
    await anEvent({ title: 'Second', venue: [near.id], ...on('22') });
    await anEvent({ title: 'First', venue: [farther.id], ...on('21') });
    for (const filter of ['geoloc_bbox=-74,45,-73,46', 'geoloc_lat=45.5&geoloc_lng=-73.6']) {
      const { text } = await open(`/calendar/embed?${filter}&start_date=2027-06-01&end_date=2027-06-30`);
      expect([...text.matchAll(/>(Jazz|First|Second)</g)].map(([, title]) => title)).toEqual(['First', 'Second']);
    }
    const close = await open('/calendar/en?geoloc_lat=45.5&geoloc_lng=-73.6&geoloc_radius=1&month=2027-06');
    expect([close.text.includes('>Second<'), close.text.includes('>First<')]).toEqual([true, false]);
    await withSettings({ ...ENVIRONMENT, EXTENSIONS: '' }, async (other) => {
      await open('/calendar/en?geoloc_bbox=-74,45,-73,46', {}, other).expect(400);
    });
  });

  it('shows a list with the filters of the API', async () => {
    const { text } = await open('/calendar/fr?view=list&from=2027-06-01&to=2027-06-30&price=free');
    expect(text).toContain('Le jazz');
    expect(text).not.toContain('Fair');
    const { text: found } = await open('/calendar/en?view=list&search=laval');
    expect(found).toContain('Jazz');
  });

  it.each(['categories=concerts', 'categories=les-concerts', 'venue=town-hall', 'city=laval'])(
    'narrows the month to %s',
    async (filter) => {
      const { text } = await open(`/calendar/en?month=2027-06&${filter}`);
      expect(text).toContain('Jazz');
      expect(text).not.toContain('Fair');
    },
  );

  it('works as a form without a script, whose empty fields are no filters', async () => {
    const { status, text } = await open('/calendar/en?search=&categories=&month=2027-06');
    expect(status).toBe(200);
    expect(text).toMatch(/<form [^>]*action="\/calendar\/en"[^>]*role="search"/);
    expect(text).toMatch(/<option value="concerts">Concerts<\/option>/);
    // A search leaves the month, which may have nothing of what is coming; one beside a search stays.
    expect(text).not.toContain('type="hidden"');
    const searched = await open('/calendar/en?search=jazz&month=2027-06');
    expect(searched.text).toContain('<input type="hidden" name="month" value="2027-06"/>');
  });

  it.each([
    ['/calendar/en?search=later', 'Upcoming events', '<p class="count">1 result</p>'],
    ['/calendar/fr?categories=concerts', 'Événements à venir', '<p class="count">1 résultat</p>'],
    ['/calendar/en/categories/walks', 'Upcoming events', '<p class="count">1 result</p>'],
    ['/calendar/en?price=paid&city=laval', 'Upcoming events', '<p>No events match these filters.</p>'],
  ])('lists what is coming where a search or filter chooses: %s', async (path, heading, found) => {
    const { text } = await open(path);
    expect(text).toMatch(new RegExp(`<h[12]>${heading}</h[12]>`));
    expect(text).toContain('list-view');
    expect(text).toContain(found);
  });

  it.each([
    ['/calendar/en?search=later&month=2027-06', '<p>No results in June 2027.</p>', 'search=later"', 'One coming event'],
    ['/calendar/fr?view=month&search=jazz&month=2027-06', 'Le jazz', 'search=jazz"', 'Un événement à venir'],
    ['/calendar/en/categories/walks?month=2027-06', 'No results in June 2027.', 'walks"', 'One coming event'],
    ['/calendar/embed?search=later&month=2027-06', 'No results in June', 'search=later&amp;view=list"', 'One coming'],
  ])('leads from a month to all that is coming: %s', async (path, shown, end, label) => {
    const { text } = await open(path);
    expect(text).toContain('month-view');
    expect(text).toContain(shown);
    const [, href] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}`).exec(text)!;
    expect(`${href}"`.endsWith(end)).toBe(true);
    const { text: list } = await open(href!.replaceAll('&amp;', '&'));
    expect([list.includes('list-view'), list.match(/<article/g)?.length]).toEqual([true, 1]);
  });

  it('keeps the month that is asked for while one searches', async () => {
    const { text } = await open('/calendar/en?view=month&search=jazz');
    expect(text).toContain('month-view');
    expect(text).toMatch(/<input type="hidden" name="view" value="month"/);
  });

  it.each([
    ['from=this weekend&to=this weekend', 'This weekend', 'Cette fin de semaine'],
    ['from=tomorrow&to=tomorrow', 'Tomorrow', 'Demain'],
    ['from=2027-06-21&to=2027-06-21', 'Monday, June 21, 2027', 'Lundi 21 juin 2027'],
    ['from=2027-06-21&to=2027-06-30', 'June 21, 2027 to June 30, 2027', 'Du 21 juin 2027 au 30 juin 2027'],
    ['from=2027-06-21', 'From June 21, 2027', 'À partir du 21 juin 2027'],
    ['from=today', 'Upcoming events', 'Événements à venir'],
    ['ends_before=2027-06-30', 'Events', 'Événements'],
    ['view=list', 'Upcoming events', 'Événements à venir'],
  ])('has the days that are shown as its heading: %s', async (query, en, fr) => {
    expect((await open(`/calendar/en?${query}`)).text).toContain(`<h1>${en}</h1>`);
    expect((await open(`/calendar/fr?${query}`)).text).toContain(`<h1>${fr}</h1>`);
  });

  it.each([
    ['concerts', 'concerts', 'Concerts'],
    ['les-concerts', 'concerts', 'Concerts'],
    ['concerts,walks', 'concerts,walks', 'Concerts, Walks'],
    ['Walks', 'Walks', 'Walks'],
  ])('keeps the chosen categories %s in the form', async (given, value, label) => {
    const { text } = await open(`/calendar/en?month=2027-06&categories=${given}`);
    const chosen = [...text.matchAll(/<option value="([^"]*)" selected>([^<]*)</g)].map(([, ...parts]) => parts);
    expect(chosen).toEqual([[value, label]]);
  });

  it('leads to other months and views with the same filters, and to the other language', async () => {
    const { text } = await open('/calendar/en?month=2027-06&search=jazz');
    for (const link of [
      '/calendar/en?month=2027-05&amp;search=jazz',
      '/calendar/en?search=jazz&amp;month=2027-07',
      '/calendar/en?search=jazz&amp;view=list',
    ])
      expect(text.replace(/search=jazz&amp;month=2027-05/, 'month=2027-05&amp;search=jazz')).toContain(
        `href="${link}"`,
      );
    expect(text).toMatch(/class="language" href="\/calendar\/fr\?[^"]*search=jazz/);
  });

  it.each([
    ['/calendar/en?month=2030-01', 'No events in January 2030.'],
    ['/calendar/fr?month=2030-01', 'Aucun événement en janvier 2030.'],
    ['/calendar/en?month=2030-01&search=jazz', 'No results in January 2030.'],
    ['/calendar/fr?search=zzz', 'Aucun résultat pour «\u00A0zzz\u00A0».'],
    ['/calendar/en?view=list&search=zzz', 'No results for “zzz”.'],
    ['/calendar/en?view=list&price=free&from=2029-01-01', 'No events match these filters.'],
  ])('says whether the month or the search is empty: %s', async (path, sentence) => {
    expect((await open(path)).text).toContain(`<p>${sentence}</p>`);
  });

  it('leads from an empty month to the nearest one with events', async () => {
    expect((await open('/calendar/en?month=2027-07&search=later')).text).toContain('Continue in September 2027');
    expect((await open('/calendar/en?month=2027-11&search=later')).text).toContain('Continue in September 2027');
  });

  it('has pages of a long list', async () => {
    const start = { start_date: '2028-02-01 10:00', end_date: '2028-02-01 11:00' };
    for (let number = 1; number <= 25; number += 1) await anEvent({ title: `Talk ${number}`, ...start });
    const first = await open('/calendar/en?view=list&search=talk');
    expect(first.text.match(/<article/g)).toHaveLength(24);
    expect(first.text).toContain('Page 1 of 2');
    const second = await open('/calendar/en?view=list&search=talk&page=2');
    expect(second.text.match(/<article/g)).toHaveLength(1);
    await open('/calendar/en?view=list&search=talk&page=3').expect(404);
  });

  it.each([
    ['categori=1', ['categori']],
    ['venue=nowhere&categories=999', ['venue', 'categories']],
    ['view=week&month=2027-13&price=cheap', ['view', 'month', 'price']],
    ['from=someday', ['from']],
    ['month=2027-06&from=2027-06-01', ['month']],
    ['geoloc_bbox=1,2,3', ['geoloc_bbox']],
  ])('refuses %s with a page that names the mistakes', async (query, names) => {
    for (const language of ['en', 'fr']) {
      const page = await open(`/calendar/${language}?${query}`);
      expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(mistakesOf(page).sort()).toEqual([...names].sort());
      expect(page.text).toContain(language === 'en' ? 'do not work' : 'ne fonctionnent pas');
    }
  });

  it('shows names and taglines of the settings as text', async () => {
    const { text } = await open('/calendar/en');
    expect(text).toContain('<strong>A &amp; B</strong><small>What is &lt;on></small>');
    expect((await open('/calendar/fr')).text).toContain('<small>À l’affiche</small>');
  });

  it.each(['/fr', '/calendar/de', '/calendar/fr/nothing', '/calendar/fr/health/live', '/calendar/fr/embed'])(
    'is not at %s',
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );

  it('keeps the prefix in the addresses of records, whose pages are there', async () => {
    const { body } = await calendar.raw().get('/calendar/en/cal/events/v1/events?search=jazz');
    expect(body.events[0].url).toBe('https://www.example.org/calendar/en/events/jazz');
    await open('/calendar/en/events/jazz').expect(200);
  });
});

describe('the last seven days of a month', () => {
  it('show the next month, too, in the month view that has no month', async () => {
    const zone = { SITE_TIMEZONE: 'UTC' };
    await withSettings(zone, async (other) => {
      const { anEvent: make } = makers(() => other);
      const now = DateTime.utc();
      const next = now.startOf('month').plus({ months: 1, days: 9 });
      const at = { start_date: next.toFormat('yyyy-MM-dd 10:00'), end_date: next.toFormat('yyyy-MM-dd 11:00') };
      await make({ title: 'Next month', ...at });
      const name = next.setLocale('en-CA').toFormat('LLLL yyyy');
      const isNear = now.endOf('month').diff(now, 'days').days < 7;
      const { text } = await open('/en', {}, other);
      expect([text.includes(`<h2>${name}</h2>`), text.includes('>Next month<')]).toEqual([isNear, isNear]);
      const chosen = await open(`/en?month=${now.toFormat('yyyy-MM')}`, {}, other);
      expect(chosen.text).not.toContain('>Next month<');
    });
  });
});

describe('other files', () => {
  it.each(['/favicon.ico', '/calendar/favicon.ico'])('include an icon at %s', async (path) => {
    const { status, headers, body } = await calendar.raw().get(path);
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect(Buffer.from(body).subarray(0, 6).toString('hex')).toBe('000001000100');
  });

  it('point crawlers to the sitemaps, whose pages all exist', async () => {
    const { status, text } = await calendar.raw().get('/robots.txt');
    expect([status, text]).toEqual([200, expect.stringMatching(/^User-agent: \*\nAllow: \/\n/)]);
    const sitemaps = [...text.matchAll(/^Sitemap: https:\/\/www\.example\.org(.*)$/gm)].map(([, path]) => path!);
    expect(sitemaps).toHaveLength(2);
    const { body } = await calendar
      .raw()
      .get(sitemaps[0]!)
      .buffer(true)
      .parse((response, done) => collect(response as unknown as IncomingMessage, done));
    const pages = [...String(body).matchAll(/<loc>https:\/\/www\.example\.org(.*?)<\/loc>/g)].map(([, path]) => path!);
    expect(pages).toContain('/calendar/fr/events/le-jazz');
    for (const path of pages) expect([path, (await open(path)).status]).toEqual([path, 200]);
  });
});

/** Reads a body as text, whatever its type. */
function collect(response: IncomingMessage, done: (error: Error | null, body: string) => void): void {
  let text = '';
  response.on('data', (chunk) => (text += String(chunk)));
  response.on('end', () => done(null, text));
}

describe('the embedded calendar', () => {
  const embed = (query: string) => open(`/calendar/embed?${query}`);

  it.each([
    ['view=month&lang=en', 'en', 'month-view'],
    ['view=list&lang=fr&search=jazz&from=2027-01-01&city=Laval', 'fr', 'list-view'],
    ['', 'en', 'month-view'],
  ])('accepts %s', async (query, language, view) => {
    const { status, headers, text } = await embed(query);
    expect([status, headers['content-language']]).toEqual([200, language]);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(view);
    for (const part of ['<header class="top"', '<footer', '<form']) expect(text).not.toContain(part);
    // To these its script tells its height.
    expect(text).toContain('data-ancestors="https://city.example http://localhost:8080"');
    expect((await open('/calendar/en')).text).not.toContain('data-ancestors');
  });

  it('opens events in a new window, and stays in the frame otherwise', async () => {
    const { text } = await embed('lang=fr&month=2027-06&search=jazz');
    expect(text).toMatch(/href="\/calendar\/fr\/events\/le-jazz"[^>]*target="_blank"/);
    expect(text).toMatch(/href="\/calendar\/embed\?lang=fr&amp;search=jazz&amp;month=2027-07"/);
  });

  it('may be framed by the sites of the settings, and no other page may be framed', async () => {
    const { headers } = await embed('view=list');
    expect(headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/city\.example http:\/\/localhost:8080$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
    for (const path of ['/calendar/en', '/calendar/en/cal/events/v1/doc']) {
      const { headers: own } = await open(path);
      expect(own['content-security-policy']).toMatch(/frame-ancestors 'self'/);
      expect(own['x-frame-options']).toBe('SAMEORIGIN');
    }
  });

  it.each([
    ['view=week&lang=en', 'view'],
    ['view=list&lang=de', 'lang'],
    ['view=list&category=1', 'category'],
    ['from=someday', 'from'],
    ['venue=nowhere', 'venue'],
    ['categories=999999', 'categories'],
  ])('refuses %s', async (query, name) => {
    const page = await embed(query);
    expect([page.status, mistakesOf(page)]).toEqual([400, [name]]);
    expect(page.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/city\.example/);
  });

  it('returns errors in French for French requests', async () => {
    const page = await embed('lang=fr&view=semaine');
    expect([page.headers['content-language'], page.text.includes('Ces filtres')]).toEqual(['fr', true]);
  });
});

describe('settings', () => {
  it('SITE_URL with a path, which a proxy removes: every link and redirect has it', () =>
    withSettings({ SITE_URL: 'https://www.example.org/town' }, async (other) => {
      const event = { title: 'Jazz', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
      const { body } = await other.post('/events', event, { as: 'administrator' }).expect(201);
      await other.patch(`/events/${body.id}`, { slug: 'le-jazz' }, { as: 'administrator' }).expect(200);
      for (const path of ['/en?view=list', '/en/events/le-jazz', '/embed?view=list']) {
        const { status, text } = await open(path, {}, other);
        expect(status).toBe(200);
        const links = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*|\w+:\/\/www\.example\.org[^"]*)"/g)];
        expect(links.length).toBeGreaterThan(5);
        expect(links.filter(([, link]) => !/^(?:\w+:\/\/www\.example\.org)?\/town\//.test(link!))).toEqual([]);
      }
      expect((await open('/', {}, other)).headers.location).toBe('/town/en');
      expect((await open('/en/events/jazz', {}, other)).headers.location).toBe('/town/en/events/le-jazz');
    }));

  it('PAGES=off: no pages, but the embedded calendar', () =>
    withSettings({ PAGES: 'off', SITE_URL: 'https://www.example.org' }, async (other) => {
      const event = { title: 'Alone', start_date: '2027-06-21 10:00', end_date: '2027-06-21 11:00' };
      await other.post('/events', event, { as: 'editor' }).expect(201);
      for (const path of ['/en', '/fr', '/en/events/alone', '/en/tags/x'])
        expect([path, (await open(path, {}, other)).status]).toEqual([path, 404]);
      expect((await open('/', {}, other)).headers['content-type']).toMatch(/^application\/json/);
      expect((await open('/embed?month=2027-06', {}, other)).text).toContain('Alone');
      expect((await other.get('/sitemap.xml')).text).not.toContain('<loc>');
    }));

  it('PAGE_URLS: the pages are elsewhere, and those of this service lead there', () =>
    withSettings({ PAGE_URLS: 'fr.events=https://city.example/agenda/{slug}' }, async (other) => {
      const event = { title: 'Fair', translations: { fr: { title: 'Foire' } } };
      const dates = { start_date: '2027-06-21 10:00', end_date: '2027-06-21 11:00' };
      const { body } = await other.post('/events', { ...event, ...dates }, { as: 'editor' }).expect(201);
      for (const slug of ['foire', 'fair']) {
        const moved = await open(`/fr/events/${slug}`, {}, other);
        expect([moved.status, moved.headers.location]).toEqual([302, 'https://city.example/agenda/foire']);
      }
      await open('/en/events/fair', {}, other).expect(200);
      expect((await open('/fr?month=2027-06', {}, other)).text).toContain('href="https://city.example/agenda/foire"');
      await other.patch(`/events/${body.id}`, { password: 'x' }, { as: 'editor' }).expect(200);
      expect((await open('/fr/events/foire', {}, other)).status).toBe(302);
    }));

  it('PAGES=off with PAGE_URLS: the sitemap lists the pages that exist', () =>
    withSettings({ PAGES: 'off', PAGE_URLS: 'fr.events=https://city.example/{slug}' }, async (other) => {
      const event = { title: 'Fair', translations: { fr: { title: 'Foire' } }, venue: { venue: 'Hall' } };
      const dates = { start_date: '2027-06-21 10:00', end_date: '2027-06-21 11:00' };
      await other.post('/events', { ...event, ...dates }, { as: 'editor' }).expect(201);
      const { text } = await other.get('/sitemap.xml');
      expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page)).toEqual(['https://city.example/foire']);
    }));

  it('THEME_…: colour, font, logo and a style sheet', () =>
    withSettings(
      { THEME_COLOR: '#FF0000', THEME_FONT: '"Source Sans 3", serif', THEME_LOGO: 'https://city.example/logo.svg' },
      async (other) => {
        const { text } = await open('/en', {}, other);
        expect(text).toMatch(/<img src="https:\/\/city\.example\/logo\.svg"[^>]*referrerpolicy="no-referrer"/);
        const [, file] = /href="(\/assets\/[^"]+\.css)"/.exec(text) ?? [];
        const { text: style } = await other.raw().get(file!);
        expect(style).toContain('--font:"Source Sans 3", serif;');
        expect(style).toMatch(/--accent:#[c-f]\w0\w{3};/);
      },
    ));
});
