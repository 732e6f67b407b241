import { compile } from 'html-to-text';
import { LRUCache } from 'lru-cache';

/**
 * HTML as text that is read as it is: paragraphs apart, items with a dash, addresses of links behind their words. Without
 * line breaks around it, behind which a spreadsheet would look for a formula as well.
 */
export function plainText(html: string): string {
  return ofBlocks(html) ?? converted(html).trim();
}

/** A block as sanitised HTML has it; of one that has lists within it no more than the beginning. */
const BLOCK = /[ \t\n]*(<(p|h[1-6]|ul)(?: [^<>]*)?>([^]*?)<\/\2>)/gy;

/** Tags that are not seen in text. */
const INLINE_TAG = /<\/?(?:b|strong|i|em|u|s|small|mark|span)>/g;

const ITEM = /<li>([^]*?)<\/li>/g;

/** Other tags than those that mark words: of these, blocks are told apart in ways of their own. */
const OTHER_TAG = /<(?!\/?(?:a|abbr|b|br|cite|em|i|li|mark|s|small|span|strong|sub|sup|time|u)[ >])/;

/** What the converter makes of blocks one after the other: each by itself, most of them without it. */
function ofBlocks(html: string): string | undefined {
  let text = '';
  let end = 0;
  let isFirst = true;
  for (const [all, block, tag, inner] of html.matchAll(BLOCK)) {
    const found = (tag === 'ul' ? items(inner!) : words(inner!)) ?? (OTHER_TAG.test(inner!) ? '' : converted(block!));
    // What is empty, or begins or ends with a line break, stands apart in ways of its own, too.
    if (found.trim() !== found || found === '') return undefined;
    text += isFirst ? found : '\n'.repeat(linesBefore(tag!)) + found;
    isFirst = false;
    end += all.length;
  }
  return /[^ \t\n]/.test(html.slice(end)) ? undefined : text;
}

/** Headings of the upper levels stand further apart. */
function linesBefore(tag: string): number {
  return /^h[1-3]$/.test(tag) ? 3 : 2;
}

/** The items of a list, a line each; undefined where there is more in them than words. */
function items(inner: string): string | undefined {
  const found = [...inner.matchAll(ITEM)].map(([, item]) => words(item!));
  const isAll = found.every(Boolean) && !/[^ \t\n]/.test(inner.replace(ITEM, ''));
  return isAll ? found.map((item) => `- ${item}`).join('\n') : undefined;
}

/** Undefined where there is more than words and their emphasis, or a blank around them. */
function words(inner: string): string | undefined {
  const text = inner.includes('<') ? inner.replace(INLINE_TAG, '') : inner;
  if (text.includes('<')) return undefined;
  const line = BLANKS.test(text) ? text.replace(/[ \t\n\f\u200B]+/g, ' ') : text;
  if (line.startsWith(' ') || line.endsWith(' ')) return undefined;
  if (!line.includes('&')) return line;
  const decoded = line.replace(/&(?:lt|gt|quot);/g, (entity) => ESCAPED[entity]!);
  return /&(?!amp;)/.test(decoded) ? undefined : decoded.replaceAll('&amp;', '&');
}

/** Other blanks than single ones. */
const BLANKS = /[\t\n\f\u200B]| {2}/;

const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** In characters, of texts and the HTML they were made of. */
const MOST_KEPT = 2_000_000;

/** Feeds are made anew after every write, and few of their texts have changed. */
const kept = new LRUCache<string, string>({
  maxSize: MOST_KEPT,
  sizeCalculation: (text, html) => text.length + html.length + 1,
});

function converted(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  const text = convert(html);
  kept.set(html, text);
  return text;
}

/** What `plainText` makes of any HTML. */
export const convert = compile({
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
});
