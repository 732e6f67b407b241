/** Freezes an object that others are given as well, with all that is in it. */
export function frozen<T extends object>(object: T): T {
  for (const value of Object.values(object) as unknown[])
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) frozen(value);
  return Object.freeze(object);
}
