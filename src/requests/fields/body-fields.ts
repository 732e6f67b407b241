import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { Fault, Faults, isFault, NestedFaults } from '../../errors/fault.js';
import { type Language, LANGUAGES } from '../../languages/language.js';
import { MAX_SLUG_LENGTH, slugify } from '../../values/text/slug.js';
import { parseDateTime } from '../../values/time/date-time-input.js';
import { type Parser, type DtoClass } from '../../values/parser.js';
import { oneOf, parseBoolean, parseEmail, parseId, parseUrl } from '../../values/scalars.js';
import { line, parseHtml } from '../../values/texts.js';
import { Field, type FieldOptions } from './field.js';
import { nested } from './read-fields.js';
import { refuseUnknown } from './unknown-fields.js';

type Options = Omit<FieldOptions, 'schema'> & { example?: unknown };

function described(schema: object, { example, ...options }: Options): FieldOptions {
  return { ...options, schema: { ...schema, ...(example !== undefined && { example }) } };
}

/** Plain text of one line: tags are stripped, at most 255 characters. */
export const Line = (options: Options = {}) => Field(line(), described({ type: 'string', maxLength: 255 }, options));

/** HTML, cleaned by an allow-list; at most 60,000 bytes of UTF-8. */
export const Html = (options: Options = {}) => Field(parseHtml, described({ type: 'string' }, options));

export const Flag = (options: Options = {}) =>
  Field(parseBoolean, described({ type: 'boolean', default: false }, { whenEmpty: 'false', ...options }));

export const Url = (options: Options = {}) =>
  Field(parseUrl, described({ type: 'string', format: 'uri', maxLength: 2048 }, options));

export const Email = (options: Options = {}) =>
  Field(parseEmail, described({ type: 'string', format: 'email' }, options));

/** A record that was read may be sent back where its id is meant; that of a new one may have an `id` that is empty. */
export function givenId(raw: unknown): unknown {
  return isPlainObject(raw) && Object.hasOwn(raw, 'id') && raw.id !== null && raw.id !== '' ? raw.id : raw;
}

/** An id, also as the object that a read answered. */
export const Id = (options: Options = {}) =>
  Field((raw) => parseId(givenId(raw)), described({ type: 'integer', minimum: 1 }, options));

/** A date and time in any of the accepted spellings; it becomes an instant once its zone is known. */
export const DateTimeField = (options: Options = {}) => Field(parseDateTime, described({ type: 'string' }, options));

/** A slug as it will be stored: made by the same function that makes one of a title. */
const parseSlug: Parser<string> = (raw) => {
  const text = line()(raw);
  if (typeof text !== 'string' || text === '') return text;
  return slugify(text, 'en', MAX_SLUG_LENGTH) || new Fault((messages) => messages.slugEmpty);
};

export const Slug = (options: Options = {}) =>
  Field(parseSlug, described({ type: 'string', maxLength: 255 }, { whenEmpty: 'kept', ...options }));

/** The language of the request, where the body decides it. */
export const TranslationLanguage = () =>
  Field(oneOf(LANGUAGES), { whenEmpty: 'kept', schema: { type: 'string', enum: [...LANGUAGES] } });

/** Texts by language; null removes a translation. */
export const Translations = (Texts: DtoClass) => {
  const texts = { nullable: true, type: 'object', allOf: [{ $ref: getSchemaPath(Texts) }] };
  const properties = Object.fromEntries(LANGUAGES.map((language) => [language, texts]));
  return applyDecorators(
    Field(translationsOf(Texts), {
      whenEmpty: 'kept',
      schema: { type: 'object', properties, additionalProperties: false } as ApiPropertyOptions,
    }),
    documenting(Texts),
  );
};

/** Has the documentation show a class that a field's schema refers to. */
function documenting(Dto: DtoClass): PropertyDecorator {
  return (prototype) => void ApiExtraModels(Dto)(prototype.constructor);
}

function translationsOf(Texts: DtoClass): Parser<Partial<Record<Language, object | null>>> {
  return (raw) => {
    if (!isPlainObject(raw)) return new Fault((messages) => messages.object);
    const faults = new Faults();
    const texts: Partial<Record<Language, object | null>> = {};
    refuseUnknown(Object.keys(raw), new Set(LANGUAGES), faults);
    for (const language of LANGUAGES) {
      if (!Object.hasOwn(raw, language)) continue;
      const value = readTexts(Texts, raw[language]);
      if (isFault(value)) faults.add(language, value);
      else texts[language] = value;
    }
    return faults.all.size > 0 ? new NestedFaults(faults.all) : texts;
  };
}

function readTexts(Texts: DtoClass, raw: unknown): object | null | Fault | NestedFaults {
  if (raw === null) return null;
  return isPlainObject(raw) ? nested(Texts, raw) : new Fault((messages) => messages.object);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
