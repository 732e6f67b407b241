/** The programs that node-gyp needs to compile a package. */
import { onPath } from './programs.js';

/** One program of each group must be installed. */
const tools = {
  'a C++ compiler': [process.env.CXX ?? '', 'g++', 'c++', 'clang++'],
  make: ['make', 'gmake'],
  Python: [process.env.npm_config_python ?? '', process.env.PYTHON ?? '', 'python3', 'python'],
};

/** @returns {string[]} the missing groups; always empty on Windows, where compilers are not on PATH */
export function missingCompilerTools() {
  if (process.platform === 'win32') return [];
  return Object.entries(tools)
    .filter(([, names]) => !names.some((name) => name && onPath(name)))
    .map(([title]) => title);
}
