import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { Allow, ValidateNested } from 'class-validator';
import { FieldError, type Parser } from '../../lib/errors/field-error.js';
import { unwrapId, isPlainObject } from '../../http/validation/body-fields.js';
import { Field, IsReadable, type ValueType } from '../../http/validation/field.js';
import { parseTermNames, positiveInteger } from '../../http/validation/parsers.js';
import { TRANSFORM_OPTIONS } from '../../http/validation/request-validation.pipe.js';
import { type DtoClass } from '../../http/validation/dto-class.js';

/** A venue or organizer that a body names by id. */
export class RecordById {
  @Allow()
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** A venue or organizer in the body of an event: an id, or the fields of a record to find or create. */
export type RelationInput<D> = RecordById | D;

/** Maximum number of relations in a body, since each may need SQL statements. */
const MAX_RELATIONS = 100;

/** Maximum number of records that a body describes by their fields, since each has texts to clean. */
const MAX_NEW_RECORDS = 50;

/** Parses venues or organizers: ids (also as CSV), objects with an id, objects to find by name or create, and mixes. */
export const PublishedRelations = (Dto: DtoClass, description: string) =>
  Field(publishedRelations(Dto), {
    whenEmpty: 'list',
    schema: listSchema([{ type: 'integer' }, { $ref: getSchemaPath(Dto) }], 1, description),
  });

/** The schema of a list of members that have one of these types. */
export const listSchema = (oneOf: readonly object[], example: number | string, description: string) =>
  ({ type: 'array', items: { oneOf }, example: [example], description }) as ApiPropertyOptions;

/** The schema of a record that a client sends back as it read it. Only its id is used. */
const recordObject = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] };

/** Parses categories or tags: ids, slugs or names. */
export const TermRelations = (description: string) =>
  Field(withMaxRelations(parseTermNames), {
    whenEmpty: 'list',
    schema: listSchema([{ type: 'integer' }, { type: 'string' }, recordObject], 'music', description),
  });

function withMaxRelations<T>(parse: Parser<T[]>): Parser<T[]> {
  return (raw) => {
    // Counted before parsing, so that a text with half a million names is refused cheaply.
    if (typeof raw === 'string' && raw.split(',', MAX_RELATIONS + 1).length > MAX_RELATIONS) return tooManyRelations();
    const list = parse(raw);
    return Array.isArray(list) && list.length > MAX_RELATIONS ? tooManyRelations() : list;
  };
}

const tooManyRelations = () => new FieldError((messages) => messages.tooMany(MAX_RELATIONS));

/** Converts ids to `RecordById`, and objects to instances of the DTO that creates records, which are validated. */
function publishedRelations<D extends object>(Dto: DtoClass<D>): ValueType {
  return {
    read: (raw) => {
      const members = [raw]
        .flat()
        .flatMap((member) => (typeof member === 'string' ? member.split(',', MAX_RELATIONS + 1) : [member]));
      if (members.length > MAX_RELATIONS) return tooManyRelations();
      if (members.filter((member) => isPlainObject(unwrapId(member))).length > MAX_NEW_RECORDS)
        return new FieldError((messages) => messages.tooManyNew(MAX_NEW_RECORDS));
      return members.map((member) => parseRelation(Dto, unwrapId(member)));
    },
    rules: (options) => [IsReadable(options), ValidateNested({ ...options, each: true })],
  };
}

function parseRelation<D extends object>(Dto: DtoClass<D>, given: unknown): RecordById | D | FieldError {
  if (isPlainObject(given)) return plainToInstance(Dto, given, TRANSFORM_OPTIONS);
  const id = positiveInteger(given);
  return id === undefined ? new FieldError((messages) => messages.relations) : new RecordById(id);
}
