/**
 * Groups of suites: files that Jest runs each in a process of its own, where the modules are loaded once for all suites
 * of the group. Loading them takes as much time as the tests of an average suite.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.js';

const folder = inProject('.cache', 'test-groups');

/** Shorter groups load the modules too often; longer ones leave a core idle at the end. */
const SECONDS_OF_GROUP = 120;

/** The seconds that suites take, by their paths. @type {Record<string, number>} */
const measured = JSON.parse(readFileSync(inProject('scripts', 'lib', 'suite-seconds.json'), 'utf8'));

/** The seconds of a suite that is not measured, since most take less. */
const SHORT = 1.5;

const secondsOf = ({ path }) => measured[path] ?? SHORT;
const total = (runs) => runs.reduce((sum, run) => sum + secondsOf(run), 0);
const longestFirst = (one, other) => total(other) - total(one);

/**
 * Distributes suites over groups of about the same duration. The suites of a group use one database.
 * @param {import('./suites.js').Run[]} runs
 * @returns {import('./suites.js').Run[][]} the longest group first
 */
export function distribute(runs) {
  const databases = [...new Set(runs.map(({ server }) => server?.url))];
  return databases.flatMap((url) => distributeOne(runs.filter(({ server }) => server?.url === url))).sort(longestFirst);
}

function distributeOne(runs) {
  const groups = Array.from({ length: Math.max(1, Math.round(total(runs) / SECONDS_OF_GROUP)) }, () => []);
  for (const run of runs.map((run) => [run]).sort(longestFirst))
    groups.reduce((least, group) => (total(group) < total(least) ? group : least)).push(...run);
  return groups;
}

/** The title of a suite in reports. @param {import('./suites.js').Run} run */
export const titleOf = ({ path, server }) => (server ? `${path} (${server.name})` : path);

/**
 * Writes a file for each group, which is deleted at the end of the process.
 * @param {import('./suites.js').Run[][]} groups
 * @returns {string[]} the files
 */
export function writeGroups(groups) {
  mkdirSync(folder, { recursive: true });
  const files = groups.map((_group, place) =>
    join(folder, `${process.pid}-${String(place).padStart(2, '0')}.group.ts`),
  );
  process.once('exit', () => files.forEach((file) => rmSync(file, { force: true })));
  groups.forEach((runs, place) => {
    const suites = runs.map((run) => ({ title: titleOf(run), file: inProject(run.path) }));
    const group = { databaseUrl: runs[0].server?.url ?? 'sqlite:', suites };
    const lines = [`import { runGroup } from '../../test/support/group.js';`, `runGroup(${JSON.stringify(group)});`];
    writeFileSync(files[place], `${lines.join('\n')}\n`);
  });
  return files;
}
