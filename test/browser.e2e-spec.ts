import { type AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fillSample } from '../src/commands/sample/sample.js';
import { faintTexts } from './support/contrast.js';
import { chromiumPath, launchBrowser, monitoredPage } from './support/browser.js';
import { isServerTested } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

// A browser does not depend on the database engine.
const isSkipped = chromiumPath === undefined || isServerTested();
if (chromiumPath === undefined)
  process.stderr.write('The tests in a browser are left out: install Chromium, or name one by CHROMIUM_PATH.\n');

(isSkipped ? describe.skip : describe)('in a browser', () => {
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

  const openDocumentation = async (language: 'en' | 'fr', options: BrowserContextOptions) => {
    const opened = await monitoredPage(browser, language === 'en' ? 'en-CA' : 'fr-CA', options);
    await opened.page.goto(`${origin}/${language}/cal/events/v1/doc`);
    await opened.page.locator('.opblock').first().waitFor();
    return opened;
  };

  // Swagger UI takes seconds to draw all operations, so the tests of a language share one page.
  const pages: { en?: ReturnType<typeof openDocumentation>; fr?: ReturnType<typeof openDocumentation> } = {};
  const documentation = (language: 'en' | 'fr') =>
    (pages[language] ??= openDocumentation(language, { viewport: { width: 1280, height: 900 } }));

  const open = async (page: Page, tag: string, operation: string) => {
    const block = page.locator(`#operations-${tag}-${operation}`);
    if ((await block.locator('.opblock-body').count()) === 0) await block.locator('.opblock-summary-control').click();
    await block.locator('button.execute').waitFor();
    return block;
  };

  /** Opens an operation, fills its body, executes it and returns the status that the page shows. */
  const execute = async (page: Page, tag: string, operation: string, body?: object) => {
    const block = await open(page, tag, operation);
    if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const answered = page.waitForResponse((response) => /\/v1\/(events|tags)\b/.test(response.url()));
    await block.locator('button.execute').click();
    const status = String((await answered).status());
    await block.locator('.live-responses-table .response-col_status', { hasText: status }).first().waitFor();
    return status;
  };

  describe.each(['en', 'fr'] as const)('the documentation in %s', (language) => {
    it('loads without errors, in its language', async () => {
      const { page, problems } = await documentation(language);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toBe(language === 'en' ? 'Calendar – Events API' : 'Calendrier – API des événements');
      expect(problems).toEqual([]);
    });

    it('opens with the routes; the guide unfolds and has short lines', async () => {
      const { page } = await documentation(language);
      expect((await page.locator('.opblock').first().boundingBox())!.y).toBeLessThan(450);
      const section = page.locator('.guide h2').first();
      expect(await section.isVisible()).toBe(false);
      await page.locator('.guide summary').click();
      expect(await section.innerText()).toBe(language === 'en' ? 'Languages' : 'Langues');
      expect((await page.locator('.guide p').first().boundingBox())!.width).toBeLessThanOrEqual(45 * 16);
    });

    it('shows the response headers of the service, and errors on request', async () => {
      const { page } = await documentation(language);
      const block = await open(page, 'events', 'listEvents');
      expect(await block.locator('table.headers').first().innerText()).toContain('X-Cal-Total');
      expect(await block.locator('.responses-table').innerText()).not.toMatch(/RateLimit|Cache-Control|X-Request-Id/);
      const codes = () => block.locator('.response-col_status').allInnerTexts();
      expect((await codes()).filter((code) => Number(code) >= 400)).toEqual([]);
      await block.locator('.show-errors').click();
      expect((await codes()).filter((code) => Number(code) >= 400)).toEqual(expect.arrayContaining(['400', '429']));
    });

    it('executes an operation on the same origin', async () => {
      const { page, problems } = await documentation(language);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      expect(await execute(page, 'events', 'listEvents')).toBe('200');
      expect(asked.every((url) => url.startsWith(`${origin}/${language}/`))).toBe(true);
      expect(asked.length).toBeGreaterThan(0);
      expect(problems).toEqual([]);
      const [copy, download] = await Promise.all(
        ['.highlight-code > .copy-to-clipboard', '.download-contents'].map((button) =>
          page.locator(`.live-responses-table ${button}`).first().boundingBox(),
        ),
      );
      // Side by side.
      expect(copy!.x + copy!.width).toBeLessThanOrEqual(download!.x);
    });

    it('focuses the input of the key, and asks for the key only', async () => {
      const { page } = await documentation(language);
      await page.locator('.btn.authorize').first().click();
      const dialog = page.locator('.dialog-ux');
      expect(await dialog.locator('input:focus').getAttribute('id')).toBe('auth-bearer-value');
      expect(await dialog.innerText()).toMatch(language === 'en' ? /without Bearer/ : /sans Bearer/);
      await dialog.locator('.btn-done').first().click();
    });

    it('sends no parameters that were not filled in', async () => {
      const { page } = await documentation(language);
      const block = await open(page, 'events', 'listEvents');
      const asked = page.waitForRequest((request) => request.url().includes('/v1/events'));
      await block.locator('button.execute').click();
      expect(new URL((await asked).url()).search).toBe('');
      expect(await block.locator('tr[data-param-name=per_page]').innerText()).toMatch(
        language === 'en' ? /Default: 10/ : /Par défaut\s: 10/,
      );
    });

    it('refuses a write without a key and shows a lock; executes it with a key, which it remembers after a reload', async () => {
      const { page } = await documentation(language);
      const tag = { name: `made in a browser (${language})` };
      expect(await execute(page, 'tags', 'createTag', tag)).toBe('401');
      const lock = (operation: string) => page.locator(`#operations-events-${operation} .authorization__btn`);
      const [missing, given] =
        language === 'en' ? [/none is given/, /one is given/] : [/aucune n’est donnée/, /une clé est donnée/];
      expect(await lock('listEvents').count()).toBe(0);
      expect(await lock('createEvent').getAttribute('aria-label')).toMatch(missing);
      const closed = await lock('createEvent').innerHTML();
      await page.locator('.btn.authorize').first().click();
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input[type=text]').first().fill(calendar.keys.editor);
      await dialog.locator('button.authorize').first().click();
      await dialog.locator('.btn-done').first().click();
      expect(await lock('createEvent').getAttribute('aria-label')).toMatch(given);
      expect(await lock('createEvent').innerHTML()).not.toBe(closed);
      expect(await lock('listEvents').count()).toBe(0);
      expect(await execute(page, 'tags', 'createTag', tag)).toBe('201');
      await page.reload();
      await page.locator('.opblock').first().waitFor();
      expect(await execute(page, 'tags', 'createTag', { name: `after a reload (${language})` })).toBe('201');
    });
  });

  describe('the documentation, in both languages,', () => {
    it('sends only the fields of a form that are filled in', async () => {
      const { page } = await documentation('fr');
      const block = await open(page, 'tags', 'createTag');
      await block.locator('select.content-type').first().selectOption('application/x-www-form-urlencoded');
      await block.locator('tr[data-property-name=name] input').first().fill('by a form');
      await page.waitForTimeout(400); // the inputs of Swagger UI say so after 350 ms
      const asked = page.waitForRequest((request) => request.method() === 'POST');
      await block.locator('button.execute').click();
      expect((await asked).postData()).toBe('name=by%20a%20form');
    });

    it('has a contrast of at least 4.5:1 and no horizontal scrolling on a phone', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openDocumentation('fr', { colorScheme, viewport: { width: 390, height: 844 } });
        await open(page, 'events', 'createEvent');
        await execute(page, 'events', 'listEvents');
        await page.mouse.move(0, 0);
        await page.waitForTimeout(500); // colours of buttons change over 300 ms
        expect(await faintTexts(page, 4.5)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
          colorScheme === 'light' ? 'rgb(250, 250, 250)' : 'rgb(28, 32, 34)',
        );
        await page.context().close();
      }
    });

    it('lists an update once, and can always execute it', async () => {
      const { page } = await documentation('fr');
      expect(await page.locator('[id^=operations-events-updateEvent]').count()).toBe(2); // by id, by slug
      expect(await page.locator('#operations-events-updateEvent').innerText()).toContain('PATCH');
      const block = await open(page, 'events', 'updateEvent');
      expect(await block.locator('.try-out__btn').isVisible()).toBe(false);
    });
  });

  it('has no English texts in French, except those of the interface', async () => {
    const { page } = await documentation('fr');
    const block = await open(page, 'events', 'listEvents');
    const sections = await page.locator('.opblock-tag > a').allInnerTexts();
    expect(sections).toEqual([
      'Événements',
      'Lieux',
      'Organisateurs',
      'Catégories',
      'Étiquettes',
      'Comptes',
      'Changements',
      'Recherche',
      'Propositions',
      'Traductions',
      'Images',
      'Webhooks',
      'Documentation',
      'Plan du site',
    ]);
    const add = block.locator('.json-schema-form-item-add').first();
    expect(await add.innerText()).toBe('Ajouter une valeur');
    await add.click();
    expect(await block.locator('.json-schema-form-item-remove').getAttribute('aria-label')).toBe(
      'Retirer cette valeur',
    );
    const labels = await page
      .locator('[aria-label], [title]')
      .evaluateAll((elements) =>
        elements.flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title')]),
      );
    const english = /\b(copy|expand|collapse|button|type of|media|request|response|remove|apply)\b/i;
    expect(labels.filter((label) => label !== null && english.test(label))).toEqual([]);
  });

  it('follows French typography: no line break before a colon or inside quotation marks, no space before ; ! ?', async () => {
    const { page } = await documentation('fr');
    await open(page, 'events', 'listEvents');
    const texts = await page.locator('#swagger-ui :is(p, li, td, div, span, h2, h3)').evaluateAll((elements) =>
      elements
        .filter((one) => !one.closest('pre, code'))
        .flatMap(({ childNodes }) => [...childNodes])
        .filter(({ nodeType }) => nodeType === 3)
        .map(({ textContent }) => textContent ?? ''),
    );
    expect(texts.filter((text) => / [:;!?»]|« |\u00A0[;!?]/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\u00A0:/.test(text)).length).toBeGreaterThan(5);
  });
});
