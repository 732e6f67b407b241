import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { type NextFunction, type Request, type Response } from 'express';
import { type CalendarRequest } from './calendar-request.js';

/**
 * Who is counted as one: an IPv4 address, however it is written, or the network of an IPv6 address (/64), since whoever
 * has one has 2^64 of them. What is no address is one client, too.
 */
export function clientOf(given: string | undefined): string {
  const address = plainAddress(given ?? '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? network(address) : 'unknown';
}

/** Who is counted for a request, and takes turns with others: the account of its key, else its address. */
export function clientOfRequest({ caller, ip }: Pick<CalendarRequest, 'caller' | 'ip'>): string {
  return caller ? `account ${caller.id}` : clientOf(ip);
}

/**
 * An address as a proxy may write it, as the standard library does: without port and brackets, zeros and capitals, IPv4
 * inside IPv6 as IPv4. What is no address stays as it is.
 */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, inBrackets, withPort] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? [];
  const address = (inBrackets ?? withPort ?? text).trim().split('%', 1)[0]!;
  if (!isIPv6(address)) return isIPv4(address) ? address : text;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  return mapped ?? canonical;
}

/** Tidies the addresses of `X-Forwarded-For` before Express goes by them: it takes each one for what it is written as. */
export function plainForwardedFor(request: Request, _response: Response, next: NextFunction): void {
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    request.headers['x-forwarded-for'] = String(forwarded).split(',').map(plainAddress).join(', ');
  }
  next();
}

/** The first 64 bits. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
