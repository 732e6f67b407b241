import { hyperlinkUrls, URL_IN_TEXT } from '../../../lib/text/hyperlinks.js';

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

/** Converts the parts of Markdown that are common in descriptions of events. Everything else stays text. */
export function markdownToHtml(markdown: string): string {
  const blocks = markdown.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  const html = blocks.flatMap((block) => blockToHtml(block.replace(/^\n+|\s+$/g, ''))).join('\n');
  // Items with empty lines between them are one list.
  return html.replace(/<\/(ul|ol)>\n<\1>/g, '');
}

const ITEM = /^\s{0,3}(?:([*+-])|\d{1,3}[.)])\s+/;
const HEADING = /^#{1,6}\s+/;

function blockToHtml(block: string): string[] {
  const html: string[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) html.push(partToHtml(lines));
    lines = [];
  };
  for (const line of block.split('\n')) {
    const isItemAfterText = ITEM.test(line) && lines.length > 0 && !ITEM.test(lines[0]!);
    if (HEADING.test(line) || isItemAfterText) flush();
    lines.push(line);
    if (HEADING.test(line)) flush();
  }
  flush();
  return html;
}

function partToHtml(lines: readonly string[]): string {
  const [first = ''] = lines;
  const text = lines.join('\n');
  if (text.trim() === '') return '';
  if (/^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/.test(text)) return '<hr>';
  if (HEADING.test(first)) {
    const level = Math.max(2, first.indexOf(' '));
    return `<h${level}>${inline(first.replace(HEADING, '').replace(/\s+#+\s*$/, ''))}</h${level}>`;
  }
  const item = ITEM.exec(first);
  return item ? list(item[1] === undefined ? 'ol' : 'ul', lines) : `<p>${inline(text.trim())}</p>`;
}

function list(tag: 'ul' | 'ol', lines: readonly string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
}

/** Escaped characters are replaced first, and links before emphasis, because URLs contain underscores. */
function inline(text: string): string {
  const kept: string[] = [];
  const aside = (html: string) => `\0${kept.push(html) - 1}\0`;
  const back = (html: string) => html.replace(/\0(\d+)\0/g, (_all, place: string) => kept[Number(place)] ?? '');
  const link = (label: string, address: string) => aside(`<a href="${address}">${emphasised(label)}</a>`);
  const withoutLinks = escaped(text.replace(/\0/g, ''))
    .replace(/\\([!-/:-@[-`{-~])/g, (_all, character: string) => aside(character))
    .replace(
      /\[([^[\]]+)\]\(\s*([^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s[^()]*)?\)/g,
      (_all, label: string, to: string) => link(label, to),
    )
    .replace(URL_IN_TEXT, (address) => link(address, address));
  return back(back(emphasised(withoutLinks).replace(/(?: {2,}|\\)\n/g, '<br>\n')));
}

function emphasised(text: string): string {
  return text
    .replace(/\*\*(?=[^\s*])([\s\S]+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\p{L}\p{N}_])__(?=\S)([^_]+?)__(?![\p{L}\p{N}_])/gu, '<strong>$1</strong>')
    .replace(/\*(?=[^\s*])([^*]*?[^\s*])\*/g, '<em>$1</em>')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*?[^\s_])_(?![\p{L}\p{N}_])/gu, '<em>$1</em>');
}

/** Existing entities are kept. */
function escaped(text: string): string {
  return text
    .replace(/&(?!(?:[a-z]\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
