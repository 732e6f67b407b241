import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Settings } from '../config/settings.js';
import { type Wording } from '../i18n/messages.js';

/** Addresses of the public ranges that lead to services of a host all the same: that of Azure's metadata. */
const INTERNAL: readonly string[] = ['168.63.129.16'];

/** The name of a receiver leads to an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** Which addresses messages may be sent to. */
@Injectable()
export class ReceiverAddress {
  private readonly allowed: ReadonlySet<string>;

  constructor({ webhookAllow }: Settings) {
    this.allowed = new Set(webhookAllow.map((host) => host.toLowerCase()));
  }

  /** @returns why nothing may be sent there, as far as the address tells without asking for names */
  refusal(address: string): Wording | undefined {
    const url = new URL(address);
    if (this.isAllowed(url)) return undefined;
    if (url.protocol !== 'https:') return (messages) => messages.webhookHttps;
    const host = hostOf(url);
    const isPrivate = isIP(host) === 0 ? /^(.*\.)?localhost\.?$/.test(host) : !isPublic(host);
    return isPrivate ? (messages) => messages.webhookPrivate : undefined;
  }

  /**
   * Looks up the address for a connection, which goes to no other one: nothing can change between the check and the
   * connection.
   * @returns undefined where every address is allowed
   */
  lookupFor(address: string): LookupFunction | undefined {
    return this.isAllowed(new URL(address)) ? undefined : lookupPublic;
  }

  private isAllowed(url: URL): boolean {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return this.allowed.has(url.hostname) || this.allowed.has(`${url.hostname}:${port}`);
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether an address is one of the public internet. IPv4 inside IPv6 counts as what it leads to. */
export function isPublic(address: string): boolean {
  const plain = ipaddr.process(address);
  // ::/96 held IPv4 addresses once (RFC 4291, 2.5.5.1).
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
