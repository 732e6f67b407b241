import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  Allow,
  IsDefined,
  IsNotEmpty,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { Exclude, Transform } from 'class-transformer';
import { FieldError, type Parser } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';

/** A message about a value that a rule refuses. */
type ValueWording = (...parameters: [...Parameters<Wording>, value: unknown]) => string;

/** The context of a rule of class-validator, which `fieldErrorsOf` turns into a message. */
export interface RuleContext {
  readonly wording: ValueWording;
  /** Whether the value is absent, rather than wrong: such fields are reported as missing. */
  readonly absence?: 'missing' | 'emptied';
}

/** The options of a rule of class-validator, with the message of the catalogue. */
export function withMessage(wording: ValueWording, options: ValidationOptions = {}): ValidationOptions {
  return { ...options, context: { wording } satisfies RuleContext };
}

/** How a raw value is converted, and the rules for the result. */
export interface ValueType {
  /** Converts valid values, and returns all others unchanged for the rules to refuse. */
  readonly read: (raw: unknown) => unknown;
  /** The same for bodies, where a list is a value of JSON and not a spelling of a parameter. */
  readonly readInBody?: (raw: unknown) => unknown;
  readonly rules: (options: ValidationOptions) => readonly PropertyDecorator[];
}

/** A custom rule of class-validator, which requires a name and an English message. */
export function rule(
  name: string,
  validate: (value: unknown, object: object) => boolean,
  options: ValidationOptions = {},
): PropertyDecorator {
  const validator = {
    validate: (value: unknown, given?: ValidationArguments) => validate(value, given?.object ?? {}),
    defaultMessage: () => name,
  };
  return ValidateBy({ name, validator }, options);
}

/** Refuses values that a parser could not read, with the message of the parser. */
export const IsReadable = (options: ValidationOptions = {}): PropertyDecorator =>
  rule('isReadable', (value) => !(value instanceof FieldError), options);

/** A type with a parser that distinguishes several errors. */
export function parsed(parse: Parser<unknown>): ValueType {
  return { read: parse, rules: (options) => [IsReadable(options)] };
}

/** The meaning of null and "" in a body: null, an empty list, false, the stored value (`kept`), or an error. */
export type WhenEmpty = 'null' | 'list' | 'false' | 'kept' | 'refused';

export interface FieldOptions {
  /** Whether the field is required. Then it must be neither null nor an empty text. */
  required?: boolean;
  whenEmpty?: WhenEmpty;
  /** The schema of the field in the documentation; its comment is the description. */
  schema?: ApiPropertyOptions;
  /** The extension that adds the field: without it, the field is unknown. */
  extension?: string;
}

/** A field of a request body. An absent field stays absent (undefined). */
export function Field(
  type: ValueType | Parser<unknown>,
  { required = false, whenEmpty = required ? 'refused' : 'null', schema, extension }: FieldOptions = {},
): PropertyDecorator {
  const { read, readInBody = read, rules } = typeof type === 'function' ? parsed(type) : type;
  const groups = groupsOf(extension);
  const nullable = whenEmpty === 'null' || whenEmpty === 'list';
  return applyDecorators(
    ConvertRaw((raw) => (isEmpty(raw) ? emptyValue(raw, whenEmpty) : replaceEmptyText(readInBody(raw), whenEmpty))),
    required ? RequiredField() : OptionalField(whenEmpty, groups),
    ...rules(groups),
    ApiProperty({ ...schema, required, ...(nullable && { nullable }) } as ApiPropertyOptions),
  );
}

export interface ParameterOptions {
  required?: boolean;
  /** Whether `name=` means that the parameter is absent. Otherwise it is a value like any other. */
  emptyIsAbsent?: boolean;
  schema?: ApiPropertyOptions;
  /** The extension that adds or implements the parameter. */
  extension?: string;
  /** Another parameter that must be given together with this one. */
  togetherWith?: string;
}

/** A parameter of the query string. */
export function Parameter(
  type: ValueType | Parser<unknown>,
  { required = false, emptyIsAbsent = false, schema, extension, togetherWith = '' }: ParameterOptions = {},
): PropertyDecorator {
  const { read, rules } = typeof type === 'function' ? parsed(type) : type;
  const groups = groupsOf(extension);
  return applyDecorators(
    ConvertRaw((raw) => (raw === '' && emptyIsAbsent ? undefined : read(raw))),
    required
      ? RequiredField()
      : ValidateIf((query: object, value) => (value ?? Reflect.get(query, togetherWith)) !== undefined, groups),
    rule(
      'isGiven',
      (value) => value !== undefined,
      withMessage((messages) => messages.requiredWith(togetherWith), groups),
    ),
    ...rules(groups),
    ApiProperty({ ...schema, required } as ApiPropertyOptions),
  );
}

/** A field that is known but not accepted here. The message says why. */
export function Refused(wording: Wording): PropertyDecorator {
  return applyDecorators(
    ConvertRaw((raw) => (raw === '' ? undefined : raw)),
    ValidateIf((_dto, value) => value !== undefined),
    rule('isRefused', () => false, withMessage(wording)),
  );
}

/** Makes a text of a base class required, at the top level or in `translations`. */
export function RequiredText(name: string): ClassDecorator {
  return ({ prototype }) => {
    applyDecorators(
      ValidateIf((body: object, value) => value !== undefined || !hasTranslatedText(body, name)),
      IsDefined({ context: MISSING }),
    )(prototype as object, name);
  };
}

/** Fields of responses that writes ignore, so that a record that was read can be sent back. */
export function ReadOnly(names: Readonly<Record<string, true>>): ClassDecorator {
  return ({ prototype }) => {
    for (const name of Object.keys(names))
      applyDecorators(Exclude({ toClassOnly: true }), Allow())(prototype as object, name);
  };
}

/** Makes class-transformer convert the raw value, not the result of a `Transform` of the same field in a base class. */
function ConvertRaw(read: (raw: unknown) => unknown): PropertyDecorator {
  return Transform(({ obj, key }) => {
    const raw: unknown = Reflect.get(obj as object, key);
    return raw === undefined ? undefined : read(raw);
  });
}

/** A value that must be given, and not be null. */
function RequiredField(): PropertyDecorator {
  return applyDecorators(
    ValidateIf(() => true),
    IsDefined({ context: MISSING }),
    IsNotEmpty(withMessage((messages) => messages.blank)),
  );
}

const MISSING: RuleContext = { wording: (messages) => messages.required, absence: 'missing' };
const EMPTIED: RuleContext = { wording: (messages) => messages.notEmptied, absence: 'emptied' };

/** Skips the rules of an absent field. Refuses null for a field that always has a value (`refused`). */
function OptionalField(whenEmpty: WhenEmpty, groups: ValidationOptions): PropertyDecorator {
  if (whenEmpty !== 'refused') return ValidateIf((_body, value) => value !== undefined && value !== null, groups);
  return applyDecorators(
    ValidateIf((_body, value) => value !== undefined, groups),
    IsDefined({ ...groups, context: EMPTIED }),
    IsNotEmpty(withMessage((messages) => messages.blank, groups)),
  );
}

function hasTranslatedText(body: object, name: string): boolean {
  const translations: unknown = Reflect.get(body, 'translations');
  const texts = typeof translations === 'object' && translations !== null ? Object.values(translations) : [];
  return texts.some((text) => typeof text === 'object' && text !== null && Reflect.get(text, name) !== undefined);
}

function isEmpty(raw: unknown): raw is null | '' {
  return raw === null || raw === '';
}

function replaceEmptyText(value: unknown, whenEmpty: WhenEmpty): unknown {
  return value === '' ? emptyValue(value, whenEmpty) : value;
}

function emptyValue(raw: null | '', whenEmpty: WhenEmpty): unknown {
  if (whenEmpty === 'refused') return raw;
  return { null: null, list: [], false: false, kept: undefined }[whenEmpty];
}

function groupsOf(extension: string | undefined): ValidationOptions {
  return extension === undefined ? {} : { groups: [extension] };
}
