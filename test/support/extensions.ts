import { extensions } from '../../src/extensions/extensions.js';

/** Whether an extension is installed; without it, its tests are skipped. */
export function hasExtension(name: string): boolean {
  return extensions.some((extension) => extension.name === name);
}

/** `it` if an extension is installed, else `it.skip`. */
export const itWith = (name: string) => (hasExtension(name) ? it : it.skip);
