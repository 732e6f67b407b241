import { findServers, startServer, type Server } from '../../scripts/lib/database-server.js';

/** The server program of the engine in TEST_DATABASE_URL; undefined on SQLite, or if it is not installed. */
export function serverProgram(): string | undefined {
  const [, make] = /^(mysql|mariadb):/.exec(process.env.TEST_DATABASE_URL ?? '') ?? [];
  return findServers().find(({ name }) => name.toLowerCase() === make)?.program;
}

/** Starts a server for one test, with settings that would disturb other tests. */
export function privateServer(settings: readonly string[] = []): Promise<Server> {
  return startServer(serverProgram()!, { settings, inMemory: true });
}
