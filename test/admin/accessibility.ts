import axe from 'axe-core';
import { type Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is loading has come, and what is moving has arrived. */
export async function settled(page: Page): Promise<void> {
  // A dialog hides the heading from screen readers.
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  // A button that has the focus of the keyboard pulses without end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState === 'finished' || effect?.getTiming().iterations === Infinity),
  );
}

/** The rules of WCAG 2.2 AA that a page breaks, each with the elements. */
export async function brokenRules(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (values) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    return (await checker.run(document, { runOnly: { type: 'tag', values } })).violations;
  }, RULES);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
