import { findServers, startServer, type Server } from '../../scripts/lib/database-server.js';

/** The program of a server of the make that TEST_DATABASE_URL names; undefined on SQLite, and where there is none. */
export function serverProgram(): string | undefined {
  const [, make] = /^(mysql|mariadb):/.exec(process.env.TEST_DATABASE_URL ?? '') ?? [];
  return findServers().find(({ name }) => name.toLowerCase() === make)?.program;
}

/** A server of a test's own, which it may have do what others would suffer from. */
export function privateServer(settings: readonly string[] = []): Promise<Server> {
  return startServer(serverProgram()!, { settings, inMemory: true });
}
