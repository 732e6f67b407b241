import { clientOf } from './rate-limits.js';

describe('clientOf', () => {
  it('keeps IPv4 addresses, also where they are written as IPv6', () => {
    expect(clientOf('192.0.2.7')).toBe('192.0.2.7');
    expect(clientOf('::ffff:192.0.2.7')).toBe('::ffff:192.0.2.7');
  });

  it('takes all addresses of an IPv6 network for one client', () => {
    expect(clientOf('2001:db8:1:2::5')).toBe('2001:db8:1:2');
    expect(clientOf('2001:db8:1:2:ffff:0:0:1')).toBe('2001:db8:1:2');
    expect(clientOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(clientOf('::1')).toBe('0:0:0:0');
  });
});
