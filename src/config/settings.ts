import { isIP } from 'node:net';
import { IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { DEFAULT_PAGE_URL, type PageUrls, readPageUrls } from './page-urls.js';
import { Satisfies, Setting, integer, isText, list, onOff } from './setting.js';

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
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
      'Several servers stand behind one proxy (docs/scaling.md). ' +
      'Percent-encode special characters. Options: ?socket=/run/mysqld/mysqld.sock, ?ssl=on (or unverified).',
    must: 'sqlite:<path>, mysql://user:password@host/database or mariadb://user:password@host/database',
    secret: true,
  })
  // What is wrong inside of it is said by the room that reads it.
  @Satisfies(isText((text) => /^(sqlite:|(mysql|mariadb):\/\/)./i.test(text)))
  databaseUrl!: string;

  @Setting({
    variable: 'SAMPLE',
    default: 'on',
    about:
      'Whether a start without DATABASE_URL fills the calendar, while it has no records, with a sample of some 60 ' +
      'events. Off, it begins empty.',
    must: 'on or off',
    read: onOff,
  })
  @IsBoolean()
  sample!: boolean;

  @Setting({
    variable: 'DATABASE_POOL',
    default: '10',
    about:
      'Connections to MariaDB or MySQL per process (WEB_CONCURRENCY); reads use 2 of 5 at most. SQLite needs none of this.',
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
    variable: 'READY_READ_ONLY',
    default: 'on',
    about:
      'Whether /health/ready answers 200 while the database can be read but not written to; its answer says so. Off, it ' +
      'is 503 then, and a load balancer sends requests to other instances.',
    must: 'on or off',
    read: onOff,
  })
  @IsBoolean()
  readyReadOnly!: boolean;

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
    variable: 'PAGE_URLS',
    default: DEFAULT_PAGE_URL,
    about:
      'Addresses of the public pages of records, wherever one is named: templates with {site} (SITE_URL), {language}, ' +
      '{kind} (events, venues, organizers, categories, tags), {slug} and {id}. Several are divided by blanks, each after ' +
      'what it is for: fr.events={site}/evenements/{slug} events={site}/whats-on/{slug} fr={site}/fr/{kind}/{slug}. ' +
      'The one that says most counts; one without a name is for all others. The home page is fr.home={site}/accueil, by ' +
      'default {site}/{language}.',
    must: 'templates such as fr.events={site}/evenements/{slug}, divided by blanks',
    read: readPageUrls,
    fault: (value) => (typeof value === 'string' ? value : undefined),
  })
  @Satisfies((value) => value instanceof Map)
  pageUrls!: PageUrls;

  @Setting({
    variable: 'SITE_NAME',
    default: 'Calendar',
    about: 'Name of the site: the title of the page at / and of the documentation.',
    must: 'one line of at most 200 characters',
  })
  @Matches(/^.{1,200}$/)
  siteName!: string;

  @Setting({
    variable: 'SITE_NAME_FR',
    default: '${SITE_NAME}',
    about: 'Name of the site in French, where it has another one.',
    must: 'one line of at most 200 characters',
  })
  @Matches(/^.{1,200}$/)
  siteNameFr!: string;

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
    variable: 'FEED_LIMIT',
    default: '1000',
    about: 'Records that a list in another format than JSON gives (.ics, .rss, .csv, …) where per_page is not given.',
    must: 'a whole number from 1 to 100000, and no more than FEED_MAX',
    read: integer,
    atMost: 'FEED_MAX',
  })
  @IsInt()
  @Min(1)
  @Max(100_000)
  feedLimit!: number;

  @Setting({
    variable: 'FEED_MAX',
    default: '10000',
    about: 'Largest per_page that a list in another format than JSON accepts.',
    must: 'a whole number from 10 to 100000',
    read: integer,
  })
  @IsInt()
  @Min(10)
  @Max(100_000)
  feedMax!: number;

  @Setting({
    variable: 'SERIES_HORIZON',
    default: '24',
    about:
      'Months ahead for which the occurrences of a series exist; as time passes, the next ones are made. A series has at ' +
      'most 750 ahead, however far that is.',
    must: 'a whole number from 1 to 120',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(120)
  seriesHorizon!: number;

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
    default: '32',
    about: 'Megabytes that finished answers may take in memory, per process; 0 keeps none.',
    must: 'a whole number from 0 to 4096',
    read: integer,
  })
  @IsInt()
  @Max(4096)
  cacheMegabytes!: number;

  @Setting({
    variable: 'EXTENSIONS',
    default: 'geoloc',
    about:
      'Extensions that are on, separated by commas; empty turns all off, and the log names those that there are not.',
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
    variable: 'MAX_CONNECTIONS',
    default: '5000',
    about: 'Connections that are open at once, per process (WEB_CONCURRENCY); more are closed as they come.',
    must: 'a whole number from 1 to 100000',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(100_000)
  maxConnections!: number;

  @Setting({
    variable: 'MAX_REQUESTS',
    default: '1000',
    about:
      'Requests that are worked on at once, per process; more are answered with 503 and Retry-After, but for clients with ' +
      'few of them. Health is not counted.',
    must: 'a whole number from 1 to 100000',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(100_000)
  maxRequests!: number;

  @Setting({
    variable: 'MAX_REQUESTS_PER_CLIENT',
    default: '250',
    about:
      'Of these the requests of one address (of IPv6 one network), per process; more are answered with 429 and ' +
      'Retry-After. RATE_LIMIT=off turns it off. Behind a proxy without TRUST_PROXY all visitors are one address.',
    must: 'a whole number from 1 to 100000',
    read: integer,
  })
  @IsInt()
  @Min(1)
  @Max(100_000)
  maxRequestsPerClient!: number;

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
