/** The wanted values that differ from the stored ones. */
export function differences<E extends object>(current: E, wanted: Partial<E>): Partial<E> {
  const entries = Object.entries(wanted) as [keyof E, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(current[name], value))) as Partial<E>;
}

/** Whether two values of a column are equal, moments by their time. */
export function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
