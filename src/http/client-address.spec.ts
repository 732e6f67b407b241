import { clientKeyOf } from './client-address.js';

describe('clientKeyOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ])('normalizes %s to the IPv4 address', (address, client) => {
    expect(clientKeyOf(address)).toBe(client);
  });

  it.each([
    '2001:db8:1:2::5',
    '2001:db8:1:2:ffff:0:0:1',
    '2001:0DB8:0001:0002:0000:0000:0000:0005',
    '[2001:db8:1:2::5]',
    '[2001:db8:1:2::5]:443',
    '2001:db8:1:2::5%eth0',
  ])('reduces %s to its network', (address) => {
    expect(clientKeyOf(address)).toBe('2001:db8:1:2');
  });

  it('fills in the zeros of a network', () => {
    expect(clientKeyOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(clientKeyOf('::1')).toBe('0:0:0:0');
  });

  it('uses one key for all texts that are no addresses', () => {
    for (const text of [undefined, '', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5:80', '[::1', '192.0.2.7:x']) {
      expect(clientKeyOf(text)).toBe('unknown');
    }
  });
});
