import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { FieldError, type Parser } from '../../lib/errors/field-error.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { MAX_SLUG_LENGTH, slugify } from '../../lib/text/slug.js';
import { parseDateTime } from '../../lib/datetime/date-time-input.js';
import { type DtoClass } from './dto-class.js';
import { parseHtml, parsePlainText } from '../../lib/text/sanitize.js';
import { Field, type FieldOptions, withMessage, type ValueType } from './field.js';
import { boolean, oneOf, parseEmail, parseUrl, plainLines, plainText, recordId } from './parsers.js';

type Options = Omit<FieldOptions, 'schema'> & { example?: unknown };

function withSchema(schema: object, { example, ...options }: Options): FieldOptions {
  return { ...options, schema: { ...schema, ...(example !== undefined && { example }) } };
}

/** Plain text of one line: tags are stripped, at most 255 characters. */
export const PlainText = (options: Options = {}) =>
  Field(plainText(), withSchema({ type: 'string', maxLength: 255 }, options));

/** Plain text of several lines: tags are stripped, at most `max` characters. */
export const PlainLines = (max: number, options: Options = {}) =>
  Field(plainLines(max), withSchema({ type: 'string', maxLength: max }, options));

/** HTML, cleaned by an allow-list; at most 60,000 bytes of UTF-8. */
export const Html = (options: Options = {}) => Field(parseHtml, withSchema({ type: 'string' }, options));

export const Flag = (options: Options = {}) =>
  Field(boolean, withSchema({ type: 'boolean', default: false }, { whenEmpty: 'false', ...options }));

export const Url = (options: Options = {}) =>
  Field(parseUrl, withSchema({ type: 'string', format: 'uri', maxLength: 2048 }, options));

export const Email = (options: Options = {}) =>
  Field(parseEmail, withSchema({ type: 'string', format: 'email' }, options));

/** The id of a record that a client sends as an object, as it read it. Other values are returned unchanged. */
export function unwrapId(raw: unknown): unknown {
  return isPlainObject(raw) && Object.hasOwn(raw, 'id') && raw.id !== null && raw.id !== '' ? raw.id : raw;
}

export function idOrRecord(type: ValueType): ValueType {
  return { ...type, readInBody: (raw) => type.readInBody!(unwrapId(raw)) };
}

/** An id, or the record object that a read returned. */
export const Id = (options: Options = {}) =>
  Field(idOrRecord(recordId), withSchema({ type: 'integer', minimum: 1 }, options));

/** A date and time in any of the accepted spellings; it becomes an instant once its zone is known. */
export const DateTimeField = (options: Options = {}) => Field(parseDateTime, withSchema({ type: 'string' }, options));

/** A slug, normalized by the function that derives slugs from titles. */
const parseSlug: Parser<string> = (raw) => {
  const text = parsePlainText()(raw);
  if (typeof text !== 'string' || text === '') return text;
  return slugify(text, 'en', MAX_SLUG_LENGTH) || new FieldError((messages) => messages.slugEmpty);
};

export const Slug = (options: Options = {}) =>
  Field(parseSlug, withSchema({ type: 'string', maxLength: 255 }, { whenEmpty: 'kept', ...options }));

/** The language of the request, if the body sets it. */
export const TranslationLanguage = () =>
  Field(oneOf(LANGUAGES), { whenEmpty: 'kept', schema: { type: 'string', enum: [...LANGUAGES] } });

/** Texts by language; null removes a translation. */
export const Translations = (Texts: DtoClass) => {
  const texts = { nullable: true, type: 'object', allOf: [{ $ref: getSchemaPath(Texts) }] };
  const properties = Object.fromEntries(LANGUAGES.map((language) => [language, texts]));
  return applyDecorators(
    Type(() => translationsOf(Texts)),
    Transform(({ value }: { value: unknown }) => (value === null || value === '' ? undefined : value)),
    ValidateIf((_body, value) => value !== undefined),
    IsObject(withMessage((messages) => messages.object)),
    ValidateNested(withMessage((messages) => messages.object)),
    ApiProperty({ type: 'object', properties, additionalProperties: false, required: false } as object),
    registerModel(Texts),
  );
};

/** An object with fields of its own; null clears it. @param wording what the value must be, if it is no object */
export const Nested = (Fields: DtoClass, wording: Wording) =>
  applyDecorators(
    Type(() => Fields),
    Transform(({ value }: { value: unknown }) => (value === '' ? null : value)),
    ValidateIf((_body, value) => value !== undefined && value !== null),
    IsObject(withMessage(wording)),
    ValidateNested(withMessage(wording)),
    ApiProperty({ type: Fields, nullable: true, required: false }),
  );

const translationClasses = new Map<DtoClass, DtoClass>();

/** A class with a member of class `Texts` for each language. Created once, so that its decorators apply once. */
function translationsOf(Texts: DtoClass): DtoClass {
  let TranslationsClass = translationClasses.get(Texts);
  if (!TranslationsClass) {
    TranslationsClass = class TranslationsDto {};
    for (const language of LANGUAGES)
      applyDecorators(
        Type(() => Texts),
        ValidateIf((_texts, value) => value !== null && value !== undefined),
        IsObject(withMessage((messages) => messages.object)),
        ValidateNested(withMessage((messages) => messages.object)),
      )(TranslationsClass.prototype as object, language);
    translationClasses.set(Texts, TranslationsClass);
  }
  return TranslationsClass;
}

/** Adds a class to the OpenAPI document that a field's schema refers to. */
function registerModel(Dto: DtoClass): PropertyDecorator {
  return (prototype) => void ApiExtraModels(Dto)(prototype.constructor);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
