import { type AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type Response } from 'supertest';
import { fillSample } from '../src/commands/sample/sample.js';
import { chromiumPath, launchBrowser, monitoredPage } from './support/browser.js';
import { faintTexts } from './support/contrast.js';
import { isServerTested } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

// A browser does not depend on the database engine.
const isSkipped = chromiumPath === undefined || isServerTested();

const PHONE = { viewport: { width: 390, height: 844 } };

type Answer = Response['body'];

/** The width of the list of categories, and the width that its selected text needs. */
const widths = `(() => {
  const select = document.getElementById('category');
  const alone = select.cloneNode();
  alone.append(select.selectedOptions[0].cloneNode(true));
  Object.assign(alone.style, { position: 'absolute', width: 'max-content' });
  select.after(alone);
  return [select.offsetWidth, alone.offsetWidth];
})()`;

(isSkipped ? describe.skip : describe)('the start page in a browser', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    calendar = await TestCalendar.start();
    await fillSample(calendar.app);
    origin = `http://127.0.0.1:${(calendar.app.getHttpServer().address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await calendar.stop();
  });

  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  const month = new Date().toISOString().slice(0, 7);

  const startPage = async (query = '', options?: BrowserContextOptions) => {
    const opened = await monitoredPage(browser, 'en-CA', options);
    const asked: URL[] = [];
    opened.page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.includes('/cal/events/v1/')) asked.push(url);
    });
    await opened.page.goto(`${origin}/?lang=en${query}#${month}`);
    await loaded(opened.page);
    return { ...opened, asked };
  };
  const loaded = (page: Page) => page.locator('#list[aria-busy="false"]').waitFor();

  it('requests the month once, with the shown fields only, and the counts of categories once', async () => {
    const { problems, asked } = await startPage();
    expect(asked.map(({ pathname }) => pathname).sort()).toEqual([
      '/en/cal/events/v1/events',
      '/en/cal/events/v1/events/counts',
    ]);
    const list = asked.find(({ pathname }) => pathname.endsWith('/events'))!;
    expect(list.searchParams.get('_fields')!.split(',')).toContain('venue.city');
    expect(problems).toEqual([]);
  });

  it('shows for a category as many events as its count', async () => {
    const { page, asked } = await startPage();
    const option = page.locator('#category option').nth(1);
    const number = Number(/\((\d+)\)$/.exec(await option.innerText())![1]);
    const answered = page.waitForResponse((response) => response.url().includes('categories='));
    await page.locator('#category').selectOption({ index: 1 });
    await answered;
    await loaded(page);
    const earlier = page.getByRole('button', { name: /earlier/ });
    if (await earlier.count()) await earlier.click();
    // An event in another zone may have other days there.
    expect(Math.abs((await page.locator('.event').count()) - number)).toBeLessThanOrEqual(1);
    expect(new URL(page.url()).searchParams.get('category')).toMatch(/^\d+$/);
    expect(asked.filter(({ pathname }) => pathname.endsWith('/counts')).length).toBe(2);
  });

  it('shows the selected category even if the month has no event of it', async () => {
    const { body } = await calendar.post(
      '/categories',
      { name: 'Rare', translations: { fr: { name: 'Peu commune' } } },
      { as: 'editor' },
    );
    const { page } = await startPage(`&category=${body.id}`);
    await page.locator('#category option:checked', { hasText: 'Rare (0)' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Français' }).click();
    await page.locator('#category option:checked', { hasText: 'Peu commune (0)' }).waitFor({ state: 'attached' });
  });

  it('reports a category that is gone, and offers all others', async () => {
    const { page, problems } = await startPage('&category=999999');
    const refused = page.locator('#list [role=alert]');
    expect(await refused.innerText()).toContain('There is no such category.');
    expect(await refused.innerText()).not.toMatch(/parameter|999999/);
    expect(await page.locator('#category option:checked').innerText()).toBe('–');
    // The console has only the refused request.
    expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
    await page.locator('[data-language="fr"]').click();
    await refused.getByText('Cette catégorie n’existe pas.').waitFor();
    await refused.getByRole('button', { name: 'Toutes les catégories' }).click();
    await page.locator('.event').first().waitFor();
    expect(new URL(page.url()).searchParams.has('category')).toBe(false);
    expect(await page.locator('#category').inputValue()).toBe('');
  });

  it('shows the error of a search that the service refuses', async () => {
    const { page } = await startPage(`&q=${encodeURIComponent('-a -b -c -d -e')}`);
    expect(await page.locator('#list [role=alert]').innerText()).toContain('of which 4 may be excluded');
  });

  it('breaks no line within a time of day', async () => {
    const times = async (page: Page) => (await page.locator('.when').allTextContents()).join('\n');
    const { page } = await startPage();
    expect(await times(page)).toMatch(/\d\u00A0[ap]\.m\./);
    expect(await times(page)).not.toMatch(/\d [ap]\.m\./);
    const { page: french } = await startPage('', { locale: 'fr-CA' });
    await french.locator('[data-language="fr"]').click();
    await french
      .locator('.when', { hasText: /\d\sh\s\d/ })
      .first()
      .waitFor();
    expect(await times(french)).toMatch(/\d\u00A0h\u00A0\d/);
    expect(await times(french)).not.toMatch(/\d h| h \d/);
  });

  it('writes hours as French does', async () => {
    const { page } = await startPage('', { locale: 'fr-CA' });
    await page.locator('[data-language="fr"]').click();
    await page.locator('.when', { hasText: /\d\sh/ }).first().waitFor();
    const times = (await page.locator('.when').allTextContents()).join('\n');
    expect(times).toMatch(/\d\u00A0h(?!\s\d)/);
    expect(times).not.toMatch(/\b0\d\sh|h\s00/);
  });

  it('writes the first of a month as French does, and breaks no line before double punctuation', async () => {
    const day = `${month}-01`;
    const event = { start_date: `${day} 10:00`, end_date: `${month}-03 11:00`, event_status_reason: 'Non ! Et « si »' };
    const title = 'Atelier : quoi ? tout';
    await calendar.post('/events', { ...event, title, event_status: 'full' }, { as: 'editor', language: 'fr' });
    const { page } = await startPage('&q=atelier');
    const earlier = page.getByRole('button', { name: /passé|earlier/ });
    if (await earlier.count()) await earlier.click();
    const card = page.locator('.event', { hasText: 'Atelier' });
    expect(await card.locator('h4').textContent()).toBe('Atelier\u00A0: quoi\u00A0? tout');
    expect(await card.locator('.reason').textContent()).toBe('Non\u00A0! Et «\u00A0si\u00A0»');
    await page.getByRole('button', { name: 'Français' }).click();
    await loaded(page);
    if (await earlier.count()) await earlier.click();
    expect(await card.locator('.when').textContent()).toMatch(/\b1er\b.*\b3\b/);
    expect(await page.locator(`[data-day="${day}"]`).getAttribute('aria-label')).toContain(' 1er ');
  });

  it('writes hours in French without a leading zero, also those of several days', async () => {
    const event = { title: 'Veille', start_date: `${month}-01 21:00`, end_date: `${month}-03 09:00` };
    await calendar.post('/events', event, { as: 'editor', language: 'fr' });
    const { page } = await startPage('&q=veille', { locale: 'fr-CA' });
    await page.locator('[data-language="fr"]').click();
    await loaded(page);
    const earlier = page.getByRole('button', { name: /passé/ });
    if (await earlier.count()) await earlier.click();
    const when = await page.locator('.event', { hasText: 'Veille' }).locator('.when').textContent();
    expect(when!.replace(/\s/g, ' ')).toMatch(/à 9 h(?! \d)/);
  });

  it('shows that an event belongs to a series, like the list', async () => {
    const { page, asked } = await startPage();
    const { pathname, search } = asked.find((url) => url.pathname.endsWith('/events'))!;
    const { body } = await calendar.raw().get(pathname + search);
    const titles = body.events.filter(({ occurrence }: Answer) => occurrence).map(({ title }: Answer) => title);
    const marked = page.locator('.event', { hasText: 'One of a series' }).locator('h4');
    expect(await marked.count()).toBeGreaterThan(0);
    for (const title of await marked.allTextContents()) expect(titles).toContain(title);
  });

  it('searches while the user types, and begins with the search of its address', async () => {
    const { page } = await startPage();
    const answered = page.waitForResponse((response) => response.url().includes('search=market'));
    await page.getByRole('searchbox').fill('market');
    await answered;
    await loaded(page);
    expect(new URL(page.url()).searchParams.get('q')).toBe('market');
    const { page: again, asked } = await startPage('&q=market');
    expect(await again.getByRole('searchbox').inputValue()).toBe('market');
    expect(asked.every(({ searchParams }) => searchParams.get('search') === 'market')).toBe(true);
  });

  it('has dots for events that begin on a day, and a line for those that continue', async () => {
    const day = `${month}-10`;
    await calendar.post(
      '/events',
      { title: 'Long', start_date: `${day} 10:00`, end_date: `${month}-13 10:00`, featured: true },
      { as: 'editor' },
    );
    // With its own address, since the browser caches responses for some seconds.
    const { page } = await startPage('&q=long');
    expect(await page.locator(`[data-day="${day}"] .dots i.featured`).count()).toBe(1);
    for (const later of ['11', '12']) {
      expect(await page.locator(`[data-day="${month}-${later}"] .dots i.featured`).count()).toBe(0);
      expect(await page.locator(`[data-day="${month}-${later}"] .dots i`).count()).toBeGreaterThan(0);
    }
  });

  it('shows the address of the calendar, to open and to copy', async () => {
    const { page } = await startPage('&q=market', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.subscribe summary').click();
    const address = `${origin}/en/cal/events/v1/events.ics?search=market`;
    expect(await page.locator('#address').inputValue()).toBe(address);
    expect(await page.locator('#webcal').getAttribute('href')).toBe(address.replace('http:', 'webcal:'));
    await page.locator('#copy').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect((await calendar.raw().get('/en/cal/events/v1/events.ics?search=market')).status).toBe(200);
  });

  it('links every feed in its head, and each exists', async () => {
    const { page } = await startPage();
    const feeds = await page
      .locator('link[rel=alternate]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('type'), link.getAttribute('href')]));
    expect(feeds.length).toBe(8);
    for (const [type, href] of feeds) {
      const { status, headers } = await calendar.raw().get(String(href));
      expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
    }
    const add = page.locator('.links a[href*=".ics"]').first();
    const { pathname, search } = new URL(String(await add.getAttribute('href')), origin);
    expect((await calendar.raw().get(pathname + search)).headers['content-disposition']).toContain('attachment');
  });

  it.each(['English', 'Français'])('shows the whole selection on a phone, in %s', async (language) => {
    const { page } = await startPage('', PHONE);
    await page.getByRole('button', { name: language }).click();
    await loaded(page);
    const [wide, taken] = await page.evaluate<[number, number]>(widths);
    expect(wide).toBeGreaterThanOrEqual(taken);
  });

  it.each(['light', 'dark'] as const)(
    'has a contrast of at least 4.5:1 and no horizontal scrolling on a phone: %s',
    async (colorScheme) => {
      const { page, problems } = await startPage('', { ...PHONE, colorScheme });
      await page.locator('.subscribe summary').click();
      expect(await faintTexts(page, 4.5)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    },
  );

  describe('of a future month', () => {
    const next = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 1)).toISOString().slice(0, 7);
    const at = (day: string, from: string, to: string) => ({
      start_date: `${next}-${day} ${from}`,
      end_date: `${next}-${day} ${to}`,
    });
    const image = 'https://pictures.example/poster.png';

    beforeAll(async () => {
      const events = [
        { ...at('10', '18:00', '20:00'), title: 'Plum concert', image, featured: true },
        { title: 'Plum exhibition', start_date: `${next}-10 09:00`, end_date: `${next}-28 17:00` },
        { title: 'Plum season', start_date: `${next.slice(0, 4)}-01-05`, end_date: `${next}-20`, all_day: true },
        { ...at('03', '10:00', '11:00'), title: 'Plum walk', recurrence: 'FREQ=WEEKLY;COUNT=3' },
      ];
      for (const event of events) await calendar.post('/events', event, { as: 'editor' }).expect(201);
    });

    const plums = async (path = '/en', options?: BrowserContextOptions) => {
      const { page, problems } = await monitoredPage(browser, 'en-CA', options);
      await page.goto(`${origin}${path}?q=plum#${next}`);
      await loaded(page);
      return { page, problems };
    };

    it('has a group for each day; earlier and long events are below', async () => {
      const { page, problems } = await plums();
      const groups = await page
        .locator('.group')
        .evaluateAll((all) =>
          all.map((one) => [...one.querySelectorAll('h3, h4')].map(({ textContent }) => textContent).join(' | ')),
        );
      expect(groups).toEqual([
        'Ongoing | Plum season',
        expect.stringMatching(/day, June 3 \| Plum walk$/),
        expect.stringMatching(/day, June 10 \| Plum concert \| Plum exhibition$/),
      ]);
      expect(problems).toEqual([]);
    });

    it('shows a series once, and each of its dates on its day', async () => {
      const { page } = await plums();
      const walk = page.locator('.event', { hasText: 'Plum walk' });
      expect(await walk.locator('.marks').textContent()).toBe('One of a series, 2 more dates this month');
      await page.locator(`[data-day="${next}-17"]`).click();
      expect(await walk.count()).toBe(1);
      expect(await walk.locator('.marks').textContent()).toBe('One of a series');
    });

    it('shows pictures, larger for featured events, and titles without links while no pages are set', async () => {
      const { page } = await plums();
      const concert = page.locator('.event', { hasText: 'Plum concert' });
      expect(await concert.locator('img').getAttribute('src')).toBe(image);
      const size = async (title: string) => (await page.locator('h4', { hasText: title }).boundingBox())!.height;
      expect(await size('Plum concert')).toBeGreaterThan(await size('Plum walk'));
      expect(await page.locator('h4 a').count()).toBe(0);
    });

    it('hides a picture that does not load', async () => {
      const { page } = await monitoredPage(browser, 'en-CA');
      await page.route(image, (route) => route.fulfill({ status: 404 }));
      const answered = page.waitForResponse(image);
      await page.goto(`${origin}/en?q=plum#${next}`);
      await answered;
      await page.locator('.event img').waitFor({ state: 'detached' });
    });

    it('changes the path with the language', async () => {
      const { page } = await plums();
      await page.getByRole('button', { name: 'Français' }).click();
      await loaded(page);
      expect(new URL(page.url()).pathname).toBe('/fr');
      expect(await page.locator('html').getAttribute('lang')).toBe('fr');
      await page.reload();
      await page.locator('.group').first().waitFor();
      expect(await page.locator('.group h3').first().textContent()).toBe('En cours');
    });

    it.each(['/en', '/fr'])(
      'shows the first event on the first screen of a phone, and the days on request: %s',
      async (path) => {
        const { page } = await plums(path, PHONE);
        const { y, height } = (await page.locator('.event').first().boundingBox())!;
        expect(y + height).toBeLessThan(PHONE.viewport.height);
        const days = page.getByRole('grid');
        expect(await days.isVisible()).toBe(false);
        await page.locator('#fold').click();
        expect(await days.isVisible()).toBe(true);
      },
    );

    it('has links for developers at its foot, folded', async () => {
      const { page } = await plums();
      const documentation = page.locator('a[href$="/en/cal/events/v1/doc"]');
      expect(await documentation.isVisible()).toBe(false);
      await page.locator('.programs summary').click();
      expect(await documentation.isVisible()).toBe(true);
      const address = new URL(String(await page.locator('#list-json').getAttribute('href')), origin);
      expect((await calendar.raw().get(address.pathname + address.search)).body.total).toBe(6);
    });

    it.each(['list', 'month'])('is bare in a frame: the %s, with its filters', async (view) => {
      const { page, problems } = await monitoredPage(browser, 'en-CA');
      const filters = `search=plum&featured=false&to=${next}-09`;
      await page.goto(`${origin}/embed?view=${view}&lang=en&${filters}#${next}`);
      await loaded(page);
      expect(await page.locator('.event h4').allTextContents()).toEqual(['Plum season', 'Plum walk']);
      expect(await page.getByRole('grid').isVisible()).toBe(view === 'month');
      for (const part of ['.tools', '.languages', '.programs'])
        expect(await page.locator(part).isVisible()).toBe(false);
      expect(problems).toEqual([]);
    });
  });

  it('links titles to the pages of the settings, in the languages that have any', async () => {
    const named = await TestCalendar.start({ PAGE_URLS: 'fr.events=https://city.example/agenda/{slug}' });
    try {
      const event = { title: 'Fair', slug: 'fair', start_date: `${month}-15`, end_date: `${month}-15`, all_day: true };
      await named.post('/events', event, { as: 'editor' }).expect(201);
      const { port } = named.app.getHttpServer().address() as AddressInfo;
      for (const [language, link] of [
        ['fr', ['https://city.example/agenda/fair']],
        ['en', []],
      ] as const) {
        const { page } = await monitoredPage(browser, 'fr-CA');
        await page.goto(`http://127.0.0.1:${port}/${language}#${month}-15`);
        await page.locator('.event').waitFor();
        const links = page.locator('.event h4 a');
        expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(link);
      }
    } finally {
      await named.stop();
    }
  });
});
