import { runInThisContext } from 'node:vm';

/** Jest gives tests their own globals; these are those of the process. */
const ofProcess = runInThisContext('[Object, Array, Function, String]') as { prototype: object }[];

const prototypes = [...ofProcess, Object, Array, Function, String].map(({ prototype }) => ({
  prototype,
  own: new Set(Reflect.ownKeys(prototype)),
}));

/**
 * Removes properties that were added to the built-in prototypes, so that the test can continue.
 * @returns whether there were any (prototype pollution)
 */
export function wasPolluted(): boolean {
  const added = prototypes.flatMap(({ prototype, own }) =>
    Reflect.ownKeys(prototype)
      .filter((key) => !own.has(key))
      .map((key) => Reflect.deleteProperty(prototype, key)),
  );
  return added.length > 0;
}
