import { type Sentence } from '../../../lib/errors/command-error.js';
import { fold } from '../../../lib/text/fold.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { because } from '../messages.js';
import { isBrokenAddress, mendedAddress, webAddress } from './web.js';

export function tidied(html: string): string {
  return withLists(withRelations(html)).trim();
}

export function withoutMarkdownLinks(text: string): string {
  return text.replace(/\[([^[\]]+)\]\(https?:\/\/[^\s()]*\)/g, '$1');
}

/** An imported description; undefined if it only repeats the title. */
export function descriptionFrom(html: string, title: string): string | undefined {
  const description = tidied(html);
  const isMore = /<(?:a|img)\s/i.test(description) || !repeats(description, title);
  return isMore && hasContent(description) ? description : undefined;
}

export function repeats(text: string, longer: string): boolean {
  const repeated = words(text);
  return repeated !== '' && `${words(longer)} `.startsWith(`${repeated} `);
}

export function hasContent(html: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(visibleText(html)) || /<img\s/i.test(html);
}

export function notesOf(
  description: string | undefined,
  addresses: Readonly<Record<'website' | 'image', readonly unknown[]>>,
): Sentence[] {
  const left = leftOvers(description ?? '').map((text) => because('leftOver', text));
  const none = Object.entries(addresses).flatMap(([field, texts]) =>
    texts
      .filter(
        (text): text is string => typeof text === 'string' && text.trim() !== '' && webAddress(text) === undefined,
      )
      .map((text) => because('noAddress', field, text.trim().slice(0, SHOWN))),
  );
  return [...left, ...none];
}

const SHOWN = 60;

export function leftOvers(html: string): string[] {
  const addresses = [...html.matchAll(/<a\s[^<>]*?href="([^"<>]*)"/gi)].map(([, address = '']) => decoded(address));
  const broken = addresses.filter(isBrokenAddress);
  const halves = visibleText(html).match(/\S{0,40}\]\(\s?https?:\S{0,60}/g) ?? [];
  return [...new Set([...broken, ...halves])];
}

function words(html: string): string {
  return fold(visibleText(html))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const LINK = /<a\s([^<>]*?)href="([^"<>]*)"([^<>]*)>([^<>]*)<\/a>/gi;

function withRelations(html: string): string {
  const mended = html.replace(
    /(<a\s[^<>]*?href=")([^"<>]*)(")/gi,
    (_all, before: string, address: string, after: string) =>
      `${before}${mendedAddress(decoded(address)).replace(/&/g, '&amp;')}${after}`,
  );
  return withoutMarkdown(mended).replace(LINK, (link, _before, address: string, _after, label: string) =>
    // An auto-linker has turned two words with a dot between them into a link; only the words are kept.
    isBrokenAddress(decoded(address)) && address.replace(/^https?:\/\//i, '') === label ? label : link,
  );
}

const TARGET = String.raw`(?:<a\s[^<>]*>)?(https?:\/\/[^\s()<>]+)(?:<\/a>)?`;
/** The alternative matches other tags, so that nothing inside a tag is matched. */
const MARKDOWN_LINK = new RegExp(
  String.raw`<[^<>]*>|\[(?:(<a\s[^<>]*href="([^"<>]*)"[^<>]*>[^<>]*<\/a>)|([^[\]<>]+))\]\(${TARGET}\)`,
  'gi',
);

/** Matches `[text](address)`, `[<a>…</a>](address)`, and nested ones. Relations with two different addresses stay. */
function withoutMarkdown(html: string): string {
  for (let pass = 0, text = html; ; pass++) {
    const next = text.replace(
      MARKDOWN_LINK,
      (all, link?: string, address?: string, label?: string, target?: string) => {
        if (label !== undefined) return `<a href="${target}">${label}</a>`;
        return address !== undefined && address === target ? (link ?? all) : all;
      },
    );
    if (next === text || pass === 3) return next;
    text = next;
  }
}

function decoded(attribute: string): string {
  return attribute.replace(/&amp;/g, '&');
}

const ONE_PARAGRAPH = String.raw`<p(?:\s[^<>]*)?>((?:(?!<\/?p[\s>])[^])*?)<\/p>`;
const PARAGRAPH = new RegExp(ONE_PARAGRAPH, 'gi');
const PARAGRAPHS = new RegExp(String.raw`(?:${ONE_PARAGRAPH}\s*)+`, 'gi');

/** Joins paragraphs like list items to a list, turns lines of three stars into rules, and removes empty ones. */
function withLists(html: string): string {
  return html.replace(PARAGRAPHS, (all) => {
    const lines = [...all.matchAll(PARAGRAPH)].flatMap(([whole, content = '']) => linesOf(whole, content));
    if (!lines.some(({ text }) => ITEM.test(text) || RULE.test(text) || !hasContent(text))) return all;
    return `${htmlOf(blocksOf(lines, new Set()))}${/\s*$/.exec(all)![0]}`;
  });
}

interface Line {
  readonly text: string;
  readonly after: 'paragraph' | 'break' | 'wrap';
}

const BREAK = /^<br\s*\/?>\s*/i;
const ITEM = /^(?:[-*•]\s+|•|-(?=\p{L}))(?=\S)/u;
/** A dash without a blank after it is a list item after a colon, otherwise it marks direct speech. */
const TIGHT = /^-(?=\p{L})/u;
const RULE = /^(?:\*{3,}|-{3,}|_{3,}|<hr\s*\/?>)$/i;

/** A paragraph is not split at a line break inside a tag. */
function linesOf(paragraph: string, content: string): Line[] {
  const parts = content
    .replace(/(<br\s*\/?>)\s+/gi, '$1')
    .split(/(?=<br\s*\/?>)|\n/i)
    .map((part) => part.trim());
  if (!parts.every(isWhole)) return [{ text: content.trim() || paragraph, after: 'paragraph' }];
  return parts.map((part, place) => ({
    text: part.replace(BREAK, ''),
    after: place === 0 ? 'paragraph' : BREAK.test(part) ? 'break' : 'wrap',
  }));
}

function isWhole(html: string): boolean {
  const opened = html.match(/<(?!br|img|hr)[a-z]/gi)?.length ?? 0;
  return opened === (html.match(/<\/[a-z]/gi)?.length ?? 0);
}

interface Block {
  readonly tag: 'p' | 'ul' | 'hr';
  /** The HTML of the paragraph, or of each item. */
  readonly parts: string[];
  readonly first: Line;
  last: Line;
}

/** @param lonely lines like items that would be a list with one item */
function blocksOf(lines: readonly Line[], lonely: ReadonlySet<Line>): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const { text, after } = line;
    const block = blocks.at(-1);
    const isInList = block?.tag === 'ul';
    const mayBeTight = isInList || /:\s*$/.test(visibleText(block?.last.text ?? ''));
    const isItem = ITEM.test(text) && !lonely.has(line) && (mayBeTight || !TIGHT.test(text));
    const isContinued = after === 'wrap' || (after === 'break' && block?.tag === 'p');
    if (RULE.test(text)) blocks.push({ tag: 'hr', parts: [], first: line, last: line });
    else if (isItem && isInList) block.parts.push(text.replace(ITEM, ''));
    else if (isItem) blocks.push({ tag: 'ul', parts: [text.replace(ITEM, '')], first: line, last: line });
    else if (isContinued && block && block.tag !== 'hr')
      block.parts.push(`${block.parts.pop()}${after === 'break' ? '<br>' : ''}\n${text}`);
    else blocks.push({ tag: 'p', parts: [text], first: line, last: line });
    blocks.at(-1)!.last = line;
  }
  const single = blocks.filter(({ tag, parts }) => tag === 'ul' && parts.length === 1).map(({ first }) => first);
  return single.length === 0 || lonely.size > 0 ? blocks : blocksOf(lines, new Set(single));
}

function htmlOf(blocks: readonly Block[]): string {
  return blocks
    .filter(({ tag, parts }) => tag === 'hr' || hasContent(parts.join('\n')))
    .map(({ tag, parts }) => {
      if (tag === 'hr') return '<hr>';
      if (tag === 'p') return `<p>${parts.join('')}</p>`;
      return `<ul>${parts.map((part) => `<li>${part}</li>`).join('')}</ul>`;
    })
    .join('\n');
}
