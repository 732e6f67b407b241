import { AccountError } from './account-error.js';
import { parseAddresses, isAllowedAddress } from './allowed-addresses.js';

describe('the allowed addresses of a key', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 10.0.0.0/8 , 2001:db8::/32', '10.0.0.0/8,2001:db8::/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::1', '::1'],
  ])('%j are stored as %j', (text, kept) => {
    expect(parseAddresses(text)).toBe(kept);
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    '1.2.3.4,',
  ])('are not %j', (text) => {
    expect(() => parseAddresses(text)).toThrow(AccountError);
  });

  it('fit into their column', () => {
    expect(() => parseAddresses(Array.from({ length: 200 }, () => '192.0.2.7').join())).toThrow(AccountError);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['10.0.0.0/8', '10.200.3.4', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['192.0.2.1,10.0.0.0/8', '10.0.0.1', true],
    ['2001:db8::/32', '2001:DB8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::/32', '192.0.2.7', false],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '192.0.2.7', true],
    ['192.0.2.7', '', false],
    ['192.0.2.7', 'unknown', false],
  ])('%j: %j is among them: %s', (addresses, address, isOne) => {
    expect(isAllowedAddress(addresses, address)).toBe(isOne);
  });
});
