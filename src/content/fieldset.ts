import { FieldError, type FieldErrors } from '../errors/field-error.js';
import { suggestName } from '../validation/unknown-fields.js';
import { type DtoClass } from '../validation/dto-class.js';
import { isOpen, type ResponseFields, type ResponseSchema } from './response-fields.js';

/** The requested fields of a response by name: undefined for a whole field, or some of its nested fields. */
export type Fieldset = ReadonlyMap<string, Fieldset | undefined>;

type MutableFieldset = Map<string, MutableFieldset | undefined>;

/** Maximum number of unknown names in an error. */
const MAX_REPORTED = 5;

/**
 * The fields that `_fields` names; unknown ones are added to the errors.
 * @param Response the class of the response
 * @returns undefined for all fields
 */
export function fieldsetOf(
  { _fields: paths }: { readonly _fields?: readonly string[] },
  Response: DtoClass,
  responses: ResponseFields,
  errors: FieldErrors,
): Fieldset | undefined {
  if (!paths || paths.length === 0) return undefined;
  const all: MutableFieldset = new Map();
  const unknown: UnknownName[] = [];
  for (const path of paths) {
    const names = path.split('.');
    const error = firstUnknown(names, Response, responses);
    if (error) unknown.push(error);
    else addPath(all, names);
  }
  const reported = unknown.slice(0, MAX_REPORTED);
  if (reported.length > 0)
    errors.add(
      '_fields',
      new FieldError((messages) =>
        reported.map(({ name, hint }) => messages.unknownResponseField(name, hint)).join(' '),
      ),
    );
  return all;
}

interface UnknownName {
  readonly name: string;
  readonly hint: string | undefined;
}

function firstUnknown(
  names: readonly string[],
  Response: DtoClass,
  responses: ResponseFields,
): UnknownName | undefined {
  let schema: ResponseSchema | undefined = responses.of(Response);
  for (const [depth, name] of names.entries()) {
    const known = Object.keys(schema?.properties ?? {});
    if (!schema || (!known.includes(name) && !isOpen(schema))) {
      const [before, suggestion] = [names.slice(0, depth), suggestName(name, known)];
      const path = (last: string) => [...before, last].join('.');
      // A path with an empty part, such as `venue..city`, is reported as a whole.
      return { name: name === '' ? names.join('.') : path(name), hint: suggestion && path(suggestion) };
    }
    schema = responses.nestedSchema(schema, name);
  }
  return undefined;
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
  if (!fields) return true;
  for (const name of names) if (fields.has(name)) return true;
  return false;
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
