/** Raw JSON text that JSON.stringify cannot produce: `1e999`, a key `__proto__`. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A field of a body. Bodies are lists of entries, since a name may occur twice. */
export type Entry = readonly [name: string, value: unknown];

export function jsonOf(entries: readonly Entry[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
}

function textOf(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value ?? null);
  return jsonOf(Object.entries(value));
}
