import { request } from 'node:https';
import fc from 'fast-check';
import { loadSettings } from '../../lib/config/load-settings.js';
import { isPublic, PrivateAddress, ReceiverAddress } from './receiver-address.js';

const byte = fc.integer({ min: 0, max: 255 });

describe('isPublic', () => {
  it('refuses every address of private ranges, also inside IPv6', () => {
    const privately = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.constant(0), byte, byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    fc.assert(
      fc.property(privately, (bytes) => {
        const address = bytes.join('.');
        const hex = bytes.map((part) => part.toString(16).padStart(2, '0'));
        const last = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const all = [
          address,
          `::ffff:${address}`,
          `::ffff:${last}`,
          `::${last}`,
          `64:ff9b::${last}`,
          `2002:${last}::1`,
        ];
        expect(all.filter(isPublic)).toEqual([]);
      }),
    );
  });

  it.each(['::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '168.63.129.16', '::ffff:168.63.129.16'])(
    'refuses %s',
    (address) => expect(isPublic(address)).toBe(false),
  );

  it.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1', '::ffff:1.1.1.1'])('accepts %s', (address) =>
    expect(isPublic(address)).toBe(true),
  );
});

describe('ReceiverAddress', () => {
  const addresses = (WEBHOOK_ALLOW = '') => new ReceiverAddress(loadSettings({ WEBHOOK_ALLOW }));

  it('exempts the hosts and ports that the setting names, and no others', () => {
    const allowed = addresses('Hooks.intranet, 127.0.0.1:8080,[::1]');
    const isRefused = (url: string) => allowed.refusal(url) !== undefined;
    expect(['http://hooks.intranet/x', 'http://127.0.0.1:8080/', 'http://[::1]:5/'].filter(isRefused)).toEqual([]);
    const others = ['http://127.0.0.1/', 'https://127.0.0.1:8081/', 'http://other.intranet/', 'http://example.com/'];
    expect(others.filter(isRefused)).toEqual(others);
    expect(allowed.lookupFor('https://hooks.intranet/')).toBeUndefined();
    expect(allowed.lookupFor('https://example.com/')).toBeDefined();
  });

  it.each([true, false])('fails a connection to a name of a private address (all addresses: %s)', async (all) => {
    const lookup = addresses().lookupFor('https://localhost/')!;
    const error = await new Promise((resolve) => lookup('localhost', { all }, (failure) => resolve(failure)));
    expect(error).toBeInstanceOf(PrivateAddress);
  });

  it('is asked by the connection itself', async () => {
    const { lookupFor } = { lookupFor: addresses().lookupFor('https://localhost/')! };
    const sent = request('https://localhost:1/', { lookup: lookupFor, agent: false });
    const error = await new Promise((resolve) => sent.on('error', resolve).end());
    expect(error).toBeInstanceOf(PrivateAddress);
  });
});
