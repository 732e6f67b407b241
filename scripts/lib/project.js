/** Paths in the project. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's top folder, with no slash at the end. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @returns {string} the absolute path of a file or folder of the project */
export const inProject = (...parts) => join(root, ...parts);

/**
 * The command line tool of an installed package, to be run with Node itself: no shell and no `npx` in between.
 * @param {string} path such as `jest/bin/jest.js`
 */
export const tool = (path) => inProject('node_modules', ...path.split('/'));
