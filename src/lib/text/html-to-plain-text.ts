import { decodeXML } from 'entities';
import { compile } from 'html-to-text';
import { LRUCache } from 'lru-cache';
import { removeTags } from './sanitize.js';

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

/** Matches the caption of a table, which the converter drops. */
const CAPTION = /(<table\b[^<>]*>)\s*<caption\b[^<>]*>([^]*?)<\/caption>/g;

/** Matches what a parser has to read: tags other than paragraphs and emphasis, empty ones, and other character references. */
const NOT_SIMPLE = /<(?!\/?(?:p|b|strong|i|em|u|s)>)|<\w+>\s*<\/|&(?!(?:amp|lt|gt|quot);)|\u200B/;

/** The white space of the converter: a no-break space is text. */
const BLANKS = /[ \t\r\n\f]+/g;

/**
 * Converts HTML to plain text: separate paragraphs, list items with a dash, URLs after the text of links. Trimmed,
 * since spreadsheets also look for formulas after line breaks.
 */
export function htmlToPlainText(html: string): string {
  if (!NOT_SIMPLE.test(html)) return simpleToPlainText(html);
  let text = cached.get(html);
  if (text === undefined) cached.set(html, (text = convert(html.replace(CAPTION, '<p>$2</p>$1')).trim()));
  return text;
}

/** The same for paragraphs with emphasis, as most descriptions are, in a tenth of the time. */
function simpleToPlainText(html: string): string {
  const paragraphs = html.split(/<\/?p>/).map((part) => part.replace(/<[^<>]*>/g, '').replace(BLANKS, ' '));
  const texts = paragraphs.map((text) => text.replace(/^ | $/g, '')).filter((text) => text !== '');
  return texts
    .join('\n\n')
    .replace(/&(?:amp|lt|gt|quot);/g, decodeXML)
    .trim();
}

/**
 * The description in JSON-LD: plain text, without what would be a tag in a page (`&lt;b&gt;` in HTML), since templates
 * put JSON-LD into pages and may not escape it.
 */
export function jsonLdDescription(html: string | null): { description?: string } {
  const description = html === null ? '' : removeTags(htmlToPlainText(html)).trim();
  return description === '' ? {} : { description };
}

/** Caches texts, since feeds are built again after every write and few of their texts change. */
const cached = new LRUCache<string, string>({
  maxSize: 2_000_000,
  sizeCalculation: (text, html) => text.length + html.length + 1,
});
