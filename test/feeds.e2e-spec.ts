import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasExtension, itWith } from './support/extensions.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({
    SITE_NAME: 'Town & <hall>',
    SITE_NAME_FR: 'Mairie',
    SITE_TIMEZONE: 'Europe/Paris',
  });
  await plant();
});

afterAll(() => calendar.stop());

/** An event with all data that feeds have, and with characters that are special in their syntax. */
const TITLE = { en: 'Music & dance: 3 < 4; "all", ]]> 🎉', fr: '=Fête, de "la" musique' };
const ids: Record<string, number> = {};

async function plant(): Promise<void> {
  const venue = await aVenue({
    ...{ venue: 'Grande Salle', address: '1 rue X', zip: '31000', city: 'Toulouse', country: 'France' },
    ...(hasExtension('geoloc') && { geo_lat: 43.6, geo_lng: 1.44 }),
    translations: { fr: { venue: 'La Grande Salle' } },
  });
  const hall = await aVenue({
    venue: 'Hall',
    phone: '+33 1 23',
    ...(hasExtension('geoloc') && { geo_lat: -1, geo_lng: 2.5 }),
  });
  const organizer = await anOrganizer({ organizer: 'Society', email: 'us@example.com', website: 'https://us.example' });
  const [category, tag] = [await aCategory({ name: 'Jazz & co' }), await aTag({ name: 'outdoors' })];
  const text = (code: 'en' | 'fr') => ({
    title: TITLE[code],
    description: `<p>One ${code}<br>two</p>`,
    excerpt: `Short ${code}`,
  });
  const festival = await anEvent({
    ...{ title: undefined, translations: { en: text('en'), fr: text('fr') } },
    ...{ venue: [venue.id, hall.id], organizer: organizer.id, categories: [category.id], tags: [tag.id] },
    ...{ image: 'https://example.com/a.png', cost: '20', date: '2026-01-01 10:00', timezone: 'America/Toronto' },
  });
  const days = { start_date: '2027-07-01', end_date: '2027-07-03', all_day: true, date: '2026-03-01 10:00' };
  const later = await anEvent({ title: 'Days', ...days });
  const offset = await anEvent({ title: 'Offset', timezone: '+05:30', date: '2026-02-01 10:00' });
  const shut = await anEvent({
    title: 'Shut',
    password: 'sesame',
    description: 'Hush',
    venue: hall.id,
    date: '2026-02-02',
  });
  await anEvent({ title: 'Hidden', hide_from_listings: true, venue: hall.id });
  await anEvent({ title: 'Draft', status: 'draft', venue: hall.id });
  Object.assign(ids, {
    festival: festival.id,
    later: later.id,
    offset: offset.id,
    shut: shut.id,
    venue: venue.id,
    hall: hall.id,
  });
}

async function file(path: string, language = 'en') {
  const { status, text, headers, body } = await calendar.get(path, { language }).buffer(true);
  expect([path, status]).toEqual([path, 200]);
  return { text: text ?? String(body), type: headers['content-type'], headers };
}

const NEWEST_FIRST = ['Days', 'Shut', 'Offset'];

describe('feeds for readers', () => {
  it.each([
    ['rss', 'application/rss+xml; charset=utf-8', /<item><title>(.*?)<\/title>/g],
    ['atom', 'application/atom+xml; charset=utf-8', /<entry><title[^>]*>(.*?)<\/title>/g],
  ])('list the latest published events first, as %s, well-formed in both languages', async (name, type, title) => {
    for (const language of ['en', 'fr'] as const) {
      const feed = await file(`/events.${name}`, language);
      expect(feed.type).toBe(type);
      const titles = [...feed.text.matchAll(title)].map(([, found]) => found);
      const escaped = {
        en: 'Music &amp; dance: 3 &lt; 4; &quot;all&quot;, ]]&gt; 🎉',
        fr: '=Fête, de &quot;la&quot; musique',
      };
      expect(titles).toEqual([...NEWEST_FIRST, escaped[language]]);
      expect(feed.text).toContain(language === 'en' ? 'Town &amp; &lt;hall&gt;' : 'Mairie');
      expect(feed.text).not.toMatch(/Hush|Hidden|Draft/);
    }
    const ordered = await file(`/events.${name}?orderby=date&order=asc`);
    expect([...ordered.text.matchAll(title)].at(-1)![1]).toBe('Days');
  });

  it('are JSON for JSON Feed', async () => {
    const feed = await file('/events.jsonfeed?per_page=2', 'fr');
    expect(feed.type).toBe('application/feed+json; charset=utf-8');
    const { items, ...head } = JSON.parse(feed.text);
    expect(head).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Mairie',
      description: expect.stringContaining('nouveautés'),
      home_page_url: 'http://localhost:3000/fr',
      feed_url: 'http://localhost:3000/fr/cal/events/v1/events.jsonfeed?per_page=2',
      next_url: 'http://localhost:3000/fr/cal/events/v1/events.jsonfeed?per_page=2&page=2',
      language: 'fr',
    });
    expect(items.map((item: { title: string }) => item.title)).toEqual(NEWEST_FIRST.slice(0, 2));
    expect(items[0].content_html).toContain('jeudi 1er');
    const [, , , festival] = JSON.parse((await file('/events.jsonfeed')).text).items;
    expect(festival).toMatchObject({
      ...{ title: TITLE.en, summary: 'Short en', image: 'https://example.com/a.png', tags: ['Jazz & co', 'outdoors'] },
      date_published: '2026-01-01T09:00:00Z',
      authors: [{ name: 'Society', url: 'https://us.example' }],
      _event: { starts_at: '2027-06-21T19:30:00-04:00', timezone: 'America/Toronto', all_day: false },
    });
    expect(festival.content_html).toMatch(
      /^<p><strong>Monday, June 21, 2027.*7:30.*Grande Salle, Toulouse.*<p>One en<br \/>two<\/p>$/,
    );
  });
});

describe('a series', () => {
  it('appears once in feeds for readers, unless occurrences are requested', async () => {
    const { id } = await anEvent({ title: 'Weekly', recurrence: 'FREQ=DAILY;COUNT=3', date: '2025-01-01' });
    for (const name of ['rss', 'atom', 'jsonfeed']) {
      const times = async (query: string) =>
        (await file(`/events.${name}?search=weekly${query}`)).text.match(/title(?: xml:lang="en")?(?:>|":")Weekly/g)
          ?.length;
      expect([name, await times(''), await times('&occurrences=all')]).toEqual([name, 1, 3]);
    }
    await calendar.delete(`/events/${id}?force=true`, { as: 'administrator' }).expect(200);
  });

  it('is documented in formats that support series', async () => {
    const { body } = await calendar.get('/doc');
    const parameter = (format: string, name: string) =>
      body.paths[`/cal/events/v1/events.${format}`].get.parameters.find((one: { name: string }) => one.name === name);
    expect(
      [parameter('rss', 'occurrences'), parameter('ics', 'occurrences')].map(({ schema }) => schema.default),
    ).toEqual(['series', 'all']);
    expect([parameter('rss', 'plain_titles'), parameter('ics', 'plain_titles')?.schema.default]).toEqual([
      undefined,
      false,
    ]);
  });
});

describe('the status of an event', () => {
  it.each([
    ['en', 'moved_online', 'Moved online'],
    ['fr', 'moved_online', 'Déplacé en ligne'],
    ['fr', 'cancelled', 'Annulé'],
    ['fr', 'postponed', 'Reporté'],
  ])('comes first, with the reason, in %s: %s', async (language, event_status, words) => {
    const state = { event_status, event_status_reason: 'Strike', hide_from_listings: true };
    const { id } = await anEvent({ title: 'Aside', ...state });
    for (const name of ['rss', 'atom', 'jsonfeed'])
      expect((await file(`/events.${name}?include=${id}`, language)).text).toContain(`${words} – Strike`);
  });

  it('has its own column in CSV, and is in both languages in JSCalendar', async () => {
    const texts = {
      en: { title: 'Aside', event_status_reason: 'Strike' },
      fr: { title: 'Part', event_status_reason: 'Grève' },
    };
    const { id } = await anEvent({
      title: undefined,
      translations: texts,
      event_status: 'cancelled',
      hide_from_listings: true,
    });
    const [head, event] = rows((await file(`/events.csv?include=${id}`)).text);
    expect(event![head!.indexOf('event_status_reason')]).toBe('Strike');
    const { entries } = JSON.parse((await file(`/events.jscal?include=${id}`)).text);
    expect(entries[0]).toMatchObject({
      ...{ title: 'Aside', status: 'cancelled', 'localhost:statusReason': 'Strike' },
      localizations: { fr: { title: 'Part', 'localhost:statusReason': 'Grève' } },
    });
  });
});

describe('the time of an event in words', () => {
  it.each([
    [
      'both clocks of a night in which they are set',
      'en',
      '2027-03-13 22:00',
      '2027-03-14 09:00',
      /10:00 p\.m\. EST–.* 9:00 a\.m\. EDT$/,
    ],
    ['them in French as Quebec has it', 'fr', '2027-03-13 22:00', '2027-03-14 09:00', / 22 h HNE–.* à 9 h HAE$/],
    [
      'both of an hour that comes twice',
      'en',
      '2027-11-07T01:30:00-04:00',
      '2027-11-07T01:30:00-05:00',
      /1:30 a\.m\. EDT–EST$/,
    ],
    ['one clock where they are not set', 'fr', '2027-06-21 19:30', '2027-06-21 22:00', /, 19 h 30–22 h HAE$/],
    ['midnight and minutes as French does', 'fr', '2027-06-21 00:00', '2027-06-22 01:05', / à 0 h–.* à 1 h 05 HAE$/],
  ] as const)('describes %s, in %s', async (_what, language, start_date, end_date, words) => {
    const clock = { timezone: 'America/Toronto', start_date, end_date };
    const { id } = await anEvent({ title: 'Aside', hide_from_listings: true, ...clock });
    const { items } = JSON.parse((await file(`/events.jsonfeed?include=${id}`, language)).text);
    const [, told] = /^<p><strong>(.*)<\/strong>/.exec(items[0].content_html)!;
    expect(told!.replace(/\s*–\s*/g, '–').replace(/\s/g, ' ')).toMatch(words);
  });

  it('uses the English name of a zone that has no French one', async () => {
    const { id } = await anEvent({ title: 'Aside', hide_from_listings: true, timezone: 'Europe/Paris' });
    const { items } = JSON.parse((await file(`/events.jsonfeed?include=${id}`, 'fr')).text);
    expect(items[0].content_html).toContain(' CEST</strong>');
  });
});

/** The rows of a CSV file (RFC 4180). */
function rows(csv: string): string[][] {
  const found: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    found.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === '\r\n') found.push([]);
  }
  return found.slice(0, -1);
}

describe('tables', () => {
  it('have a row for each event, are safe to open, and begin with a byte order mark', async () => {
    const { text, type } = await file('/events.csv', 'fr');
    expect(type).toBe('text/csv; charset=utf-8; header=present');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const [head, ...events] = rows(text);
    const table = events.map((cells) => Object.fromEntries(head!.map((name, place) => [name, cells[place]])));
    expect(table.map(({ title }) => title)).toEqual(['Offset', 'Shut', `'${TITLE.fr}`, 'Days']);
    expect(table[2]).toMatchObject({
      ...{
        id: String(ids['festival']),
        start_date: '2027-06-21 19:30:00',
        timezone: 'America/Toronto',
        all_day: 'false',
      },
      ...{
        venue: 'La Grande Salle; Hall',
        city: 'Toulouse',
        organizer: 'Society',
        categories: 'Jazz & co',
        tags: 'outdoors',
      },
      ...{ description: 'One fr\ntwo', excerpt: 'Short fr', language: 'fr', cost: '20\u00A0$' },
    });
    expect(table[1]).toMatchObject({ title: 'Shut', description: '', venue: '' });
  });

  it('escape formulas, also after line breaks', async () => {
    const { id } = await anEvent({
      title: 'Aside',
      hide_from_listings: true,
      excerpt: '<br /><br />@x',
      description: '<p><br />=1</p>',
    });
    const [head, event] = rows((await file(`/events.csv?include=${id}`)).text);
    const cell = (name: string) => event![head!.indexOf(name)];
    expect([cell('excerpt'), cell('description')]).toEqual(["'@x", "'=1"]);
  });

  it('exist for venues and organizers', async () => {
    const [head, ...venues] = rows((await file('/venues.csv?orderby=id')).text);
    expect(head!.slice(0, 4)).toEqual(['id', 'venue', 'status', 'address']);
    expect(venues.map(([id, venue]) => [id, venue])).toEqual([
      [String(ids['venue']), 'Grande Salle'],
      [String(ids['hall']), 'Hall'],
    ]);
    expect(venues[1]).toContain("'+33 1 23");
    const [, ...organizers] = rows((await file('/organizers.csv')).text);
    expect(organizers.map(([, organizer, , , email]) => [organizer, email])).toEqual([['Society', 'us@example.com']]);
    const wrong = await calendar.get('/venues.csv?only_with_upcoming=maybe');
    expect([wrong.status, wrong.type]).toEqual([400, 'application/json']);
  });
});

describe('data for programs', () => {
  it('is JSON-LD in one graph, with the same data as single events', async () => {
    const { text, type } = await file('/events.jsonld');
    expect(type).toBe('application/ld+json; charset=utf-8');
    const { '@context': context, '@graph': graph } = JSON.parse(text);
    const single = await calendar.get(`/events/${ids['festival']}`);
    const { '@context': _context, ...own } = single.body.json_ld;
    expect([context, graph.length, graph[2]]).toEqual(['https://schema.org', 4, own]);
    expect(JSON.stringify(graph)).not.toMatch(/Hush|sesame/);
  });

  it('is JSCalendar with both languages', async () => {
    const { text, type } = await file('/events.jscal', 'fr');
    expect(type).toBe('application/jscalendar+json;type=group');
    const { entries, ...group } = JSON.parse(text);
    expect(group).toMatchObject({ '@type': 'Group', title: 'Mairie', locale: 'fr' });
    const [offset, shut, festival, days] = entries;
    expect(festival).toMatchObject({
      ...{ '@type': 'Event', locale: 'fr', title: TITLE.fr, timeZone: 'America/Toronto', start: '2027-06-21T19:30:00' },
      ...{ duration: 'PT2H30M', description: '<p>One fr<br />two</p>', descriptionContentType: 'text/html' },
      keywords: { 'Jazz & co': true, outdoors: true },
      participants: { 1: { name: 'Society', email: 'us@example.com' } },
      locations: { 1: { name: 'La Grande Salle' }, 2: { name: 'Hall' } },
      localizations: {
        en: {
          ...{ title: TITLE.en, description: '<p>One en<br />two</p>', descriptionContentType: 'text/html' },
          ...{ 'locations/1/name': 'Grande Salle', 'participants/1/name': 'Society' },
          'locations/1/description': expect.stringMatching(/^Grande Salle, /),
        },
      },
    });
    expect(days).toMatchObject({ showWithoutTime: true, start: '2027-07-01T00:00:00', duration: 'P3D', locale: 'en' });
    expect([days.timeZone, days.localizations]).toEqual([undefined, undefined]);
    expect(offset).toMatchObject({ timeZone: 'Etc/UTC', start: '2027-06-21T14:00:00', duration: 'PT2H30M' });
    expect([shut.title, shut.description, shut.locations]).toEqual(['Shut', undefined, undefined]);
    const ics = (await file('/events.ics')).text;
    for (const { uid } of entries) expect(ics).toContain(`UID:${uid}`);
  });

  itWith('geoloc')('is GeoJSON, a feature for each event and place', async () => {
    const { text, type } = await file('/events.geojson');
    expect(type).toBe('application/geo+json; charset=utf-8');
    const { type: kind, features } = JSON.parse(text);
    expect(kind).toBe('FeatureCollection');
    expect(features.map(({ id, geometry }: { id: string; geometry: object }) => [id, geometry])).toEqual([
      [`${ids['festival']}-${ids['venue']}`, { type: 'Point', coordinates: [1.44, 43.6] }],
      [`${ids['festival']}-${ids['hall']}`, { type: 'Point', coordinates: [2.5, -1] }],
    ]);
    expect(features[0].properties).toMatchObject({
      id: ids['festival'],
      title: TITLE.en,
      venue: { venue: 'Grande Salle' },
    });
    const near = JSON.parse((await file('/events.geojson?geoloc_lat=43.6&geoloc_lng=1.44&geoloc_radius=5')).text);
    expect(near.features).toHaveLength(2);
    expect(JSON.parse((await file('/events.geojson?search=offset')).text).features).toEqual([]);
  });
});

describe('the sitemap', () => {
  it('lists all public pages with their alternates, the same below both roots', async () => {
    const { text, type } = await file('/sitemap.xml');
    expect(type).toBe('application/xml; charset=utf-8');
    expect((await file('/sitemap.xml', 'fr')).text).toBe(text);
    const pages = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page);
    const { body } = await calendar.get(`/events/${ids['festival']}?translations=all`);
    const alternates = body.alternates.map(({ url }: { url: string }) => url);
    expect(pages).toEqual(expect.arrayContaining(alternates));
    expect(pages).toHaveLength(2 + 2 + 2 + 1 + 1);
    expect(pages.join()).not.toMatch(/hidden|draft|shut/);
    const [entry] = text.split('\n').filter((line) => line.startsWith(`<url><loc>${alternates[1]}`));
    const lastmod = `${body.modified_utc.replace(' ', 'T')}Z`;
    const link = (language: string, href: string) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
    expect(entry).toBe(
      `<url><loc>${alternates[1]}</loc><lastmod>${lastmod}</lastmod>` +
        `${link('en', alternates[0])}${link('fr', alternates[1])}${link('x-default', alternates[0])}</url>`,
    );
    const { headers } = await file('/sitemap.xml');
    const same = await calendar.get('/sitemap.xml').set('If-None-Match', headers['etag']!);
    expect(same.status).toBe(304);
    expect((await file('/sitemap-1.xml')).text).toBe(text);
    for (const part of ['2', '0', 'x'])
      expect((await calendar.get(`/sitemap-${part}.xml`)).body.code).toBe('rest_no_route');
  });
});

/** Parses our files with Debian’s libraries, which are independent of our code. */
const CHECK = `
import sys, json, icalendar, feedparser
from lxml import etree
folder = sys.argv[1]
calendar = icalendar.Calendar.from_ical(open(folder + '/events.ics', 'rb').read())
events = [c for c in calendar.walk('VEVENT')]
told = {'ics': [[str(e['SUMMARY']), e.decoded('DTSTART').isoformat(), len(e.errors)] for e in events]}
for name in ('rss', 'atom'):
    feed = feedparser.parse(folder + '/events.' + name)
    told[name] = [bool(feed.bozo), feed.version, feed.feed.title, [e.title for e in feed.entries], [len(e.get('tags', [])) for e in feed.entries]]
tree = etree.parse(folder + '/sitemap.xml')
told['sitemap'] = len(tree.findall('{http://www.sitemaps.org/schemas/sitemap/0.9}url'))
print(json.dumps(told))
`;
import { fixPresent } from './support/present.js';

fixPresent();

const hasParsers = spawnSync('/usr/bin/python3', ['-c', 'import icalendar, feedparser, lxml']).status === 0;

describe('independent parsers', () => {
  const parsed = hasParsers ? it : it.skip;
  const missing = hasParsers
    ? ''
    : ' (left out: python3-icalendar, python3-feedparser, python3-lxml are not all there)';

  parsed(`read our files as they are meant${missing}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formats-'));
    try {
      for (const name of ['events.ics', 'events.rss', 'events.atom', 'sitemap.xml'])
        writeFileSync(join(folder, name), (await file(`/${name}`)).text);
      const told = JSON.parse(execFileSync('/usr/bin/python3', ['-c', CHECK, folder], { encoding: 'utf8' }));
      expect(told.ics).toEqual([
        ['Offset', '2027-06-21T19:30:00+05:30', 0],
        ['Shut', '2027-06-21T19:30:00+02:00', 0],
        [TITLE.en, '2027-06-21T19:30:00-04:00', 0],
        ['Days', '2027-07-01', 0],
      ]);
      const feed = [...NEWEST_FIRST, TITLE.en];
      expect(told.rss.slice(0, 2)).toEqual([false, 'rss20']);
      expect(told.atom.slice(0, 2)).toEqual([false, 'atom10']);
      expect(told.atom[2]).toBe('Town & <hall>');
      expect([told.rss[3].slice(0, 3), told.atom[3]]).toEqual([NEWEST_FIRST, feed]);
      expect([told.rss[4].at(-1), told.atom[4].at(-1)]).toEqual([2, 2]);
      expect(told.sitemap).toBe(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a disabled extension', () => {
  it('has no formats', async () => {
    const without = await TestCalendar.start({ EXTENSIONS: '' });
    const raw = (method: 'get' | 'options' | 'post') => without.raw()[method]('/en/cal/events/v1/events.geojson');
    for (const method of ['get', 'options', 'post'] as const) {
      const { status, body } = await raw(method);
      expect([method, status, body.code]).toEqual([method, 404, 'rest_no_route']);
    }
    const { body } = await without.get('/doc');
    const paths = Object.keys(body.paths).filter((path) => path.includes('/events.'));
    expect([paths.length > 5, paths.some((path) => path.includes('geojson'))]).toEqual([true, false]);
    await without.stop();
  });
});
