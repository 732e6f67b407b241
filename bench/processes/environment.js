/** What the programs of a benchmark run with: only settings that are meant, nothing of the caller's. */
import { mkdirSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.js';

const folder = inProject('.cache', 'bench');

/** @returns {string} the working folder, without a .env, where seeded databases are kept as well */
export function workFolder() {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * @param {Record<string, string>} settings
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(settings) {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_ENV: 'production', ...settings };
}

/** @param {string} file below dist/src */
export const built = (file) => inProject('dist', 'src', ...file.split('/'));
