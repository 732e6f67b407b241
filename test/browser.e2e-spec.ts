import { type AddressInfo } from 'node:net';
import { type Browser, type Page } from 'playwright-core';
import { fillSample } from '../src/sample/sample.js';
import { chromiumPath, launchBrowser, watchedPage } from './support/browser.js';
import { isServerTested } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

jest.setTimeout(60_000);

// A browser makes no difference to the database, so it is asked once.
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
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await calendar.stop();
  });

  const documentation = async (language: 'en' | 'fr') => {
    const opened = await watchedPage(browser, language === 'en' ? 'en-CA' : 'fr-CA');
    await opened.page.goto(`${origin}/${language}/cal/events/v1/doc`);
    await opened.page.locator('.opblock').first().waitFor();
    return opened;
  };

  /** Opens an operation, fills its body, executes it and answers the status that the page shows. */
  const execute = async (page: Page, tag: string, operation: string, body?: object) => {
    const block = page.locator(`#operations-${tag}-${operation}`);
    if ((await block.locator('.opblock-body').count()) === 0) await block.locator('.opblock-summary-control').click();
    const tryOut = block.locator('.try-out__btn:not(.cancel)');
    if ((await tryOut.count()) > 0) await tryOut.click();
    if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const answered = page.waitForResponse((response) => /\/v1\/(events|tags)\b/.test(response.url()));
    await block.locator('button.execute').click();
    const status = String((await answered).status());
    await block.locator('.live-responses-table .response-col_status', { hasText: status }).first().waitFor();
    return status;
  };

  describe.each(['en', 'fr'] as const)('the documentation in %s', (language) => {
    it('loads without a problem, in its language', async () => {
      const { page, problems } = await documentation(language);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('.info').innerText()).toMatch(language === 'en' ? /Languages/ : /Langues/);
      expect(problems).toEqual([]);
    });

    it('executes an operation on the same origin', async () => {
      const { page, problems } = await documentation(language);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      expect(await execute(page, 'events', 'listEvents')).toBe('200');
      expect(asked.every((url) => url.startsWith(`${origin}/${language}/`))).toBe(true);
      expect(asked.length).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    });

    it('is refused a write without a key, and does it with one that it keeps over a reload', async () => {
      const { page } = await documentation(language);
      const tag = { name: `made in a browser (${language})` };
      expect(await execute(page, 'tags', 'createTag', tag)).toBe('401');
      await page.locator('.btn.authorize').first().click();
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input[type=text]').first().fill(calendar.keys.editor);
      await dialog.locator('button.authorize').first().click();
      await dialog.locator('.btn-done').first().click();
      expect(await execute(page, 'tags', 'createTag', tag)).toBe('201');
      await page.reload();
      await page.locator('.opblock').first().waitFor();
      expect(await execute(page, 'tags', 'createTag', { name: `after a reload (${language})` })).toBe('201');
    });
  });

  it.each(['en-CA', 'fr-CA'])('the page at / shows the calendar to a visitor with %s', async (locale) => {
    const { page, problems } = await watchedPage(browser, locale);
    await page.goto(`${origin}/`);
    const language = locale.slice(0, 2);
    await page.locator('article').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(problems).toEqual([]);
  });
});
