import { parseUrl } from '../../../http/validation/parsers.js';

/** A web address as the calendar stores it; undefined if it is invalid, so that an event does not fail for it. */
export function webAddress(text: unknown): string | undefined {
  const address = typeof text === 'string' ? text.trim().replace(/^(?=www\.)/i, 'https://') : undefined;
  const url = parseUrl(address && mendedAddress(address));
  return typeof url === 'string' ? url : undefined;
}

/**
 * Repairs an address if its meaning is certain: `http://` before another one or before a Markdown link, such as
 * `http://[https://a.example/](https://a.example/)?b`, whose brackets may be encoded. Others stay.
 */
export function mendedAddress(address: string): string {
  const inner = address.replace(/^https?:\/\/(?=https?:\/\/|mailto:)/i, '');
  const [, first, second, rest = ''] = MARKDOWN_ADDRESS.exec(inner) ?? [];
  if (first === undefined) return inner;
  if (second === undefined || second === first) return first + rest;
  return rest === '' ? second : inner;
}

const MARKDOWN_ADDRESS = new RegExp(
  String.raw`^https?:\/\/(?:\[|%5B)(https?:\/\/(?:(?!\[|\]|%5[BD])\S)+)(?:(?:\]|%5D)(?:\((https?:\/\/[^\s()]+)\)(.*))?)?$`,
  'i',
);

export function isBrokenAddress(address: string): boolean {
  if (!/^https?:/i.test(address)) return false;
  if (!URL.canParse(address) || /(?:\]|%5D)\(/i.test(address)) return true;
  const { hostname } = new URL(address);
  return !/^\[|^localhost$|^[^.]+(?:\.[^.]+)+\.?$/.test(hostname);
}
