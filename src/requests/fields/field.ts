import 'reflect-metadata';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IS_DEFINED, ValidateBy, ValidateIf, ValidationTypes } from 'class-validator';
import { Fault, isFault } from '../../errors/fault.js';
import { messages, type Wording } from '../../errors/messages.js';
import { type Parser } from '../../values/parser.js';
import { faultsOf } from './filed-faults.js';
import { type MoreFields } from '../../values/parser.js';

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

/** A raw value on its way through class-transformer: read by the field that it belongs to. */
type Unread = (read: Reader) => unknown;

const FIELDS = Symbol('fields');

/** The fields of a DTO class with what turns their raw values into typed ones, those of its base classes first. */
export function fieldsOf(prototype: object): ReadonlyMap<string, Reader> {
  return (
    (Reflect.getMetadata(FIELDS, prototype) as ReadonlyMap<string, Reader> | undefined) ?? new Map<string, Reader>()
  );
}

/**
 * Hides a raw value in a function, which class-transformer leaves alone: of objects it would make copies first, to any
 * depth and of whatever `constructor` they name. Where a derived class has declared a field anew, class-transformer
 * asks both declarations, that of the base class first.
 */
export function unread(raw: unknown, reader: Reader, more: MoreFields): Unread {
  const value: Unread = (read) => (read === reader ? read(raw, more) : value);
  return value;
}

/** class-transformer has it read; what another pipe reads once more, such as Nest's own, stays as it was understood. */
function Read(read: Reader): PropertyDecorator {
  const remember: PropertyDecorator = (prototype, name) =>
    Reflect.defineMetadata(FIELDS, new Map(fieldsOf(prototype)).set(String(name), read), prototype);
  const readOnce = Transform(({ value, obj, key }: { value: unknown; obj: object; key: string }) =>
    typeof value === 'function' ? (value as Unread)(read) : (faultsOf(obj).all.get(key) ?? value),
  );
  return applyDecorators(remember, readOnce);
}

/** What our own rule `isDefined` is given, to tell it from that of class-validator. */
export const MAY_BE_ABSENT = 'may be absent';
const MUST_BE_GIVEN = 'must be given';

/** Whether a rule is one of those that `Understood` makes: an absent value is none of its business. */
export function isOfField(name: string, limits: readonly unknown[]): boolean {
  if (name === ValidationTypes.CONDITIONAL_VALIDATION) return true;
  return name === IS_DEFINED && (limits[0] === MAY_BE_ABSENT || limits[0] === MUST_BE_GIVEN);
}

/**
 * class-validator decides whether a value was understood. Of what is absent or emptied, rules that stand beside are not
 * asked. Rules of the name `isDefined` come before others, and stay where a derived class has further rules for the field.
 */
function Understood(presence: string): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_dto, value: unknown) => value !== null && value !== undefined),
    ValidateBy({
      name: IS_DEFINED,
      constraints: [presence],
      validator: {
        validate: (value) => !isFault(value),
        defaultMessage: (asked) => (asked?.value instanceof Fault ? asked.value.wording(messages.en) : ''),
      },
    }),
  );
}

function empty(raw: unknown, whenEmpty: WhenEmpty): unknown {
  if (whenEmpty === 'refused') return raw === null ? Fault.missing : new Fault((messages) => messages.blank);
  return { null: null, list: [], false: false, kept: undefined }[whenEmpty];
}

const DOCUMENTED = Symbol('documented');

/** Documents a field, and remembers how, for derived classes that say more of it. */
function Documented(options: ApiPropertyOptions): PropertyDecorator {
  const remember: PropertyDecorator = (prototype, name) => Reflect.defineMetadata(DOCUMENTED, options, prototype, name);
  return applyDecorators(remember, ApiProperty(options));
}

function documented(prototype: object, name: string): ApiPropertyOptions {
  return Reflect.getMetadata(DOCUMENTED, prototype, name) as ApiPropertyOptions;
}

/** A field of a request body. Absent stays absent (undefined). */
export function Field<T>(parse: Parser<T>, options: FieldOptions = {}): PropertyDecorator {
  const { required = false, whenEmpty = required ? 'refused' : 'null', schema } = options;
  const read: Reader = (raw, more) => {
    if (raw === null || raw === '') return empty(raw, whenEmpty);
    const value = parse(raw, more);
    return value === '' ? empty(value, whenEmpty) : value;
  };
  const nullable = whenEmpty === 'null' || whenEmpty === 'list';
  const shown = { ...schema, required, ...(nullable && { nullable }) } as ApiPropertyOptions;
  return applyDecorators(Read(read), Understood(required ? MUST_BE_GIVEN : MAY_BE_ABSENT), Documented(shown));
}

/** A name that is known to callers and still not allowed in a body, with the reason. */
export function Refused(reason: Wording): PropertyDecorator {
  return applyDecorators(
    Read(() => new Fault(reason)),
    Understood(MAY_BE_ABSENT),
  );
}

/** Says of a body class which of the fields it inherits must be given. */
export function Required(...names: string[]): ClassDecorator {
  return (target) => {
    const prototype = target.prototype as object;
    for (const name of names) {
      Understood(MUST_BE_GIVEN)(prototype, name);
      Documented({ ...documented(prototype, name), required: true } as ApiPropertyOptions)(prototype, name);
    }
  };
}

export interface ParameterOptions {
  required?: boolean;
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
export function Parameter<T>(
  parse: Parser<T>,
  { required = false, emptyIsAbsent, schema }: ParameterOptions = {},
): PropertyDecorator {
  const read: Reader = (raw) => (raw === '' && emptyIsAbsent ? undefined : parse(raw));
  const remember: PropertyDecorator = (_prototype, name) => void PARAMETERS.add(String(name));
  return applyDecorators(
    Read(read),
    remember,
    Understood(required ? MUST_BE_GIVEN : MAY_BE_ABSENT),
    ApiProperty({ ...schema, required } as ApiPropertyOptions),
  );
}

/** A class of parameters like another one, but for some of them. */
export function Without<T, K extends keyof T>(Query: Type<T>, ...names: readonly K[]): Type<Omit<T, K>> {
  const Others = OmitType(Query, names);
  const others = [...fieldsOf(Query.prototype as object)].filter(
    ([name]) => !(names as readonly unknown[]).includes(name),
  );
  Reflect.defineMetadata(FIELDS, new Map(others), Others.prototype as object);
  return Others;
}
