/**
 * Which variants (language, device) of a suite in a browser run: one in `npm test`, another one in `npm run test:rest`,
 * all in `npm run test:full`.
 */
export type Part = 'core' | 'rest' | 'full';

export const part = (process.env.TEST_PART ?? 'core') as Part;

/** The variants of this part. The first one belongs to `npm test`, the second one to `npm run test:rest`. */
export function variantsOfPart<T>(variants: readonly T[]): readonly T[] {
  return { core: variants.slice(0, 1), rest: variants.slice(1, 2), full: variants }[part];
}
