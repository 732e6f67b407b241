import { compile } from 'html-to-text';
import { LRUCache } from 'lru-cache';

/** In characters, of texts and the HTML they were made of. */
const MOST_KEPT = 2_000_000;

/** Feeds are made anew after every write, and few of their texts have changed: making them is a fifth of the work. */
const kept = new LRUCache<string, string>({
  maxSize: MOST_KEPT,
  sizeCalculation: (text, html) => text.length + html.length + 1,
});

/** HTML as text that is read as it is: paragraphs apart, items with a dash, addresses of links behind their words. */
export function plainText(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  const text = convert(html);
  kept.set(html, text);
  return text;
}

const convert = compile({
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
});
