import { BlockList, isIP, isIPv6 } from 'node:net';
import { normalizeAddress } from '../client-address.js';
import { AccountError } from './account-error.js';

/** Size of the column. */
const MAX_LENGTH = 1024;

/**
 * The stored form of the addresses that a key may be used from: addresses and networks (RFC 4632, RFC 4291), such as
 * `192.0.2.7,10.0.0.0/8,2001:db8::/32`.
 * @throws {AccountError}
 */
export function parseAddresses(text: string): string {
  const networks = text.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    throw new AccountError(`"${wrong}" is neither an address nor a network, such as 192.0.2.7 or 2001:db8::/32.`);
  const kept = networks.join(',');
  if (kept.length > MAX_LENGTH)
    throw new AccountError(`The addresses must not be longer than ${MAX_LENGTH} characters.`);
  return kept;
}

/** Whether a list in its stored form has an address, which may be IPv4-mapped IPv6. */
export function isAllowedAddress(addresses: string, address: string): boolean {
  const list = new BlockList();
  for (const [host, prefix] of addresses.split(',').map((network) => network.split('/')))
    list.addSubnet(host!, Number(prefix ?? maxPrefixLength(host!)), family(host!));
  const plain = normalizeAddress(address);
  return isIP(plain) !== 0 && list.check(plain, family(plain));
}

function isNetwork(text: string): boolean {
  const [host = '', prefix, ...more] = text.split('/');
  if (isIP(host) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefixLength(host));
}

const maxPrefixLength = (host: string) => (isIPv6(host) ? 128 : 32);
const family = (host: string) => (isIPv6(host) ? 'ipv6' : 'ipv4');
