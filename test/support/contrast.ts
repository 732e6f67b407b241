import { type Page } from 'playwright-core';

/** Texts of a page whose contrast ratio with their background is below `least` (WCAG 2.2, 1.4.3), with their ratio. */
export function faintTexts(page: Page, least: number): Promise<string[]> {
  // The script is a string, because the tests are compiled without DOM types.
  return page.evaluate(`(${faintTextsInPage})(${least})`);
}

const faintTextsInPage = String.raw`(least) => {
  const parsed = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a)).concat(1);
  const linear = (part) => (part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const known = new Map();
  const styleOf = (element) => known.get(element) ?? known.set(element, getComputedStyle(element)).get(element);
  const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    const element = texts.currentNode.parentElement;
    if (!text || !element.checkVisibility() || element.closest('script, option, :disabled')) continue;
    const around = ancestors(element).map(styleOf);
    const behind = around.reduceRight((under, style) => over(parsed(style.backgroundColor), under), [255, 255, 255, 1]);
    const [r, g, b, a] = parsed(around[0].color);
    const opacity = around.reduce((product, style) => product * Number(style.opacity), a);
    const [light, dark] = [luminance(over([r, g, b, opacity], behind)), luminance(behind)].sort((x, y) => y - x);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) faint.push(ratio.toFixed(2) + ' ' + element.className + ': ' + text.slice(0, 40));
  }
  return faint;
}`;
