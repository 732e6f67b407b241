import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { Allow, ValidateNested } from 'class-validator';
import { FieldError, type Parser } from '../errors/field-error.js';
import { givenId, isPlainObject } from '../validation/body-fields.js';
import { Field, IsReadable, type ValueType } from '../validation/field.js';
import { parseTermNames } from '../validation/lists.js';
import { TRANSFORM_OPTIONS } from '../validation/request-validation.pipe.js';
import { positiveInteger } from '../validation/scalars.js';
import { type DtoClass } from '../validation/dto-class.js';

/** A venue or organizer that a body names by id. */
export class RecordReference {
  @Allow()
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** A venue or organizer in the body of an event: an id, or the fields of a record to find or create. */
export type LinkInput<D> = RecordReference | D;

/** Maximum number of relations in a body. Each one may cost statements. */
const MAX_LINKS = 100;

/**
 * Maximum number of records to find by name or create. Each may have two descriptions, dates and addresses to parse.
 */
const MAX_NEW = 50;

/**
 * Parses venues or organizers: an id, ids (also as CSV), objects with an id, objects to find by name or create, and
 * mixes.
 */
export const Links = (Dto: DtoClass, description: string) =>
  Field(linksTo(Dto), {
    whenEmpty: 'list',
    schema: {
      type: 'array',
      items: { oneOf: [{ type: 'integer' }, { $ref: getSchemaPath(Dto) }] },
      example: [1],
      description,
    } as ApiPropertyOptions,
  });

/** A record as responses show it may be sent back: only its id is used. */
const byId = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] };

/** Parses categories or tags: ids, slugs or names. */
export const Terms = (description: string) =>
  Field(limited(parseTermNames), {
    whenEmpty: 'list',
    schema: {
      type: 'array',
      items: { oneOf: [{ type: 'integer' }, { type: 'string' }, byId] },
      example: ['music'],
      description,
    } as ApiPropertyOptions,
  });

function limited<T>(parse: Parser<T[]>): Parser<T[]> {
  return (raw) => {
    // Counted first, so that half a million names are not read one by one.
    if (typeof raw === 'string' && raw.split(',', MAX_LINKS + 1).length > MAX_LINKS) return tooMany();
    const list = parse(raw);
    return Array.isArray(list) && list.length > MAX_LINKS ? tooMany() : list;
  };
}

const tooMany = () => new FieldError((messages) => messages.tooMany(MAX_LINKS));

/** Ids, and objects as instances of the class that creates records. Each member has its own errors. */
function linksTo<D extends object>(Dto: DtoClass<D>): ValueType {
  return {
    read: (raw) => {
      const members = [raw]
        .flat()
        .flatMap((member) => (typeof member === 'string' ? member.split(',', MAX_LINKS + 1) : [member]));
      if (members.length > MAX_LINKS) return tooMany();
      if (members.filter((member) => isPlainObject(givenId(member))).length > MAX_NEW)
        return new FieldError((messages) => messages.tooManyNew(MAX_NEW));
      return members.map((member) => readLink(Dto, givenId(member)));
    },
    rules: (options) => [IsReadable(options), ValidateNested({ ...options, each: true })],
  };
}

function readLink<D extends object>(Dto: DtoClass<D>, given: unknown): RecordReference | D | FieldError {
  if (isPlainObject(given)) return plainToInstance(Dto, given, TRANSFORM_OPTIONS);
  const id = positiveInteger(given);
  return id === undefined ? new FieldError((messages) => messages.links) : new RecordReference(id);
}
