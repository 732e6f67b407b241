import { resolve } from 'node:path';

/** Where a database is, as `DATABASE_URL` says it. */
export type DatabaseLocation = SqliteLocation | ServerLocation;

export interface SqliteLocation {
  readonly kind: 'sqlite';
  /** Absolute path of the file. */
  readonly path: string;
}

export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

export interface ServerLocation extends HostAddress {
  readonly kind: 'server';
  /** Servers that take over when the first one cannot be written to, in the order of preference. */
  readonly others: readonly HostAddress[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string;
  readonly socketPath: string | undefined;
  readonly ssl: { readonly rejectUnauthorized: boolean } | undefined;
}

/**
 * @param variable which says it
 * @throws {Error} with a sentence for the operator; it never repeats the url, which holds a password
 */
export function parseDatabaseUrl(text: string, variable = 'DATABASE_URL'): DatabaseLocation {
  const [, sqlitePath] = /^sqlite:(?:\/\/)?(.+)$/i.exec(text) ?? [];
  if (sqlitePath !== undefined) return sqlite(sqlitePath);
  if (!/^(mysql|mariadb):\/\//i.test(text)) {
    throw new Error(`${variable} must start with sqlite:, mysql:// or mariadb://.`);
  }
  const [first, ...others] = urlsOf(text, variable).map((url) => server(url, variable));
  if (first!.socketPath !== undefined && others.length > 0) {
    throw new Error(
      `${variable} has several hosts and a socket, which leads to one server: it must be one of the two.`,
    );
  }
  return { ...first!, others: others.map(({ host, port }) => ({ host, port })) };
}

/** Several hosts, with a comma between them, are more than an address may hold: each is read as one of its own. */
function urlsOf(text: string, variable: string): URL[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)((?:[/?][^#@]*)?)$/s.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => start + host + rest);
  const isReadable = (url: string) => URL.canParse(url) && new URL(url).port !== '0' && isDecodable(url);
  if (urls.every(isReadable)) return urls.map((url) => new URL(url));
  throw new Error(
    `${variable} cannot be read: write % as %25, # as %23, / as %2F, ? as %3F and @ as %40 in the user and the password, ` +
      'a host on both sides of a comma, and ports from 1 to 65535.',
  );
}

/** The servers that follow the database, as `DATABASE_REPLICA_URL` says them: each on its own; none where it is empty. */
export function parseReplicaUrl(text: string): ServerLocation[] {
  if (text === '') return [];
  const location = parseDatabaseUrl(text, 'DATABASE_REPLICA_URL');
  if (location.kind === 'sqlite') throw new Error('DATABASE_REPLICA_URL must name a server: a file has no replicas.');
  return [location, ...location.others].map(({ host, port }) => ({ ...location, host, port, others: [] }));
}

function sqlite(path: string): SqliteLocation {
  // Reader and writer are two connections: a database in memory would be two databases.
  if (path.startsWith(':memory:')) throw new Error('DATABASE_URL must name a file: sqlite:<path>.');
  return { kind: 'sqlite', path: resolve(path) };
}

function server(url: URL, variable: string): Omit<ServerLocation, 'others'> {
  const database = decode(url.pathname.slice(1));
  if (!database || database.includes('/')) {
    throw new Error(`${variable} must name a database: mysql://user:password@host/database.`);
  }
  const { socket, ssl, ...unknown } = Object.fromEntries(url.searchParams);
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw new Error(`${variable} has an unknown option: ${stray}. Known are: socket, ssl.`);
  return {
    kind: 'server',
    // An IPv6 address stands in brackets in an address, and without them everywhere else.
    host: decode(url.hostname)?.replace(/^\[(.*)\]$/, '$1') ?? 'localhost',
    port: Number(url.port || 3306),
    user: decode(url.username),
    password: decode(url.password),
    database,
    socketPath: socket,
    ssl: encryption(ssl, variable),
  };
}

function encryption(option: string | undefined, variable: string): ServerLocation['ssl'] {
  if (option === undefined || option === 'off') return undefined;
  if (option === 'on') return { rejectUnauthorized: true };
  if (option === 'unverified') return { rejectUnauthorized: false };
  throw new Error(`${variable}: ssl must be on, off or unverified.`);
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function decode(part: string): string | undefined {
  return part === '' ? undefined : decodeURIComponent(part);
}
