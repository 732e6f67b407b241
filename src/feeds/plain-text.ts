import { compile } from 'html-to-text';
import { LRUCache } from 'lru-cache';

const block = (selector: string, lineBreaks: number) => ({
  selector,
  format: 'block',
  options: { leadingLineBreaks: lineBreaks, trailingLineBreaks: lineBreaks },
});

const convert = compile({
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['dl', 'figure'].map((selector) => block(selector, 2)),
    ...['dt', 'dd', 'figcaption'].map((selector) => block(selector, 1)),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
});

/** The converter leaves out the caption of a table. */
const CAPTION = /(<table\b[^<>]*>)\s*<caption\b[^<>]*>([^]*?)<\/caption>/g;

/**
 * HTML as text: paragraphs apart, items with a dash, addresses of links behind their words. Without line breaks around
 * it, behind which a spreadsheet would look for a formula as well.
 */
export function plainText(html: string): string {
  let text = cached.get(html);
  if (text === undefined) cached.set(html, (text = convert(html.replace(CAPTION, '<p>$2</p>$1')).trim()));
  return text;
}

/** A feed is made again after every write, and few of its texts have changed by then. */
const cached = new LRUCache<string, string>({
  maxSize: 2_000_000,
  sizeCalculation: (text, html) => text.length + html.length + 1,
});
