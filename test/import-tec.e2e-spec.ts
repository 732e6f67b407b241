import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './support/build.js';
import { ImportFolder } from './support/import-command.js';
import { send, tecEvent, TecSite, tecTerm, tecVenue } from './support/tec-site.js';

let site: TecSite;
let folder: ImportFolder;

beforeAll(() => build(), 300_000);

beforeEach(async () => {
  site = await TecSite.start();
  folder = new ImportFolder();
});

afterEach(async () => {
  await site.stop();
  folder.remove();
});

const moved = (...args: string[]) => folder.import([site.url, '--language', 'en', ...args]);
const ALL = '/events?starts_after=1990-01-01&status=any&translations=all&per_page=100';

const HALL = tecVenue(6, 'Grand Hall', { description: '<p>Big &#038; old</p>' });
const MUSIC = tecTerm(2, 'Music');
const JAZZ = tecTerm(3, 'Jazz &amp; Blues', { slug: 'jazz', parent: 2 });

/** An event with all fields. */
const full = tecEvent(31, {
  title: 'Full <em>Event</em> &#038; more',
  description: '<p>Hello <script>alert(1)</script>world</p>\n<p>Second para</p>',
  excerpt: '<p>Short</p>',
  slug: 'full-event',
  image: { url: 'https://old.example/poster.jpg', id: 8, extension: 'jpg', width: 10, height: 10 },
  start_date: '2027-12-05 20:00:00',
  end_date: '2027-12-05 23:30:00',
  timezone: 'Europe/Paris',
  cost: '$25 &#8211; $30',
  website: 'https://event.example.com/x?y=1',
  show_map: true,
  sticky: true,
  featured: true,
  categories: [JAZZ, MUSIC],
  tags: [tecTerm(10, 'Free')],
  venue: HALL,
  organizer: [
    {
      id: 23,
      organizer: 'Bob &#038; Co',
      slug: 'bob-co',
      email: 'bob@example.com',
      phone: '555-0101',
      website: 'no address',
    },
  ],
});

describe('a site with The Events Calendar', () => {
  it('is imported completely, and again without changes', async () => {
    site.lists = {
      categories: [MUSIC, JAZZ],
      tags: [tecTerm(10, 'Free')],
      venues: [HALL, tecVenue(7, 'Empty Hall')],
      organizers: [],
    };
    site.events = [
      full,
      tecEvent(32, {
        all_day: true,
        start_date: '2019-01-02 00:00:00',
        end_date: '2019-01-03 23:59:59',
        venue: [HALL],
      }),
      tecEvent(33, { timezone: 'UTC-5', start_date: '2027-01-02 10:00:00', end_date: '2027-01-02 11:00:00' }),
    ];
    const first = await moved();
    expect(first).toEqual({
      status: 0,
      stderr: '',
      lines: [
        'created: 3 records, 3 events, 2 venues, 1 organizer, 2 categories, 1 tag',
        'updated: 0 records, 0 events',
        'unchanged: 0 records, 0 events',
        'refused: 0 records',
      ],
    });
    await folder.inCalendar(async (calendar) => {
      const { body } = await calendar.get('/events/by-slug/full-event').expect(200);
      expect(body).toMatchObject({
        title: 'Full Event & more',
        description: '<p>Hello world</p>\n<p>Second para</p>',
        image: { url: 'https://old.example/poster.jpg' },
        start_date: '2027-12-05 20:00:00',
        timezone: 'Europe/Paris',
        cost_details: { values: ['25', '30'] },
        website: 'https://event.example.com/x?y=1',
        ...{ show_map: true, sticky: true, featured: true, date_utc: '2026-10-01 13:00:00' },
        venue: [{ venue: 'Grand Hall', description: '<p>Big &amp; old</p>', province: 'ON', slug: 'grand-hall' }],
        organizer: [{ organizer: 'Bob & Co', email: 'bob@example.com', website: null }],
      });
      const { categories } = (await calendar.get('/categories')).body;
      const [jazz, music] = categories;
      expect([jazz.name, jazz.slug, jazz.parent]).toEqual(['Jazz & Blues', 'jazz', music.id]);
      const { events } = (await calendar.get(ALL, { as: 'editor' })).body;
      expect(
        events.map((event: Record<string, unknown>) => [
          event.start_date,
          event.end_date,
          event.timezone,
          event.website,
        ]),
      ).toEqual([
        ['2019-01-02 00:00:00', '2019-01-03 23:59:59', 'America/Toronto', null],
        ['2027-01-02 10:00:00', '2027-01-02 11:00:00', '-05:00', null],
        ['2027-12-05 20:00:00', '2027-12-05 23:30:00', 'Europe/Paris', 'https://event.example.com/x?y=1'],
      ]);
    });
    const again = await moved();
    expect(again.lines).toContain('unchanged: 3 records, 3 events, 2 venues, 1 organizer, 2 categories, 1 tag');
    expect(site.maxConcurrent).toBe(1);
  });

  it('may fail for a while: requests are repeated after the time that it names', async () => {
    site.events = Array.from({ length: 120 }, (_, number) => tecEvent(number + 1));
    const failures: ((response: import('node:http').ServerResponse) => void)[] = [
      (response) => send(response, 500, {}),
      (response) => response.writeHead(429, { 'Retry-After': '2' }).end(),
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Briefly unavailable'),
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"events": [');
        setTimeout(() => response.destroy(), 50);
      },
    ];
    const times: number[] = [];
    site.injectFault = (_request, response, url) => {
      if (!url.pathname.endsWith('/events') || url.searchParams.get('page') !== '2') return false;
      times.push(performance.now());
      const fail = failures.shift();
      fail?.(response);
      return fail !== undefined;
    };
    const { status, lines } = await moved();
    expect({ status, first: lines[0] }).toEqual({ status: 0, first: 'created: 120 records, 120 events' });
    expect(times[2]! - times[1]!).toBeGreaterThan(1900);
    // The pages before it were not requested again.
    expect(site.requests.filter((url) => url.pathname.endsWith('/events')).length).toBe(3 + 4);
  });

  it('that breaks off keeps what was imported, and the next run continues', async () => {
    site.events = Array.from({ length: 60 }, (_, number) => tecEvent(number + 1));
    site.injectFault = (_request, response, url) => {
      if (url.searchParams.get('page') !== '2') return false;
      send(response, 403, { code: 'blocked' });
      return true;
    };
    const broken = await moved();
    expect({ status: broken.status, lines: broken.lines.slice(0, 2) }).toEqual({
      status: 1,
      lines: ['Ended early: 50 records were read.', 'created: 50 records, 50 events'],
    });
    expect(broken.lines.join('\n')).toContain('answers with HTTP 403');
    site.injectFault = () => false;
    expect((await moved()).lines.slice(0, 3)).toEqual([
      'created: 10 records, 10 events',
      'updated: 0 records, 0 events',
      'unchanged: 50 records, 50 events',
    ]);
  });

  it('may serve its events only; its other lists are reported, and invalid events refused', async () => {
    site.lists = {};
    site.events = [
      full,
      tecEvent(40, { title: '' }),
      tecEvent(41, { start_date: '2027-02-30 10:00:00' }),
      tecEvent(42),
    ];
    const { status, lines } = await moved();
    expect(status).toBe(0);
    expect(lines[0]).toBe('created: 2 records, 2 events, 1 venue, 1 organizer, 2 categories, 1 tag');
    for (const list of ['categories', 'tags', 'venues', 'organizers'])
      expect(lines.join('\n')).toContain(`${list}: left out, the site does not serve them.`);
    expect(lines.join('\n')).toMatch(/tec:127\.0\.0\.1:\d+:40: It has no title\./);
    expect(lines.join('\n')).toMatch(/tec:127\.0\.0\.1:\d+:41 “Event 41”: start_date: /);
  });

  it('shows drafts to a key, which is sent and never printed', async () => {
    site.events = [tecEvent(1), tecEvent(2, { status: 'draft' })];
    const { lines } = await moved('--source-key', 'editor:abcd efgh');
    expect(lines[0]).toBe('created: 2 records, 2 events');
    const sent = new Set(site.headers.map(({ authorization }) => authorization));
    expect([...sent]).toEqual([`Basic ${Buffer.from('editor:abcd efgh').toString('base64')}`]);
    expect(lines.join('\n')).not.toContain('abcd');
    await folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get(ALL, { as: 'editor' })).body;
      expect(events.map(({ status }: { status: string }) => status).sort()).toEqual(['draft', 'publish']);
    });
    // Without the right to read drafts, an import cannot know that they are missing.
    site.injectFault = (_request, response, url) => {
      if (!url.searchParams.has('status')) return false;
      send(response, 401, { code: 'rest_forbidden' });
      return true;
    };
    for (const args of [['--source-key', 'subscriber:abcd'], []])
      expect((await moved('--prune', '--yes', ...args)).lines.join('\n')).not.toContain('gone from the source');
    site.injectFault = () => false;
    site.events = site.events.slice(0, 1);
    expect((await moved('--prune', '--yes', '--source-key', 'editor:abcd efgh')).lines).toContain(
      '1 event gone from the source, moved to the trash',
    );
  });

  it('may be one of several on its host, and is identified without the password of its address', async () => {
    const [club, choir] = ['club', 'choir'].map((name) => `${site.origin}/${name}/wp-json/tribe/events/v1`) as [
      string,
      string,
    ];
    const secret = (url: string) => url.replace('//', '//me:s3cret@');
    site.events = [tecEvent(1, { title: 'Club', venue: HALL }), tecEvent(2, { title: 'Club 2' })];
    const first = await folder.import([secret(club), '--language', 'en']);
    expect(first.lines[0]).toBe('created: 2 records, 2 events, 1 venue');
    expect(JSON.stringify(first)).not.toContain('s3cret');
    site.events = [tecEvent(1, { title: 'Choir', venue: tecVenue(6, 'Chapel') })];
    const second = await folder.import([choir, '--language', 'en', '--prune']);
    expect(second.lines[0]).toBe('created: 1 record, 1 event, 1 venue');
    site.events = [tecEvent(1, { title: 'Club', venue: HALL })];
    const pruned = await folder.import([club, '--language', 'en', '--prune', '--yes']);
    expect(pruned.lines).toContain('1 event gone from the source, moved to the trash');
    await folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get(ALL.replace('any', 'publish'), { as: 'editor' })).body;
      const shown = events.map((event: { title: string; venue: { venue: string }[] }) => [
        event.title,
        event.venue[0]!.venue,
      ]);
      expect(shown.sort()).toEqual([
        ['Choir', 'Chapel'],
        ['Club', 'Grand Hall'],
      ]);
    });
  });

  it('may ignore the page number, or be out of reach: the command reports it and ends', async () => {
    site.events = Array.from({ length: 120 }, (_, number) => tecEvent(number + 1));
    site.injectFault = (_request, response, url) => {
      if (!url.pathname.endsWith('/events')) return false;
      url.searchParams.set('page', '1');
      send(response, 200, site.page('events', site.events, url));
      return true;
    };
    const repeated = await moved('--prune', '--yes');
    expect([repeated.status, repeated.lines[0]]).toEqual([1, 'Ended early: 50 records were read.']);
    expect(repeated.lines.join('\n')).toContain('ignores the parameter “page”: page 2 repeats those before');
    site.injectFault = () => false;
    site.posts = Array.from({ length: 100 }, (_, number) => ({ id: number + 1, translations: {} }));
    const paired = await moved('--pair');
    expect(paired.status).toBe(0);
    expect(paired.lines.join('\n')).toContain('wp/v2/tribe_events: left out');
    const { url } = site;
    await site.stop();
    const gone = await folder.import([url, '--language', 'en']);
    expect(gone).toMatchObject({
      status: 2,
      lines: [],
      stderr: expect.stringContaining('cannot be read: fetch failed'),
    });
    site = await TecSite.start();
  });

  it('does not overwrite venues that editors changed here, with --keep-local', async () => {
    site.lists = { categories: [JAZZ, MUSIC], tags: [], venues: [HALL, tecVenue(7, 'Chapel')], organizers: [] };
    await moved();
    const venues = () =>
      folder.inCalendar(async (calendar) => {
        const found: { venue: string; city: string; zip: string }[] = (await calendar.get('/venues')).body.venues;
        return found.map(({ venue, city, zip }) => [venue, city, zip]).sort();
      });
    await folder.inCalendar((calendar) =>
      calendar.patch('/venues/by-slug/grand-hall', { city: 'Tecumseh' }, { as: 'editor' }).expect(200),
    );
    site.lists.venues = [tecVenue(6, 'Grand Hall', { zip: 'N1' }), tecVenue(7, 'Chapel', { zip: 'N2' })];
    const kept = await moved('--keep-local');
    expect(kept.lines).toContain('1 field or record that editors changed here, left as they are');
    expect(kept.lines).toContain('updated: 0 records, 0 events, 1 venue, 1 category');
    expect(await venues()).toEqual([
      ['Chapel', 'Windsor', 'N2'],
      ['Grand Hall', 'Tecumseh', 'N9A 1A1'],
    ]);
    expect((await moved('--keep-local')).lines).toContain(
      '1 field or record that editors changed here, left as they are',
    );
    await moved();
    expect((await venues())[1]).toEqual(['Grand Hall', 'Windsor', 'N1']);
  });

  it('matches a venue by name and place: one of the same name in another city is another venue', async () => {
    await folder.inCalendar(async (calendar) => {
      for (const venue of [
        { venue: 'Grand Hall', city: 'Paris', country: 'France' },
        { venue: 'Chapel', address: '1 Main St', city: 'Windsor', country: 'Canada' },
      ])
        await calendar.post('/venues', venue, { as: 'editor' }).expect(201);
    });
    site.lists = { categories: [], tags: [], venues: [HALL, tecVenue(7, 'Chapel')], organizers: [] };
    expect((await moved()).lines).toEqual([
      'created: 0 records, 0 events, 1 venue',
      'updated: 0 records, 0 events',
      'unchanged: 0 records, 0 events, 1 venue',
      'refused: 0 records',
    ]);
    await folder.inCalendar(async (calendar) => {
      const venues: { venue: string; city: string }[] = (await calendar.get('/venues')).body.venues;
      expect(venues.map(({ venue, city }) => `${venue}, ${city}`).sort()).toEqual([
        'Chapel, Windsor',
        'Grand Hall, Paris',
        'Grand Hall, Windsor',
      ]);
    });
  });

  it('has series by their parents', async () => {
    const date = (id: number, day: string, fields: object = {}) =>
      tecEvent(id, {
        ...{ title: 'Yoga', slug: `yoga-${day}`, start_date: `${day} 18:00:00`, end_date: `${day} 19:00:00` },
        ...fields,
      });
    site.events = [
      date(50, '2027-03-02', { slug: 'yoga' }),
      date(51, '2027-03-09', { post_parent: 50, slug: 'yoga-at-nine' }),
      date(52, '2027-03-20', { post_parent: 50, title: 'Yoga outdoors' }),
    ];
    expect((await moved()).status).toBe(0);
    await folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get(ALL, { as: 'editor' })).body;
      const { id } = events[0];
      const moved = await calendar.get('/events/by-slug/yoga-at-nine').expect(301);
      expect(moved.headers.location).toContain('/events/by-slug/yoga-2027-03-09');
      expect(
        events.map((event: Record<string, unknown>) => [event.title, event.start_date, event.post_parent]),
      ).toEqual([
        ['Yoga', '2027-03-02 18:00:00', null],
        ['Yoga', '2027-03-09 18:00:00', id],
        ['Yoga outdoors', '2027-03-20 18:00:00', id],
      ]);
    });
    const again = await moved();
    expect(again.lines.slice(0, 2)).toEqual(['created: 0 records, 0 events', 'updated: 0 records, 0 events']);
    await folder.inCalendar((calendar) =>
      calendar.delete('/events/by-slug/yoga?apply=this', { as: 'editor' }).expect(200),
    );
    await moved();
    await folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get(ALL.replace('any', 'publish'), { as: 'editor' })).body;
      expect(events.map((event: { start_date: string }) => event.start_date)).toEqual([
        '2027-03-09 18:00:00',
        '2027-03-20 18:00:00',
      ]);
    });
  });

  it('does not restore the first date of a series that was removed here', async () => {
    const date = (id: number, day: string, fields = {}) =>
      tecEvent(id, {
        ...{ title: 'Yoga', start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` },
        ...{ utc_start_date: `${day} 15:00:00`, utc_end_date: `${day} 16:00:00`, ...fields },
      });
    const [second, third] = [date(51, '2027-03-09', { post_parent: 50 }), date(52, '2027-03-16', { post_parent: 50 })];
    site.events = [date(50, '2027-03-02'), second, third];
    await moved();
    const days = () =>
      folder.inCalendar(async (calendar) => {
        const { events } = (await calendar.get(ALL, { as: 'editor' })).body;
        return (events as { status: string; start_date: string }[])
          .filter((event) => event.status === 'publish')
          .map(({ start_date }) => start_date.slice(0, 10));
      });
    expect(await days()).toEqual(['2027-03-02', '2027-03-09', '2027-03-16']);
    await folder.inCalendar(async (calendar) => {
      const [first] = (await calendar.get(ALL, { as: 'editor' })).body.events;
      await calendar.delete(`/events/${first.id}?apply=this`, { as: 'editor' }).expect(200);
    });
    expect(await days()).toEqual(['2027-03-09', '2027-03-16']);
    site.events = [date(50, '2027-03-02', { title: 'Yoga for all' }), second, third];
    await moved();
    expect(await days()).toEqual(['2027-03-09', '2027-03-16']);
    expect((await moved()).lines.slice(0, 2)).toEqual(['created: 0 records, 0 events', 'updated: 0 records, 0 events']);
    // The same holds if the site has no other date any more.
    site.events = [date(50, '2027-03-02', { title: 'Yoga' })];
    await moved();
    expect(await days()).toEqual(['2027-03-09', '2027-03-16']);
    expect((await moved()).lines.slice(0, 2)).toEqual(['created: 0 records, 0 events', 'updated: 0 records, 0 events']);
  });

  const saved = (name: string) => folder.import([join(__dirname, 'data', 'cases', name), '--language', 'en']);
  const shown = async (...fields: string[]) =>
    folder.inCalendar(async (calendar) => {
      const events: Record<string, unknown>[] = (await calendar.get(ALL, { as: 'editor' })).body.events;
      return events.map((event) => fields.map((field) => event[field]));
    });

  it('may end its days later than at midnight, also in series', async () => {
    await saved('tec-cutoff.json');
    const day = (id: number, date: string, next: string, fields = {}) =>
      tecEvent(id, {
        title: 'Camp',
        all_day: true,
        start_date: `${date} 03:00:00`,
        end_date: `${next} 02:59:59`,
        ...fields,
      });
    const dates = [day(50, '2028-03-02', '2028-03-03'), day(51, '2028-03-09', '2028-03-10', { post_parent: 50 })];
    await folder.import([
      folder.file('series.json', JSON.stringify(site.page('events', dates, new URL(site.url)))),
      ...['--language', 'en'],
    ]);
    expect(await shown('title', 'start_date', 'end_date')).toEqual([
      ['Three days', '2027-12-08 00:00:00', '2027-12-10 23:59:59'],
      ['One day', '2027-12-15 00:00:00', '2027-12-15 23:59:59'],
      ['Camp', '2028-03-02 00:00:00', '2028-03-02 23:59:59'],
      ['Camp', '2028-03-09 00:00:00', '2028-03-09 23:59:59'],
    ]);
  });

  it('has drafts with zeros for dates, and costs in other currencies', async () => {
    expect((await saved('tec-draft.json')).lines[0]).toBe('created: 1 record, 1 event');
    const zeros = { utc_start_date: '0000-00-00 00:00:00', utc_end_date: '0000-00-00 00:00:00', timezone: '' };
    const none = { start_date: '0000-00-00 00:00:00', end_date: '0000-00-00 00:00:00' };
    const events = [tecEvent(61, { title: 'Zeros', ...zeros }), tecEvent(62, none)];
    const page = JSON.stringify(site.page('events', events, new URL(site.url)));
    const report = await folder.import([folder.file('zeros.json', page), '--language', 'en']);
    expect(report.lines.join('\n')).toContain('“Event 62”: It has no start.');
    await saved('tec-currency.json');
    const costs = (await shown('title', 'cost_details')) as [string, { currency_code: string; values: string[] }][];
    expect(costs.map(([title, { currency_code, values }]) => [title, currency_code, ...values]).sort()).toEqual([
      ['Cost AUD', 'AUD', '15', '20'],
      ['Cost EUR', 'EUR', '10'],
      ['Cost NOK', 'NOK', '120'],
      ['Cost USD', 'USD', '10'],
      ['Draft', 'CAD'],
      ['Zeros', 'CAD'],
    ]);
  });

  it('may write its lists as objects with numbers', async () => {
    expect((await saved('tec-gaps.json')).lines[0]).toBe('created: 2 records, 2 events, 1 category');
    const gaps = (list: readonly unknown[]) => Object.fromEntries(list.map((member, place) => [2 * place, member]));
    const image = { url: 'https://old.example/gap.jpg' };
    site.events = [tecEvent(71, { venue: gaps([HALL]), tags: gaps([tecTerm(9, 'Gap')]), image: gaps([image]) })];
    site.lists = { categories: [MUSIC], tags: [], venues: [HALL], organizers: [] };
    site.posts = [{ id: 71, lang: 'en', translations: {} }];
    const page = site.page.bind(site);
    site.page = (name, records, url) => ({ ...page(name, records, url), [name]: gaps(records) });
    expect((await moved()).lines[0]).toBe('created: 1 record, 1 event, 1 venue, 1 category, 1 tag');
    expect(await shown('title', 'image')).toContainEqual(['Event 71', expect.objectContaining({ url: image.url })]);
  });

  it('is imported from saved pages', async () => {
    const page = JSON.stringify(site.page('events', [full], new URL(site.url)));
    const path = folder.file('events.json', page);
    expect((await folder.import([path, '--language', 'en'])).lines[0]).toMatch(/^created: 1 record, 1 event/);
    expect((await folder.import(['-', '--language', 'en'], { input: page })).lines[2]).toMatch(
      /^unchanged: 1 record, 1 event/,
    );
    // The other dates of the series may be on the missing page.
    const url = new URL('?per_page=1&page=2', site.url);
    const part = site.page('events', [full, tecEvent(52, { post_parent: 50 })], url);
    const refused = await folder.import([folder.file('part.json', JSON.stringify(part)), '--language', 'en']);
    expect(refused.lines).toContain('refused: 1 record');
    expect(refused.lines.join('\n')).toContain('A series needs all pages in one file');
  });

  it('may list a category before its parent: the next import sets the parent', async () => {
    site.lists.categories = [JAZZ, MUSIC];
    const parents = () =>
      folder.inCalendar(async (calendar) => {
        const { categories } = (await calendar.get('/categories?hide_empty=false')).body;
        const idOf = (slug: string) => categories.find((one: { slug: string }) => one.slug === slug).id;
        const jazz = categories.find((one: { slug: string }) => one.slug === 'jazz');
        return jazz.parent === idOf('music');
      });
    await moved();
    await moved();
    expect(await parents()).toBe(true);
    expect((await moved()).lines).toContain('updated: 0 records, 0 events');
  });
});

describe('the second language', () => {
  const french = (id: number, fields: object = {}) =>
    tecEvent(id, { title: `Événement ${id}`, slug: `%c3%a9v%c3%a9nement-${id}`, ...fields });
  const paired = (...args: string[]) =>
    folder.import([`${site.origin}/fr/wp-json/tribe/events/v1`, '--language', 'fr', '--pair', ...args]);
  const shown = () =>
    folder.inCalendar(async (calendar) => {
      const { events } = (await calendar.get(ALL, { as: 'editor' })).body;
      return (events as { translations: { en?: { title: string }; fr?: { title: string } } }[])
        .map(({ translations: { en, fr } }) => [en?.title, fr?.title])
        .sort((one, other) => String(one).localeCompare(String(other)));
    });

  it('is paired as the site declares, else by time, venue and image; a person decides about uncertain pairs', async () => {
    const hall = { venue: HALL };
    const image = { image: { url: 'https://old.example/a.jpg' } };
    const at = (hour: number) => ({ start_date: `2027-06-05 ${hour}:00:00`, end_date: `2027-06-05 ${hour + 1}:00:00` });
    site.events = [
      tecEvent(1, at(10)),
      tecEvent(2, { ...at(11), ...hall, ...image }),
      tecEvent(3, at(12)),
      tecEvent(4, at(12)),
    ];
    expect((await moved()).lines[0]).toMatch(/^created: 4 records/);
    site.events = [
      french(101, { ...at(20) }),
      french(102, { ...at(11), ...image, venue: [tecVenue(106, 'Grande Salle')] }),
      french(103, at(12)),
      french(104, at(15)),
    ];
    site.posts = [{ id: 101, lang: 'fr', translations: { en: 1, fr: 101 } }];
    const first = await paired();
    expect(first.status).toBe(0);
    expect(first.lines.slice(0, 2)).toEqual([
      'créées\u00a0: 1 fiche, 1 événement',
      'mises à jour\u00a0: 2 fiches, 2 événements',
    ]);
    expect(first.lines.find((line) => line.includes(':103'))).toMatch(
      /C’est peut-être la traduction de \d+ Event 3, \d+ Event 4/,
    );
    const file = join(folder.path, 'pairs.csv');
    const pairs = readFileSync(file, 'utf8');
    const [, event] = /,,"?(\d+) Event 3/.exec(pairs)!;
    writeFileSync(
      file,
      pairs.replace(`,,${event}`, `,${event},${event}`).replace(`,,"${event}`, `,${event},"${event}`),
    );
    expect((await paired()).lines.slice(0, 2)).toEqual([
      'créées\u00a0: 0 fiche, 0 événement',
      'mises à jour\u00a0: 1 fiche, 1 événement',
    ]);
    expect(await shown()).toEqual([
      [undefined, 'Événement 104'],
      ['Event 1', 'Événement 101'],
      ['Event 2', 'Événement 102'],
      ['Event 3', 'Événement 103'],
      ['Event 4', undefined],
    ]);
    // Both keep the ids by which they were found.
    const last = await paired();
    expect(last.lines[2]).toMatch(/^inchangées\u00a0: 4 fiches, 4 événements/);
    await folder.inCalendar(async (calendar) => {
      const { body } = await calendar.get('/venues/by-slug/grand-hall?translations=all').expect(200);
      expect(body.translations.fr.venue).toBe('Grande Salle');
      await calendar.get(`/events/by-slug/${encodeURIComponent('événement-101')}`, { language: 'fr' }).expect(301);
    });
  });
});
