/** Content hashes of files. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './project.js';

/**
 * @param {string[]} files absolute paths; a missing file has another hash than an empty one
 * @returns {string} a hash of their names and contents
 */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : undefined;
    hash.update(`${relative(root, file)}\0${content?.length ?? 'missing'}\0`).update(content ?? '');
  }
  return hash.digest('hex');
}

/** @returns {string[]} all files below it, sorted */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : join(folder, entry.name)))
    .sort();
}
