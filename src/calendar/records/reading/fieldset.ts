/** The requested fields of a response by name: undefined for a whole field, or some of its nested fields. */
export type Fieldset = ReadonlyMap<string, Fieldset | undefined>;

type MutableFieldset = Map<string, MutableFieldset | undefined>;

/**
 * The fields that `_fields` names by dotted paths, which the query has checked.
 * @returns undefined for all fields
 */
export function fieldsetOf({ _fields: paths }: { readonly _fields?: readonly string[] }): Fieldset | undefined {
  if (!paths || paths.length === 0) return undefined;
  const all: MutableFieldset = new Map();
  for (const path of paths) addPath(all, path.split('.'));
  return all;
}

/** Adds a path. A field that is requested as a whole stays whole, even if nested fields of it are requested as well. */
function addPath(all: MutableFieldset, [name, ...others]: readonly string[]): void {
  const isWhole = all.has(name!) && all.get(name!) === undefined;
  if (isWhole) return;
  if (others.length === 0) return void all.set(name!, undefined);
  const below = all.get(name!) ?? new Map<string, MutableFieldset | undefined>();
  all.set(name!, below);
  addPath(below, others);
}

/** Whether a field or one of its nested fields is requested. */
export function isIncluded(fields: Fieldset | undefined, ...names: readonly string[]): boolean {
  return !fields || names.some((name) => fields.has(name));
}

/** Whether a field is requested by name. Lists have some fields only then. */
export function isRequested(fields: Fieldset | undefined, name: string): boolean {
  return fields?.has(name) ?? false;
}

/** Reduces a response to the requested fields. */
export function pickFields<T extends object>(shown: T, fields: Fieldset | undefined): T {
  return (fields ? pickNested(shown, fields) : shown) as T;
}

function pickNested(shown: unknown, fields: Fieldset): unknown {
  if (Array.isArray(shown)) return shown.map((member) => pickNested(member, fields));
  if (typeof shown !== 'object' || shown === null) return shown;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of fields) {
    const value: unknown = Reflect.get(shown, name);
    if (value !== undefined) kept[name] = below ? pickNested(value, below) : value;
  }
  return kept;
}
