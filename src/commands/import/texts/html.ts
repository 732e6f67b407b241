import { hyperlinkUrls } from '../../../lib/text/hyperlinks.js';

const BLOCK = 'p|ul|ol|li|h[1-6]|div|blockquote|table|thead|tbody|tr|td|th|pre|dl|dt|dd|figure|section|article';
const TAG = new RegExp(String.raw`</?(?:${BLOCK}|br|hr|a|strong|em|b|i|u|span|img|code)(?:\s[^<>]*)?/?>`, 'i');
const OPENING = new RegExp(String.raw`<(?:${BLOCK})(?:\s[^<>]*)?>`, 'gi');
const CLOSING = new RegExp(String.raw`</(?:${BLOCK})\s*>`, 'gi');

export function hasTags(text: string): boolean {
  return TAG.test(text);
}

export function textToHtml(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${hyperlinkUrls(escaped(paragraph)).replace(/\n/g, '<br>\n')}</p>`)
    .join('\n');
}

/** Text between blocks of HTML: each line becomes a paragraph; blocks stay as they are. */
export function mixedToHtml(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const opened = line.match(OPENING)?.length ?? 0;
    const closed = line.match(CLOSING)?.length ?? 0;
    const isText = depth === 0 && opened === 0 && closed === 0 && line.trim() !== '';
    depth = Math.max(0, depth + opened - closed);
    if (!isText) return line;
    return `<p>${/<a\s/i.test(line) ? line : hyperlinkUrls(line)}</p>`;
  });
  return lines.join('\n').trim();
}

/** The search ends at the next link: for many unclosed links it would otherwise take quadratic time. */
const LINK = /(<a\s[^<>]*>)((?:(?!<a\s)[\s\S])*?)<\/a>/gi;
const RELATIVE = /href="(?![a-z]+:)[^"]*"/i;

/** Makes the relative addresses of links and images absolute; without a base, such links become plain text. */
export function resolveAddresses(html: string, base: string | undefined): string {
  if (base === undefined)
    return html.replace(LINK, (link: string, tag: string, text: string) => (RELATIVE.test(tag) ? text : link));
  return html.replace(/(<(?:a|img)\s[^<>]*(?:href|src)=")(?![a-z]+:)([^"]*)(")/gi, (all, before, address, after) =>
    URL.canParse(String(address), base) ? `${before}${new URL(String(address), base).href}${after}` : String(all),
  );
}

/** Existing entities are kept. */
function escaped(text: string): string {
  return text
    .replace(/&(?!(?:[a-z]\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
