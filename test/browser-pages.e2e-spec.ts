import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fillSample } from '../src/commands/sample/sample.js';
import { chromiumPath, launchBrowser, monitoredPage } from './support/browser.js';
import { faintTexts } from './support/contrast.js';
import { variantsOfPart } from './support/part.js';
import { isServerTested } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

// A browser does not depend on the database engine.
const isSkipped = chromiumPath === undefined || isServerTested();

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** Pictures of the pages, for developers to look at. */
const PICTURES = resolve('coverage', 'pages');

type Language = 'en' | 'fr';

const LOOKS: readonly [Language, 'desktop' | 'phone', 'light' | 'dark'][] = [
  ['en', 'desktop', 'light'],
  ['fr', 'phone', 'dark'],
  ['en', 'phone', 'light'],
  ['fr', 'desktop', 'dark'],
];

(isSkipped ? describe.skip : describe)('the pages for visitors in a browser', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  let origin: string;
  /** Paths of one page of each kind, by language. */
  const paths = {} as Record<Language, Record<string, string>>;

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    calendar = await TestCalendar.start({ SITE_TAGLINE: 'What is on', SITE_TAGLINE_FR: 'À l’affiche' });
    await fillSample(calendar.app);
    const locked = { title: 'Locked', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00', password: 'sesame' };
    await calendar.post('/events', locked, { as: 'editor' }).expect(201);
    origin = `http://127.0.0.1:${(calendar.app.getHttpServer().address() as AddressInfo).port}`;
    for (const language of ['en', 'fr'] as const) paths[language] = await pathsIn(language);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await calendar.stop();
  });

  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  async function pathsIn(language: Language): Promise<Record<string, string>> {
    const { body } = await calendar.get('/events?per_page=100', { language });
    const events = body.events as (typeof body)[];
    const pathOf = (url: string) => new URL(url).pathname;
    const has = (field: string) => events.find((event) => event[field]?.length > 0)!;
    return {
      month: `/${language}`,
      list: `/${language}?view=list`,
      event: pathOf(events.find(({ image, occurrence }) => image && occurrence)!.url),
      venue: pathOf(has('venue')['venue'][0].url),
      organizer: pathOf(has('organizer')['organizer'][0].url),
      category: pathOf(has('categories')['categories'][0].url),
      empty: `/${language}?search=zzz`,
      refused: `/${language}?categori=1&from=someday`,
      missing: `/${language}/events/nothing`,
      locked: `/${language}/events/locked`,
      embed: `/embed?lang=${language}&view=list`,
      'embedded month': `/embed?lang=${language}`,
    };
  }

  const visit = async (path: string, language: Language, options?: BrowserContextOptions) => {
    const opened = await monitoredPage(browser, `${language}-CA`, { timezoneId: 'America/Toronto', ...options });
    const response = await opened.page.goto(origin + path);
    return { ...opened, status: response!.status() };
  };

  /** What axe finds: the rule, and the elements that break it. */
  const violations = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe.source);
    const results = await page.evaluate<AxeResults>('axe.run()');
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  };

  describe.each(variantsOfPart(LOOKS))('in %s on a %s, %s', (language, device, colorScheme) => {
    const options = { ...(device === 'phone' ? PHONE : DESKTOP), colorScheme };

    it.each([
      ['month', 200],
      ['list', 200],
      ['event', 200],
      ['venue', 200],
      ['organizer', 200],
      ['category', 200],
      ['empty', 200],
      ['refused', 400],
      ['missing', 404],
      ['locked', 403],
      ['embed', 200],
      ['embedded month', 200],
    ])('the page “%s” is accessible and fits', async (name, expected) => {
      const { page, problems, status } = await visit(paths[language][name]!, language, options);
      expect(status).toBe(expected);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await page.screenshot({
        path: join(PICTURES, `${name}-${language}-${device}-${colorScheme}.png`),
        fullPage: true,
      });
      expect(await violations(page)).toEqual([]);
      expect(await faintTexts(page, 4.5)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
      expect(await page.locator('h1').count()).toBe(1);
      // The console has the refused request itself.
      expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
    });
  });

  it.each(['en', 'fr'] as const)('shows events in the first 400 pixels of a phone in %s', async (language) => {
    for (const name of ['month', 'list']) {
      const { page } = await visit(paths[language][name]!, language, PHONE);
      const first = page.locator('main :is(article, .ongoing li):visible').first();
      expect((await first.boundingBox())!.y).toBeLessThan(400);
    }
  });

  it('keeps wide descriptions within a phone, and the words of tables whole', async () => {
    const cells = '<td>Registration</td>'.repeat(9);
    const description = `<pre>${'a long line '.repeat(50)}</pre><table><tr>${cells}</tr></table><p>${'x'.repeat(200)}</p>`;
    const event = { title: 'Wide', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00', description };
    await calendar.post('/events', event, { as: 'editor' }).expect(201);
    const { page } = await visit('/en/events/wide', 'en', PHONE);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
    expect((await page.locator('.prose td').first().boundingBox())!.height).toBeLessThan(50);
  });

  it('prints events without what one clicks', async () => {
    const { page } = await visit('/en?view=list', 'en');
    await page.emulateMedia({ media: 'print' });
    for (const control of ['.filters', '.views', '.language', '.foot'])
      expect([control, await page.locator(control).isVisible()]).toEqual([control, false]);
    for (const shown of ['h1', '.brand', 'article h3'])
      expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
  });

  it('shows a long name below a wide logo on a narrow phone', async () => {
    const logo = 'https://city.example/logo.svg';
    const named = await TestCalendar.start({
      THEME_LOGO: logo,
      SITE_NAME: 'Town of Belle-Rive-sur-la-Rivière-du-Nord',
    });
    try {
      const { page } = await monitoredPage(browser, 'en-CA', { viewport: { width: 320, height: 640 } });
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"/>';
      await page.route(logo, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
      const { port } = named.app.getHttpServer().address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/en`);
      const [picture, name] = [page.locator('.brand img'), page.locator('.brand .name')];
      const { y, height } = (await picture.boundingBox())!;
      const box = (await name.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(y + height);
      expect(box.height).toBeLessThan(80);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    } finally {
      await named.stop();
    }
  });

  it('requests nothing from other hosts, except pictures of records', async () => {
    const { page } = await visit('/en', 'en');
    const asked: string[] = [];
    page.on('request', (request) => void (request.resourceType() !== 'image' && asked.push(request.url())));
    for (const name of ['month', 'event', 'venue']) await page.goto(origin + paths.en[name]!);
    expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  });

  it('loads at most 60 KB, compressed and without pictures, for a month of 100 events', async () => {
    const busy = await TestCalendar.start();
    try {
      for (let number = 0; number < 100; number += 1) {
        const day = `2027-06-${String((number % 28) + 1).padStart(2, '0')}`;
        const event = {
          title: `Concert of the summer, number ${number}`,
          venue: { venue: `Hall ${number % 9}`, city: 'Laval' },
        };
        const times = { start_date: `${day} 19:30`, end_date: `${day} 22:00`, cost: '20' };
        await busy.post('/events', { ...event, ...times }, { as: 'editor' }).expect(201);
      }
      const { page } = await monitoredPage(browser, 'en-CA');
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      let bytes = 0;
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      const { port } = busy.app.getHttpServer().address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/en?month=2027-06`, { waitUntil: 'networkidle' });
      expect(await page.locator('.month .entry').count()).toBeGreaterThan(80);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(60_000);
    } finally {
      await busy.stop();
    }
  });

  describe('without a script', () => {
    const options = { javaScriptEnabled: false };

    it.each(['en', 'fr'] as const)('one searches, filters, turns months and reads in %s', async (language) => {
      const { page } = await visit(`/${language}?view=list`, language, options);
      const others = page.locator('article h3 a', { hasNotText: 'Locked' });
      const title = await others.first().innerText();
      await page.locator('#search').fill(title);
      await page.locator('.search button').click();
      expect(new URL(page.url()).searchParams.get('search')).toBe(title);
      expect(await page.locator('article h3 a').first().innerText()).toBe(title);
      await page.locator('article h3 a').first().click();
      expect(await page.locator('h1').innerText()).toBe(title);
      await page.locator('.language').click();
      expect(await page.locator('html').getAttribute('lang')).toBe(language === 'en' ? 'fr' : 'en');
      await page.goto(`${origin}/${language}`);
      await page.locator('#category').selectOption({ index: 1 });
      await page.locator('.search button').click();
      expect(new URL(page.url()).searchParams.get('categories')).toMatch(/^[\w-]+$/);
      // A category is a list, of which one may see a month.
      await page.locator('.views a').first().click();
      await page.locator('.turn').last().click();
      expect(new URL(page.url()).searchParams.get('month')).toMatch(/^\d{4}-\d\d$/);
      expect(new URL(page.url()).searchParams.get('categories')).toMatch(/^[\w-]+$/);
    });

    it('opens a protected event with its password', async () => {
      const { page } = await visit('/en/events/locked', 'en', options);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Open' }).click();
      expect(await page.getByRole('alert').innerText()).toBe('The password is wrong.');
      await page.getByLabel('Password').fill('sesame');
      await page.getByRole('button', { name: 'Open' }).click();
      expect(await page.locator('h1').innerText()).toBe('Locked');
    });
  });

  describe('with a script', () => {
    /** Marks the document: a reload would lose the mark. */
    const mark = (page: Page) => page.evaluate('document.marked = true');
    const isMarked = (page: Page) => page.evaluate('document.marked === true');

    it('turns months without a reload, and back', async () => {
      const { page, problems } = await visit('/en', 'en');
      await mark(page);
      const heading = await page.locator('h1').innerText();
      await page.getByRole('link', { name: 'Next month' }).click();
      await page.locator('h1', { hasNotText: heading }).waitFor();
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Next month');
      expect(await page.title()).toContain(await page.locator('h1').innerText());
      await page.goBack();
      await page.locator('h1', { hasText: heading }).waitFor();
      expect([await isMarked(page), problems]).toEqual([true, []]);
    });

    it('searches while one types, and keeps the cursor', async () => {
      const { page } = await visit('/en?view=list', 'en');
      await mark(page);
      await page.locator('#search').click();
      await page.keyboard.type('market', { delay: 30 });
      await page.waitForURL(/search=market/);
      await page.keyboard.type('s');
      await page.waitForURL(/search=markets/);
      expect(await page.locator('#search').inputValue()).toBe('markets');
      expect(await page.locator('article h3', { hasText: 'Market' }).count()).toBeGreaterThan(0);
      expect(await page.evaluate('document.activeElement.id')).toBe('search');
      expect(await isMarked(page)).toBe(true);
    });

    it.each(variantsOfPart(LOOKS))('suggests records while one types: %s, %s, %s', async (language, device, scheme) => {
      const options = { ...(device === 'phone' ? PHONE : DESKTOP), colorScheme: scheme };
      const { page, problems } = await visit(`/${language}?view=list`, language, options);
      const box = page.getByRole('combobox', { name: language === 'en' ? 'Search events' : 'Chercher un événement' });
      await box.pressSequentially(language === 'en' ? 'mark' : 'march');
      const list = page.getByRole('listbox', { name: 'Suggestions' });
      await list.getByRole('option').first().waitFor();
      expect(await box.getAttribute('aria-expanded')).toBe('true');
      // The results that follow the typing leave the list as it is.
      await page.waitForURL(/search=/);
      await page.waitForLoadState('networkidle');
      expect(await violations(page)).toEqual([]);
      expect(await faintTexts(page, 4.5)).toEqual([]);
      await page.screenshot({ path: join(PICTURES, `suggestions-${language}-${device}-${scheme}.png`) });
      await page.keyboard.press('ArrowDown');
      const first = list.getByRole('option').first();
      expect(await first.getAttribute('aria-selected')).toBe('true');
      expect(await box.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      expect(await box.inputValue()).not.toBe('');
      await box.press('Backspace');
      await list.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      // The page of a record, and no list.
      await page.waitForURL(({ pathname, search }) => pathname.split('/').length === 4 && search === '');
      expect(problems).toEqual([]);
    });

    it('filters by the chosen category', async () => {
      const { page } = await visit('/fr?view=list', 'fr');
      await page.locator('#category').focus();
      await mark(page);
      await page.locator('#category').selectOption({ index: 2 });
      await page.waitForURL(/categories=/);
      expect([await isMarked(page), await page.evaluate('document.activeElement.id')]).toEqual([true, 'category']);
    });

    it('shows that a slow service is at work', async () => {
      const { page } = await visit('/en', 'en');
      await page.route('**/en?month=*', async (route) => {
        await new Promise((answer) => setTimeout(answer, 800));
        await route.continue();
      });
      const heading = await page.locator('h1').innerText();
      await page.getByRole('link', { name: 'Next month' }).click();
      await page.locator('[data-results][aria-busy=true]').waitFor();
      await page.locator('h1', { hasNotText: heading }).waitFor();
      expect(await page.locator('[aria-busy]').count()).toBe(0);
    });

    it('remembers the chosen language', async () => {
      const { page } = await visit('/en', 'en');
      await page.locator('.language').click();
      await page.waitForURL(`${origin}/fr`);
      await page.goto(`${origin}/`);
      expect(page.url()).toBe(`${origin}/fr`);
    });

    it('remembers it below a prefix, whose address has no slash at the end', async () => {
      const prefixed = await TestCalendar.start({ BASE_PATH: '/calendar' });
      try {
        const { port } = prefixed.app.getHttpServer().address() as AddressInfo;
        const site = `http://127.0.0.1:${port}/calendar`;
        const { page } = await monitoredPage(browser, 'en-CA');
        await page.goto(`${site}/en`);
        await page.locator('.language').click();
        await page.waitForURL(`${site}/fr`);
        await page.goto(site);
        expect(page.url()).toBe(`${site}/fr`);
      } finally {
        await prefixed.stop();
      }
    });

    it('tells the time in the zone of the visitor where it differs', async () => {
      const { page } = await visit(paths.fr['event']!, 'fr', { timezoneId: 'Europe/Paris' });
      expect(await page.locator('.own-time').innerText()).toMatch(/^Dans votre fuseau horaire\s: \w+/);
      const { page: near } = await visit(paths.fr['event']!, 'fr', { timezoneId: 'America/Montreal' });
      expect(await near.locator('.own-time').isVisible()).toBe(false);
    });

    it('leads from an event back to the search that it was found with', async () => {
      const { page } = await visit('/en', 'en');
      await page.locator('#search').fill('market');
      await page.waitForURL(/search=market/);
      await page.locator('article h3 a').first().click();
      await page.getByRole('link', { name: 'All events' }).click();
      await page.waitForURL(`${origin}/en?search=market`);
      expect(await page.locator('#search').inputValue()).toBe('market');
    });

    it('tells the page around a frame how high it is', async () => {
      let body = '';
      const city = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(body));
      await new Promise<void>((listening) => city.listen(0, '127.0.0.1', listening));
      const site = `http://127.0.0.1:${(city.address() as AddressInfo).port}`;
      const framed = await TestCalendar.start({ FRAME_ANCESTORS: site });
      try {
        const { port } = framed.app.getHttpServer().address() as AddressInfo;
        const { page } = await monitoredPage(browser, 'en-CA');
        // The snippet of the recipe.
        const recipe = readFileSync(resolve('docs', 'recipes', 'embed.md'), 'utf8');
        const snippets = [...recipe.matchAll(/```html\n(.*?)```/gs)].map(([, html]) => html);
        body = `<!doctype html>${snippets.join('')}`.replaceAll('localhost:3000', `127.0.0.1:${port}`);
        await page.goto(`${site}/`);
        const frame = page.locator('iframe');
        await page.waitForFunction('document.querySelector("iframe").clientHeight !== 600');
        const inner = await page.frames()[1]!.evaluate('document.body.getBoundingClientRect().height');
        expect(await frame.evaluate((element) => element.clientHeight)).toBe(Math.ceil(inner as number));
        expect(await frame.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
      } finally {
        await framed.stop();
        city.close();
      }
    });

    it('copies the address of an event', async () => {
      const { page } = await visit(paths.en['event']!, 'en', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.locator('[data-copy]').click();
      await page.locator('[data-copy]', { hasText: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(paths.en['event']);
    });
  });

  it('can be used by the keyboard alone', async () => {
    const { page } = await visit('/en?view=list', 'en');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    const reached = new Set<string>();
    for (let presses = 0; presses < 16; presses += 1) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate<string>('document.activeElement.closest("form, .bar, article, .ongoing")?.className ?? ""'),
      );
    }
    expect([...reached]).toEqual(expect.arrayContaining(['filters', 'bar', 'ongoing', 'card']));
    // Nothing is loaded again, which would lose the focus.
    expect(requests).toEqual([]);
    await page.goto(origin + paths.en['event']!);
    await page.locator('.menu summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('link', { name: 'Google Calendar' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Google Calendar' }).isVisible()).toBe(false);
  });
});
