import { extensions } from '../../src/extensions/extensions.js';

/** Whether the service has an extension: whoever takes it out runs all other tests without it. */
export function hasExtension(name: string): boolean {
  return extensions.some((extension) => extension.name === name);
}

/** `it`, where the service has an extension. */
export const itWith = (name: string) => (hasExtension(name) ? it : it.skip);
