import axe from 'axe-core';
import { type Browser } from 'playwright-core';
import { fillSample } from '../../src/commands/sample/sample.js';
import { launchBrowser } from '../support/browser.js';
import { TestCalendar } from '../support/test-calendar.js';
import { describeInBrowser, openEditor, RUNS } from './editor.js';

const SCREENS = [
  ...['/', '/events', '/events?filter={"view":"month"}', '/events/create', '/events/25', '/venues', '/venues/1'],
  ...['/organizers', '/categories', '/tags', '/tags/create', '/images', '/translations', '/trash'],
];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describeInBrowser('every screen', () => {
  let calendar: TestCalendar;
  let browser: Browser;

  beforeAll(async () => {
    calendar = await TestCalendar.start({ ADMIN_PAGE: 'on' });
    await fillSample(calendar.app);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await calendar.stop();
  });

  it.each(RUNS)('keeps the rules of WCAG 2.2 AA: in %s on a %s', async (language, device) => {
    const dark = { colorScheme: language === 'fr' ? 'dark' : 'light' } as const;
    const { page, root } = await openEditor(browser, calendar, [language, device], calendar.keys.editor, dark);
    const found: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${root}/admin/#${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(300);
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async (values) => {
        const { axe: checker } = window as unknown as { axe: typeof axe };
        return (await checker.run(document, { runOnly: { type: 'tag', values } })).violations;
      }, RULES);
      for (const { id, nodes } of violations)
        found.push(`${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      // Nothing needs scrolling sideways.
      const width = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (width > 0) found.push(`${screen}: ${width} px too wide`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});
