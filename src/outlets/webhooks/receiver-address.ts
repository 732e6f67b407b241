import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Settings } from '../../lib/config/settings.js';
import { type Wording } from '../../lib/i18n/messages.js';

/** Addresses in public ranges that are internal: 168.63.129.16 is a virtual address of the Azure platform. */
const INTERNAL: readonly string[] = ['168.63.129.16'];

/** The host name of a receiver resolves to an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** Decides which addresses messages may be sent to (protection against SSRF). */
@Injectable()
export class ReceiverAddress {
  private readonly allowed: ReadonlySet<string>;

  constructor({ webhookAllow }: Settings) {
    this.allowed = new Set(webhookAllow.map((host) => host.toLowerCase()));
  }

  /** @returns the reason why an address is refused, as far as the URL shows it without a DNS lookup */
  refusal(address: string): Wording | undefined {
    const url = new URL(address);
    if (this.isAllowed(url)) return undefined;
    if (url.protocol !== 'https:') return (messages) => messages.webhookHttps;
    const host = hostOf(url);
    const isPrivate = isIP(host) === 0 ? /^(.*\.)?localhost\.?$/.test(host) : !isPublic(host);
    return isPrivate ? (messages) => messages.webhookPrivate : undefined;
  }

  /** A DNS lookup for the connection itself, so that no other address is connected to; undefined if all are allowed. */
  lookupFor(address: string): LookupFunction | undefined {
    return this.isAllowed(new URL(address)) ? undefined : lookupPublic;
  }

  private isAllowed(url: URL): boolean {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return this.allowed.has(url.hostname) || this.allowed.has(`${url.hostname}:${port}`);
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether an address is a public one. IPv4 inside IPv6 is treated as the IPv4 address. */
export function isPublic(address: string): boolean {
  const plain = ipaddr.process(address);
  // ::/96 contained IPv4 addresses in the past (RFC 4291, 2.5.5.1).
  const isCompatible = plain instanceof ipaddr.IPv6 && plain.parts.slice(0, 6).every((part) => part === 0);
  return plain.range() === 'unicast' && !isCompatible && !INTERNAL.includes(plain.toString());
}

const lookupPublic: LookupFunction = (host, options, callback) => {
  dnsLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '');
    if (!found.every(({ address }) => isPublic(address))) return callback(new PrivateAddress(), '');
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  });
};
