/** The database servers of a test run. */
import { performance } from 'node:perf_hooks';
import { findServers, startServer } from './database-server.js';
import { say, since } from './report.js';

/** What is said where a run needs a server and there is none. */
export const NO_SERVER =
  'Left out: no mariadbd or mysqld was found. Install one (Debian, Ubuntu: apt-get install mariadb-server), ' +
  'or give TEST_DATABASE_URL=mysql://user:password@host:3306/name, an account that may create databases.';

/**
 * The server of TEST_DATABASE_URL, else one for each program that is found.
 * @param {number} most how many are started
 * @returns {Promise<{ name: string, url: string, stop: () => Promise<void> }[]>}
 */
export async function startServers(most) {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (/^(mysql|mariadb):/.test(given)) return [{ name: 'the given server', url: given, stop: async () => undefined }];
  const start = performance.now();
  const programs = findServers().slice(0, most);
  const servers = await Promise.all(
    programs.map(async ({ name, program }) => ({ name, ...(await startServer(program, { inMemory: true })) })),
  );
  if (servers.length > 0)
    say(`Started for the tests in ${since(start)}: ${servers.map(({ name }) => name).join(' and ')}.`);
  return servers;
}
