import { decodeHTMLStrict } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { FieldError, single } from '../errors/field-error.js';
import { marksIn, MAX_HTML_BYTES, MAX_MARKS, MAX_RAW_HTML } from './markup.js';
import { linked } from './links.js';
import { isLink } from './web-address.js';

/** Maximum raw length of a line. Longer texts are refused before any work is done. */
const MAX_RAW_LINE = 20_000;

/** HTML is flattened at this depth, since the time of parsers grows with it. */
const MAX_DEPTH = 100;

/** A visible character: not a blank (including that of Braille), a zero-width space or a direction mark. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Converts to plain text of one line in Unicode NFC: removes tags, decodes entities that end in `;` once, removes tags
 * again, replaces control characters and line breaks by blanks, and trims. Returns "" if nothing visible is left. A
 * number that keeps its digits becomes text; other values are returned unchanged, and so are texts that are far too
 * long.
 */
export function toPlainText(value: unknown): unknown {
  const raw = asText(value);
  if (raw instanceof FieldError) return value;
  const text = raw.length > MAX_RAW_LINE ? raw : decodedLine(raw);
  return VISIBLE.test(text) ? text : '';
}

/** `toPlainText` for parsers of values that hold texts; at most `max` characters (code points). */
export function parsePlainText(max = 255): (raw: unknown) => string | FieldError {
  return single((value) => {
    const raw = asText(value);
    if (raw instanceof FieldError) return raw;
    const text = String(toPlainText(raw));
    return text.length > max && [...text].length > max ? new FieldError((messages) => messages.tooLong(max)) : text;
  });
}

/**
 * Cleans HTML so that it is safe to show, at most 60,000 bytes; '' if nothing visible is left. Lines of text without a
 * tag become paragraphs. Cleaning the result again changes nothing.
 */
export const parseHtml = single<string>((value) => {
  const raw = asText(value);
  if (raw instanceof FieldError) return raw;
  const tooLong = new FieldError((messages) => messages.tooManyBytes(MAX_HTML_BYTES));
  if (raw.length > MAX_RAW_HTML || marksIn(raw) > MAX_MARKS) return tooLong;
  const html = sanitised(raw);
  return html === undefined || Buffer.byteLength(html) > MAX_HTML_BYTES ? tooLong : html;
});

/** The visible text of HTML on one line: no tags, entities decoded, blocks separated, blanks collapsed. */
export function visibleText(html: string): string {
  return withoutCleanTags(html)
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPED[entity] ?? entity)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Matches text with only these entities, which needs no parser. */
function withoutCleanTags(html: string): string {
  const text = html.replace(CLEAN_TAG, (tag) => (tag.search(BLOCK_TAG) === 0 ? ' ' : ''));
  const isClean = !/[<>]|&(?!(?:lt|gt|quot|amp);)/.test(text);
  return isClean ? text : sanitizeHtml(html.replace(BLOCK_TAG, ' $&'), { allowedTags: [] });
}

const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b/gi;

function asText(value: unknown): string | FieldError {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return new FieldError((messages) => messages.text);
  return hasItsDigits(value) ? String(value) : new FieldError((messages) => messages.textOfDigits);
}

/** Whether a number has plain decimals and no more digits than JSON keeps exactly. */
function hasItsDigits(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER && !String(number).includes('e');
}

/** Lone surrogates, which databases refuse. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function decodedLine(text: string): string {
  const plain = plainLine(text);
  return plain.includes('&') ? plainLine(decodeHTMLStrict(plain)) : plain;
}

function plainLine(text: string): string {
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return (oneLine.includes('<') ? withoutTags(withoutCode(oneLine)) : oneLine).normalize('NFC').trim();
}

const CODE_TAG = /(<\/?(?:script|style)\b[^<>]*>)/i;

/** Removes scripts and style sheets with their content, in one pass: a pattern over both tags would take quadratic time. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let open: { name: string; at: number } | undefined;
  for (const part of text.split(CODE_TAG)) {
    const [, closing, name] = /^<(\/?)(script|style)\b/i.exec(part.toLowerCase()) ?? [];
    if (open && closing === '/' && name === open.name) {
      kept.length = open.at;
      open = undefined;
      continue;
    }
    if (!open && closing === '' && name !== undefined) open = { name, at: kept.length };
    kept.push(part);
  }
  return kept.join('');
}

/**
 * Removes tags in one pass, including those that appear when others are removed (`<<b>b>`). A `<` that begins no tag
 * (`a < b`, `<3`) or is never closed stays.
 */
function withoutTags(text: string): string {
  const kept: string[] = [];
  const open: number[] = [];
  for (const character of text) {
    const start = open.at(-1);
    if (character === '>' && start !== undefined && /^[a-z/!?]/i.test(kept[start + 1] ?? '')) {
      kept.length = start;
      open.pop();
    } else {
      if (character === '<') open.push(kept.length);
      kept.push(character);
    }
  }
  return kept.join('');
}

const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q', 'time'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** Blocks that are removed become `div`, so that the words before and after do not run together. */
const REMOVED_BLOCKS: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'center', 'details', 'dialog', 'dir', 'fieldset', 'footer', 'form', 'header'],
  ...['hgroup', 'legend', 'main', 'menu', 'nav', 'optgroup', 'search', 'section', 'summary'],
]);

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'hreflang'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    time: ['datetime'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    '*': (name, attributes) => withoutBadAddresses(REMOVED_BLOCKS.has(name) ? 'div' : name, attributes),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/** An allowed tag, as sanitize-html writes it. */
const CLEAN_TAG = new RegExp(String.raw`</?(?:${ALLOWED_TAGS.join('|')})(?: [a-z]+(?:="[^"<>]*")?)*(?: /)?>`, 'g');

/** Removes addresses that are relative, contain a password or are invalid. */
function withoutBadAddresses(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  for (const name of ['href', 'src']) {
    const address = attribs[name]?.trim();
    if (address === undefined) continue;
    if (isLink(address)) attribs[name] = address;
    else delete attribs[name];
  }
  return { tagName, attribs };
}

/** Clean HTML with paragraphs; undefined if it is too long for another pass. */
function sanitised(html: string): string | undefined {
  const clean = settled(html);
  if (clean === undefined) return undefined;
  return isBlank(clean) ? '' : inParagraphs(clean);
}

const CLEAN_TEXT = '[^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*';

/** Matches plain text and paragraphs of plain text, which need no parser. Most texts are like that. */
const CLEAN_HTML = new RegExp(
  String.raw`^(?:${CLEAN_TEXT}|(?:<p>${CLEAN_TEXT}(?:<(b|strong|i|em|u|s)>${CLEAN_TEXT}</\1>${CLEAN_TEXT})*</p>\s*)*)$`,
);

/** Sanitises until nothing changes, since repairing broken HTML can expose more of it. */
function settled(html: string): string | undefined {
  let clean = tidied(html);
  if (CLEAN_HTML.test(clean)) return clean;
  for (let pass = 0; pass < 5; pass++) {
    const before = clean;
    clean = tidied(sanitizeHtml(before, ALLOWED));
    if (clean === before) return clean;
    if (clean.length > MAX_HTML_BYTES) return undefined;
  }
  // HTML that never becomes stable is malicious; only its text is kept.
  return withoutControls(sanitizeHtml(clean, { allowedTags: [] })).trim();
}

/** Turns text without tags into HTML: links for addresses, paragraphs at empty lines, `<br />` at other line breaks. */
function inParagraphs(html: string): string {
  if (html.includes('<')) return html;
  if (!html.includes('\n')) return linked(html);
  return linked(html)
    .split(/\n(?:[^\S\n]*\n)+/)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((text) => text.trim())
          .join('<br />\n')}</p>`,
    )
    .join('\n');
}

/** Removes control characters and empty paragraphs. */
function tidied(html: string): string {
  return withoutControls(html)
    .replace(/<p(?:\s[^<>]*)?>\s*<\/p>/gi, '\n')
    .trim();
}

/** Control characters other than tab and line feed, and lone surrogates, which the parser can produce (`</ 𐀀`). */
function withoutControls(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '');
}

/** Editors send `<p><br></p>` for an empty text. Sanitised HTML has no other `<` and `>` than those of tags. */
function isBlank(html: string): boolean {
  return !/<(?:img|hr)\b/.test(html) && !VISIBLE.test(html.replace(/<[^<>]*>/g, ''));
}
