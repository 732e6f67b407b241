import { resolve } from 'node:path';
import { parseDatabaseUrl } from './database-url.js';

describe('DATABASE_URL', () => {
  it.each([
    ['sqlite:data/calendar.sqlite', resolve('data/calendar.sqlite')],
    ['sqlite:/var/lib/calendar.sqlite', '/var/lib/calendar.sqlite'],
    ['sqlite:///var/lib/calendar.sqlite', '/var/lib/calendar.sqlite'],
    ['SQLITE:./a b%20c.sqlite', resolve('a b%20c.sqlite')],
  ])('%s is a file', (url, path) => {
    expect(parseDatabaseUrl(url)).toEqual({ kind: 'sqlite', path });
  });

  it('names a server, with percent-encoded parts', () => {
    expect(
      parseDatabaseUrl('mysql://us%40er:p%2Fa%3Ass@db.example:3307/my%20db?socket=%2Frun%2Fa+b.sock&ssl=on'),
    ).toEqual({
      kind: 'server',
      host: 'db.example',
      port: 3307,
      user: 'us@er',
      password: 'p/a:ss',
      database: 'my db',
      socketPath: '/run/a b.sock',
      ssl: { rejectUnauthorized: true },
    });
  });

  it('needs neither port nor password', () => {
    expect(parseDatabaseUrl('mariadb://root@[::1]/calendar')).toEqual({
      kind: 'server',
      host: '::1',
      port: 3306,
      user: 'root',
      password: undefined,
      database: 'calendar',
      socketPath: undefined,
      ssl: undefined,
    });
  });

  it.each(['mysql://root:hush@a:1,b/calendar', 'mysql://a,[::1]:3307/calendar', 'mariadb://u:hush@a,/calendar'])(
    '%s, with several servers, is refused with the page on proxies',
    (url) => expect(() => parseDatabaseUrl(url)).toThrow(/must name one host: .*docs\/scaling\.md/),
  );

  it.each([
    ['mysql://root:hush@localhost:65536/calendar', 'cannot be read'],
    ['mysql://root:hush@localhost:0/calendar', 'cannot be read'],
    ['mysql://root:100%hush@localhost/calendar', 'cannot be read: write % as %25'],
    ['mysql://root:hush%zz@localhost/calendar', 'cannot be read'],
    ['mysql://root:hush%E9@localhost/calendar', 'cannot be read'],
    ['mysql://root:hush#1@localhost/calendar', 'cannot be read'],
    ['mysql://root:1/hush@localhost/calendar', 'cannot be read'],
    ['mysql://root:1?hush@localhost/calendar', 'cannot be read'],
    ['postgres://localhost/calendar', 'must start with'],
    ['sqlite::memory:', 'must name a file'],
    ['mysql://root:hush@localhost', 'must name a database'],
    ['mysql://root:hush@localhost/a/b', 'must name a database'],
    ['mysql://root:hush@localhost/a?charset=latin1', 'unknown option: charset'],
    ['mysql://root:hush@localhost/a?ssl=perhaps', 'ssl must be'],
  ])('%s is refused without repeating it', (url, reason) => {
    expect(() => parseDatabaseUrl(url)).toThrow(reason);
    expect(() => parseDatabaseUrl(url)).not.toThrow('hush');
  });
});
