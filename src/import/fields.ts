export type Raw = Readonly<Record<string, unknown>>;

export function textOf(record: Raw, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Removes undefined values: fields that are missing in a body keep their stored values. */
export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
