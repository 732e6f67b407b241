import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { ExtensionNotInstalled } from '../errors/api-error.js';
import { FieldError, FieldErrors } from '../errors/field-error.js';
import { type DtoClass } from './dto-class.js';
import { addFieldErrors, fieldNamesOf, fieldsOf } from './class-validator-errors.js';
import { refuseNearMisses } from './suggestions.js';

/** The enabled extensions. Fields of other extensions are treated as unknown. */
export abstract class EnabledExtensions {
  abstract readonly names: readonly string[];
}

/** Rules of queries that depend on settings, or on the fields of responses. */
export abstract class QueryRules {
  /** @param query whose values may be unreadable: only those that were read are checked */
  abstract check(query: object, errors: FieldErrors): void;
}

/** The property names of every object, such as `constructor`, which class-transformer ignores or even calls. */
const OBJECT_KEYS: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** The options with which class-transformer creates instances of DTO classes. */
export const TRANSFORM_OPTIONS = { exposeUnsetFields: false } as const;

/**
 * Turns raw queries and bodies into validated DTOs. All errors of a query, or of a body, are reported at once; the
 * exception filter writes them in the language of the request.
 * @throws {InvalidParameters}
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  constructor(
    private readonly extensions: EnabledExtensions,
    private readonly rules: QueryRules = { check: () => undefined },
  ) {}

  transform(raw: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!isDto(metatype)) return raw;
    if (type === 'query') return this.query(metatype, asObject(raw));
    return type === 'body' ? this.validate(metatype, asObject(raw)) : raw;
  }

  /** Validates a body, which may also be a record of an import. */
  async validate<T extends object>(Dto: DtoClass<T>, raw: object): Promise<T> {
    const errors = new FieldErrors();
    const body = await this.toInstance(Dto, withoutObjectKeys(raw, '', errors) as object, errors);
    errors.throwIfAny();
    return body;
  }

  /** Refuses names that resemble parameters: a mistyped filter would return everything. Ignores other names. */
  private async query(Dto: DtoClass, raw: object): Promise<object> {
    const errors = new FieldErrors();
    this.assertInstalled(raw, Dto);
    const names = fieldNamesOf(Dto);
    refuseNearMisses(Object.keys(raw), names, errors);
    const known = Object.fromEntries(Object.entries(raw).filter(([name]) => names.includes(name)));
    const query = await this.toInstance(Dto, known, errors);
    this.rules.check(query, errors);
    errors.throwIfAny();
    return query;
  }

  /** Creates an instance by class-transformer, and adds the errors that class-validator finds in it. */
  private async toInstance<T extends object>(Dto: DtoClass<T>, raw: object, errors: FieldErrors): Promise<T> {
    const dto = plainToInstance(Dto, raw, TRANSFORM_OPTIONS);
    const found = await validate(dto, {
      ...{ whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false, stopAtFirstError: true },
      // A field of an extension belongs to a validation group with its name; all other fields are always validated.
      ...{ always: true, strictGroups: true, groups: [...this.extensions.names] },
    });
    addFieldErrors(errors, found);
    return dto;
  }

  /** @throws {ExtensionNotInstalled} for parameters of extensions that are off, even with invalid values */
  private assertInstalled(query: object, Dto: unknown): void {
    const missing = [...fieldsOf(Dto)].filter(
      ([name, extension]) => extension && Object.hasOwn(query, name) && !this.extensions.names.includes(extension),
    );
    if (missing.length > 0) throw new ExtensionNotInstalled(missing.map(([name]) => name));
  }
}

/** A copy without the keys that every object has: class-transformer would call the value of `constructor`. */
function withoutObjectKeys(value: unknown, path: string, errors: FieldErrors): unknown {
  if (Array.isArray(value)) return value.map((member, index) => withoutObjectKeys(member, `${path}[${index}]`, errors));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of OBJECT_KEYS)
    if (Object.hasOwn(value, name)) errors.add(pathOf(name), new FieldError((messages) => messages.unknownField));
  const kept = Object.entries(value).filter(([name]) => !OBJECT_KEYS.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutObjectKeys(member, pathOf(name), errors)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function asObject(raw: unknown): object {
  return typeof raw === 'object' && raw !== null ? raw : {};
}

function isDto(metatype: unknown): metatype is DtoClass {
  return typeof metatype === 'function' && fieldNamesOf(metatype).length > 0;
}
