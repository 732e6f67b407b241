import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { type ValidationError } from 'class-validator';
import { ExtensionNotInstalled } from '../../lib/errors/api-error.js';
import { FieldError, FieldErrors, InvalidParameters } from '../../lib/errors/field-error.js';
import { type DtoClass } from './dto-class.js';
import { fieldErrorsOf, fieldNamesOf, fieldsOf } from './class-validator-errors.js';
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

/** The errors of class-validator, with the object that it has validated. */
class InvalidDto extends InvalidParameters {
  readonly dto: object;

  constructor(errors: readonly ValidationError[]) {
    super(fieldErrorsOf(errors).all);
    this.dto = errors[0]?.target ?? {};
  }
}

/** The property names of every object, such as `constructor`, which class-transformer ignores or even calls. */
const OBJECT_KEYS: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** The options with which class-transformer creates instances of DTO classes. */
export const TRANSFORM_OPTIONS = { exposeUnsetFields: false } as const;

function options(extensions: readonly string[]) {
  return {
    transform: true,
    transformOptions: TRANSFORM_OPTIONS,
    whitelist: true,
    stopAtFirstError: true,
    // A field of an extension belongs to a validation group with its name; all other fields are always validated.
    ...{ always: true, strictGroups: true, groups: [...extensions] },
    validationError: { target: true, value: true },
    exceptionFactory: (errors: ValidationError[]) => new InvalidDto(errors),
  };
}

/**
 * Turns raw queries and bodies into validated DTOs (`ValidationPipe`). All errors of a query, or of a body, are
 * reported at once; the exception filter writes them in the language of the request.
 * @throws {InvalidParameters}
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  private readonly bodies: ValidationPipe;
  private readonly queries: ValidationPipe;

  constructor(
    private readonly extensions: EnabledExtensions,
    private readonly rules: QueryRules = { check: () => undefined },
  ) {
    this.bodies = new ValidationPipe({ ...options(extensions.names), forbidNonWhitelisted: true });
    this.queries = new ValidationPipe(options(extensions.names));
  }

  transform(raw: unknown, metadata: ArgumentMetadata): unknown {
    if (!isDto(metadata.metatype)) return raw;
    if (metadata.type === 'query') return this.query(asObject(raw), metadata);
    return metadata.type === 'body' ? this.body(asObject(raw), metadata) : raw;
  }

  /** Validates a body that does not come from a request, such as a record of an import. */
  async validate<T extends object>(Dto: DtoClass<T>, raw: object): Promise<T> {
    return (await this.body(raw, { type: 'body', metatype: Dto })) as T;
  }

  /** Refuses names that resemble parameters: a mistyped filter would return everything. Ignores other names. */
  private async query(raw: object, metadata: ArgumentMetadata): Promise<unknown> {
    const errors = new FieldErrors();
    this.assertInstalled(raw, metadata.metatype);
    const names = fieldNamesOf(metadata.metatype);
    refuseNearMisses(Object.keys(raw), names, errors);
    const known = Object.fromEntries(Object.entries(raw).filter(([name]) => names.includes(name)));
    return withErrors(errors, this.queries.transform(known, metadata) as Promise<object>, (query) =>
      this.rules.check(query, errors),
    );
  }

  /** @throws {ExtensionNotInstalled} for parameters of extensions that are off, even with invalid values */
  private assertInstalled(query: object, Dto: unknown): void {
    const missing = [...fieldsOf(Dto)].filter(
      ([name, extension]) => extension && Object.hasOwn(query, name) && !this.extensions.names.includes(extension),
    );
    if (missing.length > 0) throw new ExtensionNotInstalled(missing.map(([name]) => name));
  }

  private async body(raw: object, metadata: ArgumentMetadata): Promise<unknown> {
    const errors = new FieldErrors();
    const copy = withoutObjectKeys(raw, '', errors) as object;
    return withErrors(errors, this.bodies.transform(copy, metadata) as Promise<object>);
  }
}

/** The result of a pipe; throws its errors together with known ones. @param check adds further errors */
async function withErrors(
  errors: FieldErrors,
  transforming: Promise<object>,
  check: (dto: object) => void = () => undefined,
): Promise<object> {
  const dto = await transforming.catch((error: unknown) => {
    if (!(error instanceof InvalidDto)) throw error;
    for (const [path, fieldError] of error.errors) errors.add(path, fieldError);
    return error.dto;
  });
  check(dto);
  errors.throwIfAny();
  return dto;
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
