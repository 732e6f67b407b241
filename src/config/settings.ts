import { isIP } from 'node:net';
import { IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { Satisfies, Setting, integer, isText, list, onOff } from './setting.js';

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Whose `X-Forwarded-*` headers are believed: nobody's, those of so many hops, or those of these addresses. */
export type TrustProxy = false | number | string[];

/** Everything that can be set from outside. Read by `loadSettings`, nowhere else. */
export class Settings {
  @Setting({
    variable: 'PORT',
    default: '3000',
    about: 'TCP port to listen on; 0 takes any free one.',
    must: 'a whole number from 0 to 65535',
    read: integer,
  })
  @IsInt()
  @Max(65535)
  port!: number;

  @Setting({
    variable: 'HOST',
    default: '127.0.0.1',
    about:
      'Address to listen on. The default answers this machine alone, so that nothing is open to a network by accident; ' +
      'in a container, where the network is the only way in, set 0.0.0.0 (the image does).',
    must: 'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0',
  })
  @Satisfies(isText((text) => isIP(text) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)))
  host!: string;

  @Setting({
    variable: 'WEB_CONCURRENCY',
    default: '1',
    about:
      'Processes that share the port and the work: as many as there are processor cores for the service. They count as ' +
      'one instance, with one set of limits. Leave it where something else, such as a process manager, starts several.',
    must: 'a whole number from 1 to 64',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(64)
  webConcurrency!: number;

  @Setting({
    variable: 'DATABASE_URL',
    default: 'sqlite:data/calendar.sqlite',
    about:
      'Where the data is. SQLite: sqlite:<path>; the file and its folder are made when missing. MariaDB or MySQL: ' +
      'mysql://user:password@host:3306/database (mariadb:// means the same; which of the two the server is, is asked). ' +
      'Percent-encode special characters. Options: ?socket=/run/mysqld/mysqld.sock, ?ssl=on (or unverified).',
    must: 'sqlite:<path>, mysql://user:password@host/database or mariadb://user:password@host/database',
    secret: true,
  })
  @Satisfies(
    isText((text) => /^sqlite:.+/i.test(text) || (/^(mysql|mariadb):\/\/.+/i.test(text) && URL.canParse(text))),
  )
  databaseUrl!: string;

  @Setting({
    variable: 'DATABASE_POOL',
    default: '10',
    about: 'Connections to MariaDB or MySQL per process (WEB_CONCURRENCY). SQLite needs none of this.',
    must: 'a whole number from 1 to 500',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(500)
  databasePool!: number;

  @Setting({
    variable: 'DATABASE_TIMEOUT',
    default: '4000',
    about:
      'Milliseconds that one unit of database work may take in all: waiting for a connection, statements, retries. ' +
      'After that the request is answered with 503.',
    must: 'a whole number from 100 to 60000',
    read: integer,
  })
  @IsInt()
  @Min(100)
  @Max(60_000)
  databaseTimeout!: number;

  @Setting({
    variable: 'ADMIN_KEY',
    default: '',
    about:
      'Key of the first administrator, made at the start when there is no administrator yet. ' +
      '`npm run keys -- generate` prints one.',
    must: 'a whole key as printed by `npm run keys -- generate`: it starts with cal_',
    secret: true,
  })
  @Matches(/^$|^cal_\S{16,}$/)
  adminKey!: string;

  @Setting({
    variable: 'SITE_URL',
    default: 'http://localhost:${PORT}',
    about: 'Public address of the site: the start of every link in an answer. Never taken from the Host header.',
    must: 'an absolute http:// or https:// address without query, such as https://www.example.org',
    read: (text) => text.replace(/\/+$/, ''),
  })
  @Satisfies(isText(isSiteUrl))
  siteUrl!: string;

  @Setting({
    variable: 'SITE_NAME',
    default: 'Calendar',
    about: 'Name of the site, in feeds, calendars to subscribe to and the documentation.',
    must: 'one line of at most 200 characters',
  })
  @Matches(/^.{1,200}$/)
  siteName!: string;

  @Setting({
    variable: 'SITE_TIMEZONE',
    default: 'America/Toronto',
    about: 'Time zone of the site: of events that name none, and of dates given without one.',
    must: 'a time zone of the IANA list, such as America/Toronto or UTC',
  })
  @Satisfies(isText(isTimeZone))
  siteTimezone!: string;

  @Setting({
    variable: 'BASE_PATH',
    default: '',
    about: 'Path before the language: /calendar turns /en/cal/events/v1 into /calendar/en/cal/events/v1.',
    must: 'a path of letters, digits and . _ ~ -, such as /calendar',
    read: (text) => text.replace(/^\/*(.*?)\/*$/, (_all, path: string) => (path === '' ? '' : `/${path}`)),
  })
  @Matches(/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/)
  basePath!: string;

  @Setting({
    variable: 'CURRENCY',
    default: 'CAD',
    about: 'Currency of costs that name none (ISO 4217).',
    must: 'a currency code of ISO 4217, such as CAD or EUR',
    read: (text) => text.toUpperCase(),
  })
  @Satisfies(isText((text) => Intl.supportedValuesOf('currency').includes(text)))
  currency!: string;

  @Setting({
    variable: 'MAX_PER_PAGE',
    default: '100',
    about: 'Largest per_page that a list accepts.',
    must: 'a whole number from 10 to 1000',
    read: integer,
  })
  @IsInt()
  @Min(10)
  @Max(1000)
  maxPerPage!: number;

  @Setting({
    variable: 'CACHE_MAX_AGE',
    default: '10',
    about: 'Seconds for which public answers may be kept by browsers and proxies.',
    must: 'a whole number from 0 to 86400',
    read: integer,
  })
  @IsInt()
  @Max(86_400)
  cacheMaxAge!: number;

  @Setting({
    variable: 'CACHE_MB',
    default: '64',
    about:
      'Megabytes that finished answers and records, and how they are made, may take in memory, per process; 0 keeps none.',
    must: 'a whole number from 0 to 4096',
    read: integer,
  })
  @IsInt()
  @Max(4096)
  cacheMegabytes!: number;

  @Setting({
    variable: 'ANSWER_CACHE',
    default: 'on',
    about: 'Whether whole answers are kept. Off, every list asks the database; for measuring.',
    must: 'on or off',
    read: onOff,
  })
  @IsBoolean()
  answerCache!: boolean;

  @Setting({
    variable: 'EXTENSIONS',
    default: 'geoloc',
    about: 'Extensions that are on, separated by commas; empty turns all off.',
    must: 'a list of names, such as geoloc',
    read: list,
    mayBeEmpty: true,
  })
  @IsArray()
  @Matches(/^[a-z][a-z0-9-]*$/, { each: true })
  extensions!: string[];

  @Setting({
    variable: 'CORS_ORIGINS',
    default: '*',
    about: 'Origins whose pages may read the interface from a browser, separated by commas; * for all, empty for none.',
    must: '*, or origins without a path, such as https://www.example.org',
    read: (text) => (text === '*' ? text : list(text)),
    mayBeEmpty: true,
  })
  @Satisfies((value) => value === '*' || (Array.isArray(value) && value.every(isOrigin)))
  corsOrigins!: '*' | string[];

  @Setting({
    variable: 'TRUST_PROXY',
    default: 'off',
    about:
      'Whether X-Forwarded-For says who the client is. Behind one proxy: 1. Or the addresses of the proxies, separated ' +
      'by commas. Turned on without a proxy it lets clients choose the address that limits are counted by.',
    must: 'off, a number of proxies from 1 to 10, or addresses such as 10.0.0.0/8, loopback',
    read: (text) => (text === 'off' ? false : /^\d+$/.test(text) ? Number(text) : list(text)),
  })
  @Satisfies(isTrustProxy)
  trustProxy!: TrustProxy;

  @Setting({
    variable: 'RATE_LIMIT',
    default: 'on',
    about: 'Limits on requests per client. Off, only tries of event passwords are still counted.',
    must: 'on or off',
    read: onOff,
  })
  @IsBoolean()
  rateLimit!: boolean;

  @Setting({
    variable: 'LOG_LEVEL',
    default: 'info',
    about: `How much is logged: ${logLevels.join(', ')}.`,
    must: `one of ${logLevels.join(', ')}`,
    read: (text) => text.toLowerCase(),
  })
  @IsIn(logLevels)
  logLevel!: LogLevel;
}

function isSiteUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !/[?#@\s]/.test(text);
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;
}

function isTimeZone(text: string): boolean {
  try {
    // Offsets such as +02:00 pass in newer engines, but a site keeps its summer time.
    return /^[A-Z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }).format() !== '';
  } catch {
    return false;
  }
}

function isTrustProxy(value: unknown): boolean {
  if (typeof value === 'number') return value >= 1 && value <= 10;
  return value === false || (Array.isArray(value) && value.length > 0 && value.every(isProxyAddress));
}

function isProxyAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [address = '', bits = '0'] = value.split('/');
  const largest = isIP(address) === 6 ? 128 : 32;
  return ['loopback', 'linklocal', 'uniquelocal'].includes(value) || (isIP(address) > 0 && integer(bits) <= largest);
}
