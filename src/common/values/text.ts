import sanitizeHtml from 'sanitize-html';
import { Fault } from '../errors/fault.js';
import { single } from './parser.js';

/** The longest HTML text that is stored, in bytes of UTF-8: what a MySQL `text` column holds, less a margin. */
export const MAX_HTML_BYTES = 60_000;

/** No markup makes a line of a few hundred characters this long; longer texts are refused before any work is done on them. */
const MAX_RAW_LINE = 20_000;

/**
 * Plain text of one line, at most `max` characters (code points), in Unicode NFC: tags out, control characters and line
 * breaks as blanks, trimmed. Entities are left alone: `&amp;` stays those five characters. May be ''.
 */
export function line(max = 255): (raw: unknown) => string | Fault {
  return single((value) => {
    const raw = asText(value);
    if (raw === undefined) return new Fault((messages) => messages.text);
    const text = raw.length > MAX_RAW_LINE ? raw : plainLine(raw);
    return [...text].length > max ? new Fault((messages) => messages.tooLong(max)) : text;
  });
}

/** HTML that is safe to show as it is, at most 60,000 bytes; '' where nothing is left to see. Sanitising it again changes nothing. */
export const parseHtml = single<string>((value) => {
  const raw = asText(value);
  if (raw === undefined) return new Fault((messages) => messages.text);
  const tooLong = new Fault((messages) => messages.tooManyBytes(MAX_HTML_BYTES));
  // The HTML parser's time grows with the square of the depth. No text that fits in the end begins with this many tags.
  if (raw.length > 5 * MAX_HTML_BYTES || raw.split('<').length > 20_000) return tooLong;
  const html = sanitised(raw);
  return Buffer.byteLength(html) > MAX_HTML_BYTES ? tooLong : html;
});

/** What a reader sees of an HTML text, on one line: tags out, entities decoded, blocks apart, blanks collapsed. */
export function visibleText(html: string): string {
  const apart = html.replace(BLOCK_TAG, ' $&');
  // Without tags, sanitize-html gives back text in which it has decoded every entity and escaped these few again.
  return sanitizeHtml(apart, { allowedTags: [] })
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPED[entity] ?? entity)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)\b/gi;

function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'string' ? wellFormed(value) : undefined;
}

/** Half a surrogate pair is no character; databases refuse it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function plainLine(text: string): string {
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const withoutCode = oneLine.replace(/<(script|style)\b[^>]*>.*?<\/\1\s*>/gi, '');
  return withoutTags(withoutCode).normalize('NFC').trim();
}

/**
 * Takes out everything from a `<` that begins a tag to the next `>`, also where taking one out makes another
 * (`<<b>b>`), in one pass. A `<` that begins none (`a < b`, `<3`) stays, and so does one that is never closed.
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

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q', 'time'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
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
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/** Until nothing changes any more: mending one fault of broken HTML can lay open another. */
function sanitised(html: string): string {
  let clean = html;
  for (let pass = 0; pass < 5; pass++) {
    const before = clean;
    clean = withoutControls(sanitizeHtml(withoutControls(before), ALLOWED)).trim();
    if (clean === before) return isBlank(clean) ? '' : clean;
  }
  // HTML that no pass settles was made to do so: its text is all that can be kept for sure.
  return withoutControls(sanitizeHtml(clean, { allowedTags: [] })).trim();
}

/** Control characters other than tab and line feed, and halves of characters: the parser cuts some in two (`</ 𐀀`). */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '');
}

/** Editors send `<p><br></p>` for an empty text. */
function isBlank(html: string): boolean {
  return visibleText(html) === '' && !/<(?:img|hr)\b/.test(html);
}
