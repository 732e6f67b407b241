import { FieldError, type FieldErrors } from '../errors/field-error.js';
import { likelyName } from '../validation/unknown-fields.js';
import { type DtoClass } from '../validation/dto-class.js';
import { isOpen, type ResponseFields, type ResponseSchema } from './response-fields.js';

/** The requested fields of a response by name: undefined for a whole field, or some of its nested fields. */
export type Fieldset = ReadonlyMap<string, Fieldset | undefined>;

type Growing = Map<string, Growing | undefined>;

/** Maximum number of unknown names in an error. */
const TOLD = 5;

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
  const all: Growing = new Map();
  const unknown: UnknownName[] = [];
  for (const path of paths) {
    const names = path.split('.');
    const error = firstUnknown(names, Response, responses);
    if (error) unknown.push(error);
    else add(all, names);
  }
  const told = unknown.slice(0, TOLD);
  if (told.length > 0)
    errors.add(
      '_fields',
      new FieldError((messages) => told.map(({ name, hint }) => messages.unknownAnswerField(name, hint)).join(' ')),
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
      const [before, meant] = [names.slice(0, depth), likelyName(name, known)];
      const path = (last: string) => [...before, last].join('.');
      // An unnamed part is reported as it was given.
      return { name: name === '' ? names.join('.') : path(name), hint: meant && path(meant) };
    }
    schema = responses.below(schema, name);
  }
  return undefined;
}

/** A name without a path means the whole field, even if nested fields are named as well. */
function add(all: Growing, [name, ...others]: readonly string[]): void {
  const isWhole = all.has(name!) && all.get(name!) === undefined;
  if (isWhole) return;
  if (others.length === 0) return void all.set(name!, undefined);
  const below = all.get(name!) ?? new Map<string, Growing | undefined>();
  all.set(name!, below);
  add(below, others);
}

/** Whether a field or one of its nested fields is requested. */
export function isWanted(fields: Fieldset | undefined, ...names: readonly string[]): boolean {
  if (!fields) return true;
  for (const name of names) if (fields.has(name)) return true;
  return false;
}

/** Whether a field is requested by name. Lists have some fields only then. */
export function isNamed(fields: Fieldset | undefined, name: string): boolean {
  return fields?.has(name) ?? false;
}

/** Reduces a response to the requested fields; of a list, each member. */
export function picked<T extends object>(shown: T, fields: Fieldset | undefined): T {
  return (fields ? some(shown, fields) : shown) as T;
}

function some(shown: unknown, fields: Fieldset): unknown {
  if (Array.isArray(shown)) return shown.map((member) => some(member, fields));
  if (typeof shown !== 'object' || shown === null) return shown;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of fields) {
    const value: unknown = Reflect.get(shown, name);
    if (value !== undefined) kept[name] = below ? some(value, below) : value;
  }
  return kept;
}
