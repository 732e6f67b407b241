import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, DECORATORS } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Fault, isFault } from '../errors/fault.js';
import { type Wording } from '../errors/messages.js';
import { type Parser } from '../values/parser.js';
import { type MoreFields } from './read-fields.js';

/** What null and "" mean in a body: the field reads as null, as an empty list or as false afterwards, stays as it was, or must not be empty. */
export type WhenEmpty = 'null' | 'list' | 'false' | 'kept' | 'refused';

export interface FieldOptions {
  /** Whether it must be given at all. */
  required?: boolean;
  whenEmpty?: WhenEmpty;
  /** How the documentation shows it; the comment above the field is its description. */
  schema?: ApiPropertyOptions;
}

type Reader = (raw: unknown, more?: MoreFields) => unknown;

const FIELDS = Symbol('fields');

/** The fields of a DTO or its class with what turns their raw values into typed ones, those of its base classes first. */
export function fieldsOf(prototype: object): ReadonlyMap<string, Reader> {
  return (
    (Reflect.getMetadata(FIELDS, prototype) as ReadonlyMap<string, Reader> | undefined) ?? new Map<string, Reader>()
  );
}

function register(reader: Reader): PropertyDecorator {
  return (prototype, name) => {
    Reflect.defineMetadata(FIELDS, new Map(fieldsOf(prototype)).set(String(name), reader), prototype);
  };
}

/** Gives a DTO the fields of another one, which was read from the same input. */
export function addFields(dto: object, added: object): void {
  Object.assign(dto, added);
  Reflect.defineMetadata(FIELDS, new Map([...fieldsOf(dto), ...fieldsOf(added)]), dto);
}

/** A faulty value stays a `Fault` until validation, so that class-validator decides over every field alike. */
const Understood = (): PropertyDecorator =>
  ValidateBy({ name: 'understood', validator: { validate: (value) => !isFault(value) } });

function empty(raw: unknown, whenEmpty: WhenEmpty): unknown {
  if (whenEmpty === 'refused') return raw === null ? Fault.missing : new Fault((messages) => messages.blank);
  return { null: null, list: [], false: false, kept: undefined }[whenEmpty];
}

/** A field of a request body. Absent stays absent (undefined). */
export function Field<T>(parse: Parser<T>, options: FieldOptions = {}): PropertyDecorator {
  const { required = false, whenEmpty = required ? 'refused' : 'null', schema } = options;
  const read: Reader = (raw, more) => {
    if (raw === undefined) return required ? Fault.missing : undefined;
    if (raw === null || raw === '') return empty(raw, whenEmpty);
    const value = parse(raw, more);
    return value === '' ? empty(value, whenEmpty) : value;
  };
  const nullable = whenEmpty === 'null' || whenEmpty === 'list';
  const documented = { ...schema, required, ...(nullable && { nullable }) } as ApiPropertyOptions;
  return applyDecorators(register(read), Understood(), ApiProperty(documented));
}

/** A name that is known to callers and still not allowed in a body, with the reason. */
export function Refused(reason: Wording): PropertyDecorator {
  const read: Reader = (raw) => (raw === undefined ? undefined : new Fault(reason));
  return applyDecorators(register(read), Understood());
}

/** Says of a body class which of the fields it inherits must be given. */
export function Required(...names: string[]): ClassDecorator {
  return (target) => {
    const prototype = target.prototype as object;
    for (const name of names) {
      const read = fieldsOf(prototype).get(name)!;
      register((raw, more) => (raw === undefined ? Fault.missing : read(raw, more)))(prototype, name);
      const schema = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as ApiPropertyOptions;
      ApiProperty({ ...schema, required: true } as ApiPropertyOptions)(prototype, name);
    }
  };
}

export interface ParameterOptions {
  /** Whether `name=` counts as if it were not there; else it is read like any other value. */
  emptyIsAbsent?: boolean;
  schema?: ApiPropertyOptions;
}

const PARAMETERS = new Set<string>();

/** Whether any route has a parameter of this name; the others change no answer. */
export function isParameter(name: string): boolean {
  return PARAMETERS.has(name);
}

/** A parameter of the query string. */
export function Parameter<T>(parse: Parser<T>, { emptyIsAbsent, schema }: ParameterOptions = {}): PropertyDecorator {
  const read: Reader = (raw) => (raw === undefined || (raw === '' && emptyIsAbsent) ? undefined : parse(raw));
  const remember: PropertyDecorator = (_prototype, name) => void PARAMETERS.add(String(name));
  return applyDecorators(
    register(read),
    remember,
    Understood(),
    ApiProperty({ ...schema, required: false } as ApiPropertyOptions),
  );
}
