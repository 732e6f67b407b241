/**
 * `node scripts/mysql-server.js`: puts a MySQL server of Debian's unstable release into `.cache/mysql/`, for the tests.
 * The system is not changed: apt uses its own folders, packages are only unpacked, and the server runs with its own
 * loader and libraries. Exit code 0 if the server is available afterwards, 3 if that is not possible on this machine.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithChildren, run } from './lib/child.js';
import { findServers } from './lib/database-server.js';
import { inProject, onPath, ownMysql } from './lib/project.js';
import { Failure, main, say, timed } from './lib/report.js';

const PACKAGE = 'mysql-server-core';
const KEYRINGS = ['gpg', 'pgp'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);
const IMPOSSIBLE = 3;
const cache = inProject('.cache');

/** @returns {Promise<string>} its output */
async function output(command, args, env = process.env) {
  const { code, output: text } = await run(command, args, { capture: true, env });
  if (code !== 0) throw new Failure(`${command} ${args.join(' ')} failed:\n${text}`);
  return text;
}

/** @returns {Promise<string | undefined>} where this machine fetches Debian's packages from */
async function repository() {
  const lines = await output('apt-get', ['indextargets', '--format', '$(REPO_URI) $(ORIGIN)', 'Created-By: Packages']);
  const ofDebian = lines.split('\n').find((line) => line.endsWith(' Debian') && !line.includes('security'));
  return ofDebian?.split(' ')[0];
}

/** Writes a configuration of apt, with its state and cache in a folder; returns the environment that uses it. */
function configure(folder, address) {
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, name), { recursive: true });
  const keyring = KEYRINGS.find((file) => existsSync(file));
  const trust = keyring ? ` [signed-by=${keyring}]` : '';
  writeFileSync(join(folder, 'sources'), `deb${trust} ${address} unstable main\n`);
  writeFileSync(join(folder, 'status'), '');
  const settings = {
    'Dir::Etc::SourceList': join(folder, 'sources'),
    'Dir::Etc::SourceParts': '-',
    'Dir::State': join(folder, 'state'),
    'Dir::State::Status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(join(folder, 'apt.conf'), lines.join(''));
  return { ...process.env, APT_CONFIG: join(folder, 'apt.conf'), DEBIAN_FRONTEND: 'noninteractive' };
}

/** Writes a script that starts the server. @param {string} folder of the unpacked packages; it can be moved later */
function writeStarter(folder) {
  const loader = readdirSync(join(folder, 'usr/lib64')).find((name) => name.startsWith('ld-linux'));
  const libraries = readdirSync(join(folder, 'usr/lib')).find((name) => name.endsWith('-linux-gnu'));
  if (!loader || !libraries) throw new Failure(`${PACKAGE} was unpacked, but its loader is not where it was expected.`);
  const starter = join(folder, 'mysqld');
  const lines = [
    '#!/bin/sh',
    'here=$(cd "$(dirname "$0")" && pwd)',
    'first=""; case "$1" in --no-defaults) first=$1; shift;; esac',
    `exec "$here/usr/lib64/${loader}" --library-path "$here/usr/lib/${libraries}" "$here/usr/sbin/mysqld" $first \\`,
    '  --basedir="$here/usr" --plugin-dir="$here/usr/lib/mysql/plugin" --lc-messages-dir="$here/usr/share/mysql" \\',
    '  --character-sets-dir="$here/usr/share/mysql/charsets" "$@"',
  ];
  writeFileSync(starter, `${lines.join('\n')}\n`);
  chmodSync(starter, 0o755);
}

async function fetchServer(address) {
  const [apt, unpacked] = [join(cache, 'mysql-apt'), join(cache, 'mysql-unpacked')];
  for (const folder of [apt, unpacked]) rmSync(folder, { recursive: true, force: true });
  try {
    const env = configure(apt, address);
    await output('apt-get', ['update'], env);
    await output('apt-get', ['install', '--download-only', '--yes', PACKAGE], env);
    const archives = join(apt, 'cache/archives');
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
      await output('dpkg-deb', ['--extract', join(archives, name), unpacked]);
    writeStarter(unpacked);
    renameSync(unpacked, ownMysql);
  } finally {
    for (const folder of [apt, unpacked]) rmSync(folder, { recursive: true, force: true });
  }
}

function leaveOut(why) {
  say(`No MySQL server was fetched: ${why}. Tests run on the servers that are installed.`);
  process.exitCode = IMPOSSIBLE;
}

await main(async () => {
  endWithChildren();
  if (findServers().some(({ name }) => name === 'MySQL')) return say('A MySQL server is there.');
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return leaveOut('this is not Debian or one of its kin');
  const address = await repository();
  if (!address) return leaveOut("apt knows no repository of Debian's");
  await timed('Fetching a MySQL server into .cache/mysql', () => fetchServer(address));
  say(await output(join(ownMysql, 'mysqld'), ['--no-defaults', '--version']));
});
