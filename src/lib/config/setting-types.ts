/** The values that settings take, besides those of `env.ts`. */
import { isIP } from 'node:net';
import { type EnvType, integer, list, mapped, text } from './env.js';
import { type PageUrls, parsePageUrls } from './page-urls.js';

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The proxies whose `X-Forwarded-*` headers are trusted: none, a number of proxies, or a list of addresses. */
export type TrustProxy = false | number | string[];

export const oneLine = text('one line of at most 200 characters', /^.{1,200}$/);

export const oneLineOrNone = text('one line of at most 200 characters', /^.{0,200}$/);

export const hostName = text(
  'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0',
  (value) => isIP(value) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value),
);

export const databaseUrl = text(
  'sqlite:<path>, mysql://user:password@host/database or mariadb://user:password@host/database',
  /^(sqlite:|(mysql|mariadb):\/\/)./i,
);

export const key = text(
  'a whole key as printed by `npm run keys -- generate`: it starts with cal_',
  /^$|^cal_\S{16,}$/,
);

export const siteUrl = mapped(
  text('an absolute http:// or https:// address without query, such as https://www.example.org', (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && !/[?#@\s]/.test(value);
  }),
  (value) => value.replace(/\/+$/, ''),
);

export const pageUrls: EnvType<PageUrls> = {
  constraint: 'templates such as fr.events={site}/evenements/{slug}, separated by spaces',
  parse: (value) => (value === '' ? new Map() : parsePageUrls(value)),
};

export const timeZone = text('a time zone of the IANA list, such as America/Toronto or UTC', (value) => {
  try {
    // Newer engines accept offsets such as +02:00, which have no daylight saving time.
    return /^[A-Z]/i.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
});

export const path = mapped(
  text('a path of letters, digits and . _ ~ -, such as /calendar', /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/),
  (value) => value.replace(/^\/*(.*?)\/*$/, (_all, inner: string) => (inner === '' ? '' : `/${inner}`)),
);

export const currency = mapped(
  text('a currency code of ISO 4217, such as CAD or EUR', (value) =>
    Intl.supportedValuesOf('currency').includes(value),
  ),
  (value) => value.toUpperCase(),
);

export const extensionNames = list('a list of names, such as geoloc', (name) => /^[a-z][a-z0-9-]*$/.test(name));

const origins = list(
  '*, or origins without a path, such as https://www.example.org',
  (value) => URL.canParse(value) && new URL(value).origin === value,
);
// URLs allow semicolons in host names, but a semicolon would end the directive of the Content-Security-Policy.
export const webOrigins = list(
  'origins without a path, such as https://www.example.org',
  (value) => /^https?:[^;]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value,
);
export const corsOrigins: EnvType<'*' | string[]> = {
  ...origins,
  parse: (value) => (value === '*' ? value : origins.parse(value)),
};

export const receivers = list(
  'hosts of receivers, such as hooks.intranet or 127.0.0.1:8080',
  (value) => URL.canParse(`http://${value}`) && new URL(`http://${value}`).pathname === '/' && !/[/?#@]/.test(value),
);

const proxies = list('off, a number of proxies from 1 to 10, or addresses such as 10.0.0.0/8, loopback', (value) => {
  const [address = '', bits = '0'] = value.split('/');
  const isRange = isIP(address) > 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
  return isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(value);
});
export const trustProxy: EnvType<TrustProxy> = {
  constraint: proxies.constraint,
  parse: (value) => {
    if (value === 'off') return false;
    return /^\d+$/.test(value) ? integer(1, 10).parse(value) : proxies.parse(value);
  },
};

export const portOrOff: EnvType<number | false> = {
  constraint: 'off or a TCP port from 0 to 65535',
  parse: (value) => (value === 'off' ? false : integer(0, 65_535).parse(value)),
};

export const hexColor = mapped(text('a colour such as #0f6b6b', /^#[0-9a-f]{6}$/), (value) => value.toLowerCase());

/** A semicolon or a brace would end the declaration in the style sheet. */
export const fontFamilies = text(
  'names of fonts separated by commas, such as "Source Sans 3", sans-serif',
  /^(?:"[\w .-]+"|'[\w .-]+'|[\w-]+(?: [\w-]+)*)(?:, *(?:"[\w .-]+"|'[\w .-]+'|[\w-]+(?: [\w-]+)*))*$/,
);

export const cssFile: EnvType<string> = {
  constraint: 'the path of a CSS file',
  mayBeEmpty: true,
  parse: (value) => value,
};

export const folderOrBucket: EnvType<string> = {
  constraint: 'the path of a folder, or s3://<bucket>/<prefix>',
  mayBeEmpty: true,
  parse: (value) => (/^(?!\w+:\/\/)|^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w./-]*)?$/.test(value) ? value : undefined),
};

export const webAddressOrNone: EnvType<string> = {
  constraint: 'an address that begins with http:// or https://, or empty',
  mayBeEmpty: true,
  parse: (value) =>
    value === '' || (/^https?:\/\//.test(value) && URL.canParse(value)) ? value.replace(/\/+$/, '') : undefined,
};

export const smtpUrl: EnvType<string> = {
  constraint: 'smtp://user:password@host:587 or smtps://user:password@host, without a path',
  mayBeEmpty: true,
  parse: (value) => (value === '' || isSmtpUrl(value) ? value : undefined),
};

function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\/[^/?#]+\/?$/i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  try {
    return [username, password].every((part) => !/[\r\n]/.test(decodeURIComponent(part))) && hostname !== '';
  } catch {
    return false;
  }
}

/** A mailbox (RFC 5322, 3.4): an address, or a name and an address. */
export const mailboxOrNone: EnvType<string> = {
  constraint: 'an address, or a name and an address such as Town calendar <calendar@example.org>',
  mayBeEmpty: true,
  parse: (value) =>
    /^$|^(?:[^<>@\r\n]{1,150}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value) ? value : undefined,
};

/** The roles of accounts, the lowest first. */
const ROLES = ['reader', 'contributor', 'author', 'editor', 'administrator'] as const;
export type RoleName = (typeof ROLES)[number];

/** Plain http only on this machine, since tokens are sent to the issuer. */
export const issuerOrNone: EnvType<string> = {
  constraint: 'an https:// address without query (http:// on this machine only)',
  mayBeEmpty: true,
  parse: (value) => {
    if (value === '') return value;
    if (!URL.canParse(value) || /[?#@\s]/.test(value)) return undefined;
    const { protocol, hostname } = new URL(value);
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLocal) ? value : undefined;
  },
};

export const secretLine: EnvType<string> = {
  constraint: 'one line of at most 1000 characters',
  mayBeEmpty: true,
  parse: (value) => (/^.{0,1000}$/.test(value) ? value : undefined),
};

export const scopes = text(
  'scopes separated by spaces, openid among them',
  (value) => /^[\w:/.-]+(?: [\w:/.-]+)*$/.test(value) && value.split(' ').includes('openid'),
);

/** Parses `a=b,c=d`. */
const pairs = (value: string): [string, string][] | undefined => {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const found = items.map((item) => /^([^=]+)=(.+)$/.exec(item));
  return found.every((one) => one !== null) ? found.map(([, name, text]) => [name!.trim(), text!.trim()]) : undefined;
};

const isRole = (value: string): value is RoleName => (ROLES as readonly string[]).includes(value);

export const rolesOfGroups: EnvType<[RoleName, string][]> = {
  constraint: `roles and groups such as administrator=it-web,editor=communications; roles are ${ROLES.join(', ')}`,
  mayBeEmpty: true,
  parse: (value) => {
    const found = pairs(value);
    return found?.every((pair): pair is [RoleName, string] => isRole(pair[0])) ? found : undefined;
  },
};

export const roleOrNone: EnvType<RoleName | ''> = {
  constraint: `one of ${ROLES.join(', ')}, or empty`,
  mayBeEmpty: true,
  parse: (value) => (value === '' || isRole(value) ? value : undefined),
};

export const claimValues: EnvType<[string, string][]> = {
  constraint: 'claims and their values, such as hd=town.example',
  mayBeEmpty: true,
  parse: pairs,
};
