/** What node-gyp needs to compile a package. */
import { onPath } from './programs.js';

/** One of each group must be there. */
const tools = {
  'a C++ compiler': [process.env.CXX ?? '', 'g++', 'c++', 'clang++'],
  make: ['make', 'gmake'],
  Python: [process.env.npm_config_python ?? '', process.env.PYTHON ?? '', 'python3', 'python'],
};

/** @returns {string[]} their names; none on Windows, where they are not looked for on the path */
export function missingCompilerTools() {
  if (process.platform === 'win32') return [];
  return Object.entries(tools)
    .filter(([, names]) => !names.some((name) => name && onPath(name)))
    .map(([title]) => title);
}
