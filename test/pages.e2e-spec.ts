import { type Response } from 'supertest';
import { type ApiRecord, makers } from './support/makers.js';
import { itEach, relatedTerms } from './support/resources.js';
import { TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';

fixPresent();

const SITE = 'https://www.example.org';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag, aRecord } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_URL: SITE, SITE_TIMEZONE: 'America/Toronto', SITE_NAME: 'A & <B>' });
});

afterAll(() => calendar.stop());

/** A page below the language in its path, as a browser without a key requests it. */
const open = (path: string, headers: Record<string, string> = {}) =>
  calendar
    .raw()
    .get(path)
    .set({ Accept: BROWSER, ...headers });

const both = (en: string, fr: string) => ({ title: en, translations: { fr: { title: fr } } });

/** The text between the tags of the main part, with single blanks. */
const textOf = ({ text }: Response) =>
  text
    .replace(/^.*<main[^>]*>/s, '')
    .replace(/<\/main>.*$/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

const linkOf = (response: Response, rel: string) =>
  new RegExp(`<link rel="${rel}"[^>]*href="([^"]*)"`).exec(response.text)?.[1];

/** The event whose pages most tests read, with a venue, an organizer and a category. */
let event: ApiRecord;

beforeAll(async () => {
  const venue = await aVenue({
    ...{ venue: 'Town Hall', address: '1 Main Street', city: 'Laval', province: 'Québec', country: 'Canada' },
    translations: { fr: { venue: 'Hôtel de ville' } },
  });
  const organizer = await anOrganizer({ organizer: 'The Society', email: 'society@example.org' });
  const category = await aCategory({ name: 'Concerts & more' });
  event = await anEvent({
    ...both('Summer 1 < 2 & more', 'Concert d’été'),
    ...{
      slug: 'summer-concert',
      cost: '20',
      venue: [venue.id],
      organizer: [organizer.id],
      categories: [category.id],
    },
    ...{ description: '<p>Two <strong>choirs</strong>.</p>', show_map_link: true },
    image: { url: 'https://pictures.example/poster.jpg', alt: 'A choir', width: 800, height: 1200 },
  });
});

describe('the page of an event', () => {
  it('is at the address of the record, in each language', async () => {
    for (const [language, title, day, time, cost] of [
      ['en', 'Summer 1 &lt; 2 &amp; more', 'Monday, June 21, 2027', '7:30\u00A0p.m. to 10\u00A0p.m.', '$20'],
      ['fr', 'Concert d’été', 'Lundi 21 juin 2027', 'de 19\u00A0h\u00A030 à 22\u00A0h', '20\u00A0$'],
    ] as const) {
      const { body } = await calendar.get(`/events/${event.id}`, { language });
      const page = await open(new URL(body.url as string).pathname);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers['content-language']).toBe(language);
      expect(page.text).toContain(`<html lang="${language}">`);
      for (const part of [`>${title}</h1>`, day, time, cost]) expect(page.text).toContain(part);
    }
  });

  it('has the price of its language, also in lists', async () => {
    const costs = { en: 'Pay what you can', fr: 'Contribution volontaire' };
    const { id } = await anEvent({
      ...{ title: undefined, cost: costs.en },
      translations: { en: { title: 'Potluck' }, fr: { title: 'Repas-partage', cost: costs.fr } },
    });
    for (const [language, other] of [
      ['en', 'fr'],
      ['fr', 'en'],
    ] as const) {
      const { body } = await calendar.get(`/events/${id}`, { language });
      for (const path of [new URL(body.url as string).pathname, `/${language}?search=${body.title}&from=2027-01-01`]) {
        const { text } = await open(path);
        expect([text.includes(costs[language]), text.includes(costs[other])]).toEqual([true, false]);
      }
    }
  });

  it('shows place, organizer, category, description and picture, and links to their pages', async () => {
    const page = await open('/en/events/summer-concert');
    for (const path of ['/en/venues/town-hall', '/en/organizers/the-society', '/en/categories/concerts-and-more'])
      expect(page.text).toContain(`href="${path}"`);
    expect(page.text).toContain('<p>Two <strong>choirs</strong>.</p>');
    expect(page.text).toMatch(/<img src="https:\/\/pictures\.example\/poster\.jpg"[^>]*alt="A choir"/);
    expect(page.text).toMatch(/<img [^>]*referrerpolicy="no-referrer"/);
    // A poster is narrower than the page, and leads to the whole picture.
    const link = '<a href="https://pictures.example/poster.jpg" aria-label="The whole picture, A choir">';
    expect(page.text).toContain(`<figure class="tall">${link}<img `);
    expect(textOf(page)).toContain('1 Main Street');
    expect(page.text).toContain('https://www.openstreetmap.org/search?query=');
    expect(page.text).toContain('href="mailto:society@example.org"');
  });

  it('escapes every text', async () => {
    const page = await open('/en/events/summer-concert');
    expect(page.text).toContain('<title>Summer 1 &lt; 2 &amp; more – A &amp; &lt;B></title>');
    expect(page.text).not.toMatch(/1 < 2|<B>/);
  });

  it('is described for search engines and other sites', async () => {
    const page = await open('/fr/events/concert-d-ete');
    expect(linkOf(page, 'canonical')).toBe(`${SITE}/fr/events/concert-d-ete`);
    expect(page.text).toContain(`hreflang="en" href="${SITE}/en/events/summer-concert"`);
    expect(page.text).toContain(`hreflang="x-default" href="${SITE}/en/events/summer-concert"`);
    expect(page.text).toContain('<meta property="og:title" content="Concert d’été"/>');
    expect(page.text).toContain('<meta property="og:image" content="https://pictures.example/poster.jpg"/>');
    expect(page.text).toMatch(/og:image:width" content="\d+"\/><meta property="og:image:height" content="\d+"/);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text) ?? [];
    const { body } = await calendar.get(`/events/${event.id}`, { language: 'fr' });
    expect(JSON.parse(json)).toEqual(body.json_ld);
    expect(page.text).not.toContain('noindex');
  });

  it('leads to calendars: a file, Google and Outlook', async () => {
    const page = await open('/en/events/summer-concert');
    expect(page.text).toContain(`href="/en/cal/events/v1/events/${event.id}.ics?download=true"`);
    expect(page.text).toMatch(
      /calendar\.google\.com\/calendar\/render\?[^"]*dates=20270621T233000Z%2F20270622T020000Z/,
    );
    expect(page.text).toMatch(/outlook\.live\.com\/[^"]*startdt=2027-06-21T19%3A30%3A00-04%3A00/);
    expect((await calendar.raw().get(`/en/cal/events/v1/events/${event.id}.ics?download=true`)).status).toBe(200);
  });

  it('leads to the same event in the other language, and to the events before and after', async () => {
    const page = await open('/en/events/summer-concert');
    expect(page.text).toMatch(/<a class="language" href="\/fr\/events\/concert-d-ete"/);
    const on = (title: string, day: string) => anEvent({ title, start_date: `${day} 10:00`, end_date: `${day} 11:00` });
    const before = await on('Before', '2029-06-20');
    const between = await on('In between', '2029-06-21');
    const same = await on('At the same time', '2029-06-21');
    const later = await open(`/en/events/${between.slug}`);
    expect(later.text).toMatch(new RegExp(`href="/en/events/${before.slug}" rel="prev"`));
    expect(later.text).toMatch(new RegExp(`href="/en/events/${same.slug}" rel="next"`));
    expect((await open(`/en/events/${same.slug}`)).text).toMatch(/href="\/en\/events\/in-between" rel="prev"/);
  });

  it('states what is not as announced, with the reason', async () => {
    const { slug } = await anEvent({
      ...both('Called off', 'Annulation'),
      event_status: 'cancelled',
      event_status_reason: 'Storm',
    });
    expect(textOf(await open(`/en/events/${slug}`))).toMatch(/Cancelled\s+Storm/);
  });

  it('lists the other dates of a series', async () => {
    const dates = { start_date: 'tomorrow 18:30', end_date: 'tomorrow 20:00' };
    const { slug, id } = await anEvent({ title: 'Class', ...dates, recurrence: 'FREQ=DAILY;COUNT=4' });
    const { body } = await calendar.get(`/events?post_parent=${id}&from=today`);
    const page = await open(`/en/events/${slug}`);
    for (const one of body.events) expect(page.text).toContain(new URL(one.url as string).pathname);
    const second = await open(new URL(body.events[1].url as string).pathname);
    expect(second.text).toContain(`href="/en/events/${slug}"`);
  });

  it('is not indexed if the event is hidden from lists', async () => {
    const { slug } = await anEvent({ title: 'Hidden', hide_from_listings: true });
    expect((await open(`/en/events/${slug}`)).text).toContain('<meta name="robots" content="noindex"/>');
  });

  it('has the text of the other language where there is no other, and its canonical address', async () => {
    const { slug } = await anEvent({ title: 'Only in English' });
    const page = await open(`/fr/events/${slug}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1 lang="en">Only in English</h1>');
    expect(linkOf(page, 'canonical')).toBe(`${SITE}/en/events/${slug}`);
  });
});

describe('addresses', () => {
  it('that were left lead to the present one for good', async () => {
    const { id } = await anEvent({ title: 'First name' });
    await calendar.patch(`/events/${id}`, { slug: 'second-name' }, { as: 'editor' }).expect(200);
    const moved = await open('/en/events/first-name?utm_source=x');
    expect([moved.status, moved.headers.location]).toEqual([301, '/en/events/second-name']);
    expect(moved.headers['cache-control']).toBe('public, max-age=10');
    await open('/en/events/second-name').expect(200);
  });

  it('with the slug of the other language lead to that of this one', async () => {
    await anEvent(both('Winter walk', 'Marche d’hiver'));
    const moved = await open('/fr/events/winter-walk');
    expect([moved.status, moved.headers.location]).toEqual([301, '/fr/events/marche-d-hiver']);
  });

  it('that lead nowhere are a page that says so', async () => {
    for (const path of [
      '/en/events/nothing',
      '/fr/venues/nothing',
      '/en/organizers/x',
      '/en/tags/x',
      '/fr/categories/x',
    ]) {
      const page = await open(path);
      expect([path, page.status, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.text).toContain(path.startsWith('/fr') ? 'Page introuvable' : 'Page not found');
      expect(page.headers['cache-control']).toBe('no-store');
    }
  });

  it('of drafts are those of nothing, and of what is in the trash gone', async () => {
    await anEvent({ title: 'A draft', status: 'draft' });
    await open('/en/events/a-draft').expect(404);
    const { id, slug } = await anEvent({ title: 'Removed' });
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    const gone = await open(`/en/events/${slug}`);
    expect([gone.status, textOf(gone)]).toEqual([410, expect.stringContaining('No longer available')]);
  });

  it('are no pages without a language, or with another method', async () => {
    for (const path of ['/events/summer-concert', '/pages', '/pages/events/summer-concert', '/en/pages', '/en/events'])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    await calendar.raw().post('/en/venues/town-hall').expect(405);
    await calendar.raw().head('/en/events/summer-concert').expect(200);
  });

  it('return JSON errors to clients that prefer them', async () => {
    const { body } = await open('/en/events/nothing', { Accept: 'application/json' }).expect(404);
    expect(body.code).toBe('rest-event-not-found');
  });

  it('that no route has are a page for browsers, in the language of the path or of the visitor', async () => {
    for (const [path, headers, title] of [
      ['/fr/nothing', { 'Accept-Language': 'en' }, 'Page introuvable'],
      ['/en/events', { 'Accept-Language': 'fr' }, 'Page not found'],
      ['/nothing', { 'Accept-Language': 'fr-CA,en;q=0.5' }, 'Page introuvable'],
      ['/de/events/x', { 'Accept-Language': 'fr', Cookie: 'lang=en' }, 'Page not found'],
      ['/images/1-x/full.png', {}, 'Page not found'],
      ['/fr/events/%E0%A4%A', {}, 'Page introuvable'],
    ] as const) {
      const page = await open(path, headers).expect(404);
      expect([path, page.headers['content-type']]).toEqual([path, 'text/html; charset=utf-8']);
      expect(textOf(page)).toContain(title);
      expect(page.headers['content-language']).toBe(title === 'Page introuvable' ? 'fr' : 'en');
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
      const { body } = await open(path, { Accept: '*/*' }).expect(404);
      expect(body.code).toBe('rest_no_route');
    }
    for (const path of ['/en/cal/events/v1/nothing', '/cal/events/v1', '/en/cal/events/v1/events.xyz']) {
      const { body } = await open(path).expect(404);
      expect([path, body.code]).toEqual([path, 'rest_no_route']);
    }
  });
});

describe('a page with a key', () => {
  it('shows what the caller may read, and is not kept or indexed', async () => {
    await anEvent({ title: 'A secret plan', status: 'private' });
    await open('/en/events/a-secret-plan').expect(404);
    const page = await open('/en/events/a-secret-plan', { Authorization: `Bearer ${calendar.keys.editor}` });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect(page.text).toContain('<meta name="robots" content="noindex"/>');
    await open('/en/events/a-secret-plan').expect(404);
    await open('/en/events/a-secret-plan', { Authorization: 'Bearer cal_1_x_y' }).expect(401);
  });

  it('shows a venue and an organizer in the trash to who may edit them', async () => {
    const venue = await aVenue({ venue: 'Former barn' });
    const organizer = await anOrganizer({ organizer: 'Former friends' });
    await calendar.delete(`/venues/${venue.id}`, { as: 'editor' }).expect(200);
    await calendar.delete(`/organizers/${organizer.id}`, { as: 'editor' }).expect(200);
    const authorized = { Authorization: `Bearer ${calendar.keys.editor}` };
    for (const [path, name] of [
      [`/en/venues/${venue.slug}`, 'Former barn'],
      [`/en/organizers/${organizer.slug}`, 'Former friends'],
    ] as const) {
      const page = await open(path, authorized);
      expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(name)]);
      await open(path).expect(410);
    }
  });
});

describe('an event with a password', () => {
  let slug: string;

  beforeAll(async () => {
    const locked = await anEvent({ ...both('Locked', 'Fermé'), description: 'The secret text', password: 'sesame' });
    slug = locked.slug;
  });

  const unlock = (password: string, of = slug) =>
    calendar.raw().post(`/en/events/${of}`).type('form').send({ password });

  it('asks for it', async () => {
    const page = await open(`/en/events/${slug}`);
    expect(page.status).toBe(403);
    expect(page.text).toMatch(/<form method="post"[^>]*>.*type="password"/s);
    expect(page.text).not.toContain('secret text');
  });

  it('asks for it in the other language, too', async () => {
    const [, other] = /class="language" href="([^"]+)"/.exec((await open(`/en/events/${slug}`)).text) ?? [];
    const moved = await open(other!);
    expect([moved.status, moved.headers.location]).toEqual([301, '/fr/events/ferme']);
    await open('/fr/events/ferme').expect(403);
  });

  it('opens with it, and keeps nothing', async () => {
    const page = await unlock('sesame');
    expect(page.status).toBe(200);
    expect(page.text).toContain('The secret text');
    expect(page.headers['cache-control']).toBe('private, no-store');
    // The calendar file would need the password in its address.
    expect(page.text).toContain('calendar.google.com');
    expect(page.text).not.toContain('.ics?download');
    await open(`/en/events/${slug}`).expect(403);
  });

  it('refuses another one, and too many tries', async () => {
    const other = await anEvent({ title: 'Locked as well', password: 'sesame' });
    const wrong = await unlock('open', other.slug);
    expect([wrong.status, textOf(wrong)]).toEqual([403, expect.stringContaining('The password is wrong.')]);
    await unlock('', other.slug).expect(403);
    await calendar.raw().post(`/en/events/${other.slug}`).expect(403);
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries += 1) statuses.push((await unlock(`try ${tries}`, other.slug)).status);
    expect(statuses).toContain(429);
  });

  it('accepts none in the address', async () => {
    await open(`/en/events/${slug}?password=sesame`).expect(403);
  });
});

describe('the pages of venues and organizers', () => {
  it('show their coming events', async () => {
    const venue = await aVenue({ venue: 'The Barn', phone: '+1 514 555 0100', website: 'https://barn.example/' });
    const organizer = await anOrganizer({ organizer: 'Barn Friends' });
    const coming = {
      start_date: 'tomorrow 10:00',
      end_date: 'tomorrow 11:00',
      venue: [venue.id],
      organizer: [organizer.id],
    };
    await anEvent({ title: 'Barn dance', ...coming });
    await anEvent({ ...coming, title: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-01' });
    for (const path of [`/en/venues/${venue.slug}`, `/en/organizers/${organizer.slug}`]) {
      const page = await open(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain('href="/en/events/barn-dance"');
      expect(page.text).not.toContain('Long ago');
    }
    const page = await open(`/en/venues/${venue.slug}`);
    for (const part of ['href="tel:+15145550100"', 'href="https://barn.example/"']) expect(page.text).toContain(part);
  });

  it('are listed in alphabetical order if they have coming events, and lead to the list', async () => {
    const barn = await aVenue({ venue: 'Zither hall', city: 'Magog', translations: { fr: { venue: 'Aréna' } } });
    const empty = await aVenue({ venue: 'Empty hall' });
    const organizer = await anOrganizer({ organizer: 'Zither Friends' });
    const coming = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
    await anEvent({ title: 'Zither', ...coming, venue: [barn.id], organizer: [organizer.id] });
    await anEvent({ title: 'Over', start_date: '2020-01-01', end_date: '2020-01-01', venue: [empty.id] });
    const names = (text: string) => [...text.matchAll(/<li><a href="[^"]*">([^<]*)<\/a>(?:<span>([^<]*)<\/span>)?/g)];
    const venues = await open('/en/venues');
    expect(venues.text).toContain('<h1>Venues</h1>');
    const listed = names(venues.text).map(([, name]) => name);
    expect(listed).toContain('Zither hall');
    expect(listed).not.toContain('Empty hall');
    expect(listed).toEqual([...listed].sort((one, other) => one!.localeCompare(other!, 'en')));
    expect(names(venues.text).find(([, name]) => name === 'Zither hall')![2]).toBe('Magog');
    expect((await open('/fr/venues')).text).toMatch(/<h1>Lieux<\/h1>.*href="\/fr\/venues\/arena">Aréna</);
    expect((await open('/fr/organizers')).text).toMatch(/<h1>Organisateurs<\/h1>.*>Zither Friends</);
    expect((await open(`/en/venues/${barn.slug}`)).text).toContain('<a href="/en/venues">Venues</a>');
    expect((await open('/en/venues?page=99')).status).toBe(404);
  });
});

describe('telephone numbers', () => {
  it.each([
    ['819 555-0100', '8195550100'],
    ['+1 (819) 555-0100, poste 3', '+18195550100;ext=3'],
    ['819-555-0100 ext. 42', '8195550100;ext=42'],
  ])('are links on the pages of events: %s', async (phone, dialled) => {
    const organizer = await anOrganizer({ organizer: `Who has ${phone}`, phone });
    const event = await anEvent({ title: 'By telephone', organizer: [organizer.id] });
    expect((await open(`/en/events/${event.slug}`)).text).toContain(`<a href="tel:${dialled}">${phone}</a>`);
  });
});

describe('the button that adds an event to a calendar', () => {
  it.each([
    [{}, 'button'],
    [{ event_status: 'full' }, 'button'],
    [{ event_status: 'cancelled' }, 'button quiet'],
    [{ event_status: 'postponed' }, 'button quiet'],
    [{ start_date: '2020-01-01 10:00', end_date: '2020-01-01 11:00' }, 'button quiet'],
  ])('is the main one where the event takes place: %j', async (more, classes) => {
    const event = await anEvent({ title: 'To add', ...more });
    expect((await open(`/en/events/${event.slug}`)).text).toContain(`<summary class="${classes}">`);
  });
});

describe('the pages of categories and tags', () => {
  it('are the calendar with their events', async () => {
    const parent = await aCategory({ name: 'Arts', translations: { fr: { name: 'Beaux-arts' } } });
    const child = await aCategory({ name: 'Dance', parent: parent.id });
    const tag = await aTag({ name: 'by night' });
    await anEvent({ title: 'Ballet', categories: [child.id], tags: [tag.id] });
    await anEvent({ title: 'Bingo' });
    for (const path of ['/en/categories/arts', '/en/tags/by-night', '/fr/categories/beaux-arts']) {
      const page = await open(`${path}?month=2027-06`);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain('Ballet');
      expect(page.text).not.toContain('Bingo');
    }
    expect((await open('/fr/categories/arts')).headers.location).toBe('/fr/categories/beaux-arts');
  });

  itEach(relatedTerms, 'move with their slugs: %s', async (kind) => {
    const { plural, path } = kind;
    const term = await aRecord(kind, { name: 'First name', translations: { fr: { name: 'Premier nom' } } });
    const event = await anEvent({ title: 'Moved', [kind.field]: [term.id] });
    const change = (body: object) => calendar.patch(`${path}/${term.id}`, body, { as: 'editor' }).expect(200);
    await change({ slug: 'second-name' });
    await change({ translations: { fr: null } });
    for (const [language, former] of [
      ['en', 'first-name'],
      ['fr', 'premier-nom'],
    ] as const) {
      const { status, headers } = await open(`/${language}/${plural}/${former}`);
      expect([status, headers.location]).toEqual([301, `/${language}/${plural}/second-name`]);
    }
    const { body } = await calendar.get(`/events?from=2027-06-01&${kind.field}=first-name`).expect(200);
    expect(body.events).toMatchObject([{ id: event.id }]);
    // A term that takes the slug is found by it.
    const taker = await aRecord(kind, { name: 'Another one', slug: 'first-name' });
    expect((await open(`/en/${plural}/first-name`)).status).toBe(200);
    await calendar.delete(`${path}/${taker.id}`, { as: 'editor' }).expect(200);
    expect((await open(`/en/${plural}/first-name`)).status).toBe(404);
  });
});

describe('caching', () => {
  it('is that of records: an ETag, 304, and a change at once', async () => {
    const { id, slug } = await anEvent({ title: 'Before the change' });
    const first = await open(`/en/events/${slug}`);
    expect(first.headers['cache-control']).toBe('public, max-age=10');
    const again = await open(`/en/events/${slug}`, { 'If-None-Match': first.headers.etag! });
    expect([again.status, again.text]).toEqual([304, '']);
    await calendar.patch(`/events/${id}`, { title: 'After it' }, { as: 'editor' }).expect(200);
    const changed = await open(`/en/events/${slug}`, { 'If-None-Match': first.headers.etag! });
    expect([changed.status, changed.text.includes('After it')]).toEqual([200, true]);
  });

  it('keeps the security headers on responses from the cache', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { headers } = await open('/en/events/summer-concert');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  });

  it('keeps style and script for ever, by names that change with them', async () => {
    const { text } = await open('/en/events/summer-concert');
    const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { status, headers } = await calendar.raw().get(file);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    await calendar.raw().get('/assets/pages-0000000000000000.css').expect(404);
  });

  it('keeps the focal point of a picture visible where lists crop it, also in a frame', async () => {
    const image = 'https://pictures.example/crowd.jpg';
    const days = { start_date: '2031-05-05 10:00', end_date: '2031-05-05 11:00' };
    const crowd = await anEvent({ title: 'Crowd', image, ...days });
    const { id } = (crowd as object as { image: { id: number } }).image;
    const pictures = async (path: string) =>
      [...(await open(path)).text.matchAll(/<img [^>]*crowd\.jpg[^>]*>/g)].join();
    const lists = [
      '/en?view=list&from=2031-05-05',
      '/embed?view=list&from=2031-05-05',
      '/fr?view=list&from=2031-05-05',
    ];
    for (const path of lists) expect(await pictures(path)).not.toMatch(/^$|focus/);
    await calendar.patch(`/images/${id}`, { focus: { x: 0.254, y: 1 } }, { as: 'editor' }).expect(200);
    for (const path of lists) expect(await pictures(path)).toContain('class="focus-x-25 focus-y-100"');
    const { text: page } = await open(lists[0]!);
    const { text: style } = await calendar.raw().get(/href="([^"]+\.css)"/.exec(page)![1]!);
    expect(style).toContain('.focus-x-25{--focus-x:25%}');
    expect(style).toContain('.focus-y-100{--focus-y:100%}');
    expect(style).toContain('object-position: var(--focus-x, 50%) var(--focus-y, 50%)');
  });

  it('needs no style or script inside the page', async () => {
    for (const path of ['/en', '/en/events/summer-concert', '/en/events/nothing', '/embed'])
      expect((await open(path)).text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:src=|ld\+json))/);
  });
});
