const all = new WeakSet();

/** Freezes an object that others are given as well, with all that is in it. */
export function frozen<T extends object>(object: T): T {
  for (const value of Object.values(object) as unknown[])
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) frozen(value);
  all.add(object);
  return Object.freeze(object);
}

/** Whether nothing of an object ever changes: one that `frozen` was given. */
export function isFrozen(object: unknown): object is object {
  return typeof object === 'object' && object !== null && all.has(object);
}
