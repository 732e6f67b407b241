import { resolve } from 'node:path';

/** The place of a database, as `DATABASE_URL` gives it. */
export type DatabaseLocation = SqliteLocation | ServerLocation;

export type SqliteLocation = ReturnType<typeof sqlite>;
export type ServerLocation = ReturnType<typeof server>;

/** @throws {Error} with a message for the operator, which never repeats the URL and its password */
export function parseDatabaseUrl(text: string): DatabaseLocation {
  const [, sqlitePath] = /^sqlite:(?:\/\/)?(.+)$/i.exec(text) ?? [];
  if (sqlitePath !== undefined) return sqlite(sqlitePath);
  if (!/^(mysql|mariadb):\/\//i.test(text))
    throw new Error('DATABASE_URL must start with sqlite:, mysql:// or mariadb://.');
  if (/^\w+:\/\/(?:[^/?#@]*@)?[^/?#@]*,/.test(text)) {
    throw new Error(
      'DATABASE_URL must name one host: put a proxy in front of several servers, as docs/scaling.md (Several servers) shows.',
    );
  }
  if (!isReadable(text)) {
    throw new Error(
      'DATABASE_URL cannot be read: write % as %25, # as %23, / as %2F, ? as %3F and @ as %40 in the user and the ' +
        'password, and a port from 1 to 65535.',
    );
  }
  return server(new URL(text));
}

/** Whether the URL has one address, a port above 0, and no broken %-encoding. */
function isReadable(text: string): boolean {
  try {
    const { port } = new URL(text);
    return /^\w+:\/\/(?:[^/?#@]*@)?[^/?#@]*(?:[/?][^#@]*)?$/s.test(text) && port !== '0' && decode(text) !== undefined;
  } catch {
    return false;
  }
}

function sqlite(path: string) {
  // An in-memory database would not be shared by the reader and writer connections.
  if (path.startsWith(':memory:')) throw new Error('DATABASE_URL must name a file: sqlite:<path>.');
  return { kind: 'sqlite' as const, path: resolve(path) };
}

function server(url: URL) {
  const database = decode(url.pathname.slice(1));
  if (!database || database.includes('/')) {
    throw new Error('DATABASE_URL must name a database: mysql://user:password@host/database.');
  }
  const { socket, ssl, ...unknown } = Object.fromEntries(url.searchParams);
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw new Error(`DATABASE_URL has an unknown option: ${stray}. Known are: socket, ssl.`);
  return {
    kind: 'server' as const,
    // IPv6 addresses have brackets in URLs only.
    host: decode(url.hostname)?.replace(/^\[(.*)\]$/, '$1') ?? 'localhost',
    port: Number(url.port || 3306),
    user: decode(url.username),
    password: decode(url.password),
    database,
    socketPath: socket,
    ssl: encryption(ssl),
  };
}

function encryption(option: string | undefined): { rejectUnauthorized: boolean } | undefined {
  if (option === undefined || option === 'off') return undefined;
  if (option === 'on') return { rejectUnauthorized: true };
  if (option === 'unverified') return { rejectUnauthorized: false };
  throw new Error('DATABASE_URL: ssl must be on, off or unverified.');
}

function decode(part: string): string | undefined {
  return part === '' ? undefined : decodeURIComponent(part);
}
