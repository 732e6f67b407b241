import { runInThisContext } from 'node:vm';

/** Tests have globals of their own; those of the process stand behind them. */
const ofProcess = runInThisContext('[Object, Array, Function, String]') as { prototype: object }[];

const prototypes = [...ofProcess, Object, Array, Function, String].map(({ prototype }) => ({
  prototype,
  own: new Set(Reflect.ownKeys(prototype)),
}));

/**
 * Takes out what somebody has written into what all objects share: nothing that runs in this process works with it.
 * @returns whether there was anything
 */
export function wasPolluted(): boolean {
  const added = prototypes.flatMap(({ prototype, own }) =>
    Reflect.ownKeys(prototype)
      .filter((key) => !own.has(key))
      .map((key) => Reflect.deleteProperty(prototype, key)),
  );
  return added.length > 0;
}
