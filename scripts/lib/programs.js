import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * @param {string} name
 * @param {string[]} [moreFolders] looked at after those of PATH
 * @returns {string | undefined} the path of the program
 */
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
