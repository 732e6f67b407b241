import { validateSync, type ValidationError } from 'class-validator';
import { Fault, Faults, isFault, NestedFaults } from '../errors/fault.js';
import { addFields, fieldsOf } from './field.js';
import { refuseUnknown } from './unknown-fields.js';

/** A class of fields; one of a body says which names it ignores because reads answer them. */
export interface DtoClass<T extends object = object> {
  new (): T;
  readonly readOnly?: Readonly<Record<string, true>>;
}

/** Tells the classes whose fields are read together with those of a class, as if they stood in it: see `Extensions`. */
export type MoreFields = (Dto: DtoClass) => readonly DtoClass[];

const none: MoreFields = () => [];

/** Reads the fields of a DTO class from raw input; what cannot be understood is left undefined and filed as a fault. */
export function readFields<T extends object>(Dto: DtoClass<T>, raw: object, more = none): { dto: T; faults: Faults } {
  const dto = new Dto();
  for (const [name, read] of fieldsOf(Dto.prototype as object)) {
    const value = read(Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined, more);
    if (value !== undefined) Reflect.set(dto, name, value);
  }
  const faults = new Faults();
  // Most requests have no fault, and finding that out field by field takes longer than all the reading.
  const errors = Object.values(dto).some(isFault) ? validateSync(dto, { forbidUnknownValues: false }) : [];
  for (const error of errors) {
    faults.add(error.property, faultOf(error));
    Reflect.set(dto, error.property, undefined);
  }
  for (const More of more(Dto)) {
    const added = readFields(More, raw, more);
    for (const [name, fault] of added.faults.all) faults.add(name, fault);
    addFields(dto, added.dto);
  }
  return { dto, faults };
}

/** Reads a body, at the top or nested: a name that no field has is a fault as well. */
export function readBody<T extends object>(Dto: DtoClass<T>, raw: object, more = none): { dto: T; faults: Faults } {
  const read = readFields(Dto, raw, more);
  const known = [...fieldsOf(read.dto).keys(), ...Object.keys(Dto.readOnly ?? {})];
  refuseUnknown(Object.keys(raw), new Set(known), read.faults);
  return read;
}

/** Parses an object inside a body: its faults carry the path below it. */
export function nested<T extends object>(Dto: DtoClass<T>, raw: object, more = none): T | NestedFaults {
  const { dto, faults } = readBody(Dto, raw, more);
  return faults.all.size > 0 ? new NestedFaults(faults.all) : dto;
}

function faultOf(error: ValidationError): Fault | NestedFaults {
  if (isFault(error.value)) return error.value;
  return new Fault(() => Object.values(error.constraints ?? {}).join(' '));
}
