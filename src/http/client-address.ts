import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * The key by which limits count a client: its IPv4 address, or the /64 network of its IPv6 address, since such a
 * network belongs to one customer. All texts that are not addresses share one key.
 */
export function clientKeyOf(given: string | undefined): string {
  const address = normalizeAddress(given ?? '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkPrefix(address) : 'unknown';
}

/**
 * Normalizes an address as proxies write it: without port and brackets, in lower case, IPv4-mapped IPv6 as IPv4. Other
 * text is returned unchanged.
 */
export function normalizeAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, inBrackets, withPort] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? [];
  const address = (inBrackets ?? withPort ?? text).trim().split('%', 1)[0]!;
  if (!isIPv6(address)) return isIPv4(address) ? address : text;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  return mapped ?? canonical;
}

/** Returns the first 64 bits. */
function networkPrefix(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
