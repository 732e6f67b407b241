import { plainToInstance } from 'class-transformer';
import { IS_DEFINED, IS_NOT_EMPTY, validateSync } from 'class-validator';
import { Fault, Faults, isFault, NestedFaults } from '../../errors/fault.js';
import { fieldsOf, isOfField, MAY_BE_ABSENT, unread } from './field.js';
import { faultOf, type Rule, rulesOf } from './rule-faults.js';
import { type DtoClass, type MoreFields } from '../../values/parser.js';
import { refuseNearMisses } from './near-misses.js';
import { refuseUnknown } from './unknown-fields.js';

const none: MoreFields = () => [];

/** Reads the fields of a DTO class from raw input; what cannot be understood is left undefined and filed as a fault. */
export function readFields<T extends object>(Dto: DtoClass<T>, raw: object, more = none): { dto: T; faults: Faults } {
  const dto = plainToInstance(Dto, given(Dto, raw, more), { exposeUnsetFields: false });
  const faults = validate(dto, Dto);
  for (const More of more(Dto)) {
    const added = readFields(More, raw, more);
    for (const [name, fault] of added.faults.all) faults.add(name, fault);
    Object.assign(dto, added.dto);
  }
  namesRead.set(dto, namesOf(Dto, more));
  return { dto, faults };
}

const namesRead = new WeakMap<object, readonly string[]>();

/** The names of the fields by which a DTO was read, those of extensions included. */
export function fieldNames(dto: object): readonly string[] {
  return namesRead.get(dto) ?? [...fieldsOf(dto).keys()];
}

/** Reads a query: a name that is nearly one of a field is a fault as well. */
export function readQuery<T extends object>(Dto: DtoClass<T>, raw: object, more = none): { dto: T; faults: Faults } {
  const read = readFields(Dto, raw, more);
  refuseNearMisses(Object.keys(raw), fieldNames(read.dto), read.faults);
  return read;
}

/** Reads a body, at the top or nested: a name that no field has is a fault as well. */
export function readBody<T extends object>(Dto: DtoClass<T>, raw: object, more = none): { dto: T; faults: Faults } {
  const read = readFields(Dto, raw, more);
  refuseUnknown(Object.keys(raw), new Set([...fieldNames(read.dto), ...Object.keys(Dto.readOnly ?? {})]), read.faults);
  return read;
}

/** Parses an object inside a body: its faults carry the path below it. */
export function nested<T extends object>(Dto: DtoClass<T>, raw: object, more = none): T | NestedFaults {
  const { dto, faults } = readBody(Dto, raw, more);
  return faults.all.size > 0 ? new NestedFaults(faults.all) : dto;
}

interface Shape {
  /** All fields, also those that only rules of class-validator make one; those of base classes first. */
  readonly names: readonly string[];
  /** Fields of ours that must be there, and those that must not be empty. */
  readonly required: readonly string[];
  readonly filled: readonly string[];
  /** Whether it has no other rule than that values must be understood: then class-validator finds nothing that we do not. */
  readonly isOwn: boolean;
}

const shapes = new WeakMap<DtoClass, Shape>();

function shapeOf(Dto: DtoClass): Shape {
  let shape = shapes.get(Dto);
  if (!shape) shapes.set(Dto, (shape = newShape(Dto)));
  return shape;
}

function newShape(Dto: DtoClass): Shape {
  const own = fieldsOf(Dto.prototype as object);
  const rules = rulesOf(Dto);
  const waiting = rules.find(({ isAsync }) => isAsync);
  if (waiting) throw new Error(`${Dto.name}.${waiting.property}: rules that wait for something belong in a service.`);
  const named = (test: (rule: Rule) => boolean) =>
    rules.filter((rule) => own.has(rule.property) && test(rule)).map(({ property }) => property);
  return {
    names: [...new Set([...own.keys(), ...rules.map(({ property }) => property)])],
    required: named(({ name, limits }) => name === IS_DEFINED && limits[0] !== MAY_BE_ABSENT),
    filled: named(({ name, limits }) => name === IS_NOT_EMPTY || (name === IS_DEFINED && limits.length === 0)),
    isOwn: rules.every(({ name, limits }) => isOfField(name, limits)),
  };
}

const namesKnown = new WeakMap<MoreFields, WeakMap<DtoClass, readonly string[]>>();

function namesOf(Dto: DtoClass, more: MoreFields): readonly string[] {
  let ofClasses = namesKnown.get(more);
  if (!ofClasses) namesKnown.set(more, (ofClasses = new WeakMap()));
  let names = ofClasses.get(Dto);
  if (!names)
    ofClasses.set(Dto, (names = [...shapeOf(Dto).names, ...more(Dto).flatMap((More) => namesOf(More, more))]));
  return names;
}

/** The values of the fields alone. */
function given(Dto: DtoClass, raw: object, more: MoreFields): object {
  const readers = fieldsOf(Dto.prototype as object);
  const values: Record<string, unknown> = {};
  for (const name of shapeOf(Dto).names) {
    const value: unknown = Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined;
    const reader = readers.get(name);
    if (value !== undefined) values[name] = reader ? unread(value, reader, more) : value;
  }
  return values;
}

function validate(dto: object, Dto: DtoClass): Faults {
  const { names, required, filled, isOwn } = shapeOf(Dto);
  const refuse = (name: string, fault: Fault) => void Reflect.set(dto, name, fault);
  for (const name of required) if (Reflect.get(dto, name) === undefined) refuse(name, Fault.missing);
  for (const name of filled) if (Reflect.get(dto, name) === null) refuse(name, new Fault((messages) => messages.blank));
  // It takes longer for a query than all else that is done with it.
  const errors = isOwn ? [] : validateSync(dto, { forbidUnknownValues: false, stopAtFirstError: true });
  const byName = new Map(errors.map((error) => [error.property, error]));
  const faults = new Faults();
  for (const name of names) {
    const error = byName.get(name);
    const value: unknown = Reflect.get(dto, name);
    // Somebody's `@ValidateIf` or `@IsDefined` may have had class-validator pass over a value that nobody understood.
    const fault = error ? faultOf(error) : isFault(value) ? value : undefined;
    if (!fault) continue;
    faults.add(name, fault);
    Reflect.set(dto, name, undefined);
  }
  return faults;
}
