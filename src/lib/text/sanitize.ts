import { decodeHTMLStrict } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { FieldError, single } from '../errors/field-error.js';
import { countMarkup, MAX_HTML_BYTES, MAX_MARKS, MAX_RAW_HTML } from './markup.js';
import { hyperlinkUrls } from './hyperlinks.js';
import { isSafeAddress } from './web-address.js';

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
  const raw = toText(value);
  if (raw instanceof FieldError) return value;
  const text = raw.length > MAX_RAW_LINE ? raw : decodeLine(raw);
  return VISIBLE.test(text) ? text : '';
}

/** Converts each line to plain text as `toPlainText` does. Blank lines at both ends are removed, of several inside one is kept. */
export function toPlainLines(value: unknown): unknown {
  if (typeof value !== 'string') return toPlainText(value);
  const raw = value.length > MAX_RAW_LINE ? value.slice(0, MAX_RAW_LINE) : value;
  const lines = raw.split(/\r\n?|[\n\u2028\u2029]/).map((line) => String(toPlainText(line)));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cleans a text that `toPlainText` has made before: entities in it are text, and are not decoded again. */
export function cleanPlainText(text: string): string {
  return stripLine(replaceLoneSurrogates(text));
}

/** `toPlainText` for parsers of values that hold texts; at most `max` characters (code points). */
export function parsePlainText(max = 255): (raw: unknown) => string | FieldError {
  return single((value) => {
    const raw = toText(value);
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
  const raw = toText(value);
  if (raw instanceof FieldError) return raw;
  const tooLong = new FieldError((messages) => messages.tooManyBytes(MAX_HTML_BYTES));
  if (raw.length > MAX_RAW_HTML || countMarkup(raw) > MAX_MARKS) return tooLong;
  const html = sanitise(raw);
  return html === undefined || Buffer.byteLength(html) > MAX_HTML_BYTES ? tooLong : html;
});

/** The visible text of HTML on one line: no tags, entities decoded, blocks separated, blanks collapsed. */
export function visibleText(html: string): string {
  return stripCleanTags(html)
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Removes tags. HTML of the form that sanitize-html writes needs no parser (fast path). */
function stripCleanTags(html: string): string {
  const text = html.replace(CLEAN_TAG, (tag) => (tag.search(BLOCK_TAG) === 0 ? ' ' : ''));
  const isClean = !/[<>]|&(?!(?:lt|gt|quot|amp);)/.test(text);
  return isClean ? text : sanitizeHtml(html.replace(BLOCK_TAG, ' $&'), { allowedTags: [] });
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b/gi;

function toText(value: unknown): string | FieldError {
  if (typeof value === 'string') return replaceLoneSurrogates(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return new FieldError((messages) => messages.text);
  return isExactInJson(value) ? String(value) : new FieldError((messages) => messages.numberInsteadOfText);
}

/** Whether JSON has kept all digits of a number, and JavaScript writes it without an exponent. */
function isExactInJson(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER && !String(number).includes('e');
}

/** Replaces lone surrogates, which databases refuse. */
function replaceLoneSurrogates(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function decodeLine(text: string): string {
  const plain = stripLine(text);
  return plain.includes('&') ? stripLine(decodeHTMLStrict(plain)) : plain;
}

function stripLine(text: string): string {
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return removeTags(oneLine).normalize('NFC').trim();
}

/** Removes what would be a tag in a page, and scripts with their content. Keeps a lone `<` (`a < b`). */
export function removeTags(text: string): string {
  return text.includes('<') ? stripTags(stripScripts(text)) : text;
}

const CODE_TAG = /(<\/?(?:script|style)\b[^<>]*>)/i;

/** Removes scripts and style sheets with their content, in one pass: a pattern over both tags would take quadratic time. */
function stripScripts(text: string): string {
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

/** Removes tags, also those that appear when others are removed (`<<b>b>`). Keeps a lone `<` (`a < b`). */
function stripTags(text: string): string {
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

const SANITIZE_OPTIONS: sanitizeHtml.IOptions = {
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
    '*': (name, attributes) => removeUnsafeUrls(REMOVED_BLOCKS.has(name) ? 'div' : name, attributes),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/** An allowed tag, as sanitize-html writes it. */
const CLEAN_TAG = new RegExp(String.raw`</?(?:${ALLOWED_TAGS.join('|')})(?: [a-z]+(?:="[^"<>]*")?)*(?: /)?>`, 'g');

/** Removes addresses that are relative, contain a password or are invalid. */
function removeUnsafeUrls(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  for (const name of ['href', 'src']) {
    const address = attribs[name]?.trim();
    if (address === undefined) continue;
    if (isSafeAddress(address)) attribs[name] = address;
    else delete attribs[name];
  }
  return { tagName, attribs };
}

/** Sanitizes HTML and adds paragraphs; undefined if it is too long for another pass. */
function sanitise(html: string): string | undefined {
  const clean = sanitiseUntilStable(html);
  if (clean === undefined) return undefined;
  return isBlank(clean) ? '' : toParagraphs(clean);
}

const CLEAN_TEXT = '[^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*';

/** Matches plain text and simple paragraphs, which need no parser (fast path for most texts). */
const CLEAN_HTML = new RegExp(
  String.raw`^(?:${CLEAN_TEXT}|(?:<p>${CLEAN_TEXT}(?:<(b|strong|i|em|u|s)>${CLEAN_TEXT}</\1>${CLEAN_TEXT})*</p>\s*)*)$`,
);

/** Sanitises until nothing changes, since repairing broken HTML can expose more of it. */
function sanitiseUntilStable(html: string): string | undefined {
  let clean = tidy(html);
  if (CLEAN_HTML.test(clean)) return clean;
  for (let pass = 0; pass < 5; pass++) {
    const before = clean;
    clean = tidy(sanitizeHtml(before, SANITIZE_OPTIONS));
    if (clean === before) return clean;
    if (clean.length > MAX_HTML_BYTES) return undefined;
  }
  // HTML that never becomes stable is malicious; only its text is kept.
  return removeControls(sanitizeHtml(clean, { allowedTags: [] })).trim();
}

/** Turns text without tags into HTML: links for addresses, paragraphs at empty lines, `<br />` at other line breaks. */
function toParagraphs(html: string): string {
  if (html.includes('<')) return html;
  if (!html.includes('\n')) return hyperlinkUrls(html);
  return hyperlinkUrls(html)
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
function tidy(html: string): string {
  return removeControls(html)
    .replace(/<p(?:\s[^<>]*)?>\s*<\/p>/gi, '\n')
    .trim();
}

/**
 * Removes control characters other than tab and line feed, and lone surrogates, which the parser can produce (`</ 𐀀`).
 */
function removeControls(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '');
}

/** Whether nothing is visible: rich-text editors send `<p><br></p>` for an empty text. Expects sanitized HTML. */
function isBlank(html: string): boolean {
  return !/<(?:img|hr)\b/.test(html) && !VISIBLE.test(html.replace(/<[^<>]*>/g, ''));
}
