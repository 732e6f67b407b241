/** Paths in the project, and of programs. */
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's top folder, with no slash at the end. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @returns {string} the absolute path of a file or folder of the project */
export const inProject = (...parts) => join(root, ...parts);

/** The command line tool of an installed package, such as `jest/bin/jest.js`, to be run with Node itself. */
export const tool = (path) => inProject('node_modules', path);

/** Imports a built module. @param {string} path below dist, such as `src/main.js` */
export const importBuilt = (path) => import(pathToFileURL(inProject('dist', path)).href);

/** Runs a built program (a path below dist) in this process: no parent stands between it and its signals. */
export async function runInThisProcess(path, args) {
  process.setSourceMapsEnabled(true);
  process.execArgv.push('--enable-source-maps'); // cluster workers (WEB_CONCURRENCY) inherit it
  process.argv.splice(1, process.argv.length, inProject('dist', path), ...args);
  await importBuilt(path);
}

/** The folder of the MySQL server that `node scripts/mysql-server.js` downloads; the program `mysqld` is in it. */
export const ownMysql = inProject('.cache', 'mysql');

/** The path of a program, if it is in a folder of PATH or one of the others. */
export function onPath(name, moreFolders = []) {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...moreFolders];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
