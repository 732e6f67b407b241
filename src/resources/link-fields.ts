import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { Fault, Faults, isFault, NestedFaults } from '../errors/fault.js';
import { saysName } from '../records/texts/text-changes.js';
import { givenId, isPlainObject } from '../requests/fields/body-fields.js';
import { Field } from '../requests/fields/field.js';
import { nested } from '../requests/fields/read-fields.js';
import { type DtoClass, type MoreFields, type Parser } from '../values/parser.js';
import { parseTermNames } from '../values/lists.js';
import { positiveInteger } from '../values/scalars.js';

/** A venue or organizer as the body of an event names it: by id, or with the fields of one to find or create. */
export type LinkInput<D> = { readonly id: number } | { readonly create: D };

/** More links than any event has; each one may cost statements. */
const MAX_LINKS = 100;

/** Of those, records to find by name or create: each one may have two descriptions, dates and addresses to read. */
const MAX_NEW = 50;

/** Venues or organizers: an id, ids (also as CSV), objects with an id, objects to find by name or create, and mixes. */
export const Links = (Dto: DtoClass, nameField: string, description: string) =>
  Field(linksTo(Dto, nameField), {
    whenEmpty: 'list',
    schema: {
      type: 'array',
      items: { oneOf: [{ type: 'integer' }, { $ref: getSchemaPath(Dto) }] },
      example: [1],
      description,
    } as ApiPropertyOptions,
  });

/** As answers show a record, which may be sent back: its id counts. */
const byId = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] };

/** Categories or tags: ids, slugs or names. */
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
    // Before each of half a million names is read.
    if (typeof raw === 'string' && raw.split(',', MAX_LINKS + 1).length > MAX_LINKS) return tooMany();
    const list = parse(raw);
    return Array.isArray(list) && list.length > MAX_LINKS ? tooMany() : list;
  };
}

const tooMany = () => new Fault((messages) => messages.tooMany(MAX_LINKS));

function linksTo<D extends object>(Dto: DtoClass<D>, nameField: string): Parser<LinkInput<D>[]> {
  return (raw, more) => {
    const members = [raw]
      .flat()
      .flatMap((member) => (typeof member === 'string' ? member.split(',', MAX_LINKS + 1) : [member]));
    if (members.length > MAX_LINKS) return tooMany();
    if (members.filter((member) => isPlainObject(givenId(member))).length > MAX_NEW)
      return new Fault((messages) => messages.tooManyNew(MAX_NEW));
    const faults = new Faults();
    const links: LinkInput<D>[] = [];
    members.forEach((member, place) => {
      const link = readLink(Dto, nameField, member, more);
      if (link instanceof NestedFaults) faults.add(`[${place}]`, link);
      else if (isFault(link)) faults.add('', link);
      else links.push(link);
    });
    return faults.all.size > 0 ? new NestedFaults(faults.all) : links;
  };
}

function readLink<D extends object>(
  Dto: DtoClass<D>,
  nameField: string,
  member: unknown,
  more?: MoreFields,
): LinkInput<D> | Fault | NestedFaults {
  const given = givenId(member);
  if (isPlainObject(given)) {
    const create = nested(Dto, given, more);
    return create instanceof NestedFaults ? withMissing(create, nameField, given) : { create };
  }
  const id = positiveInteger(typeof given === 'string' ? given.trim() : given);
  return id === undefined ? new Fault((messages) => messages.links) : { id };
}

/** What is missing is told beside what is wrong; alone, it is found where names are looked for. */
function withMissing({ byPath }: NestedFaults, nameField: string, given: object): NestedFaults {
  return new NestedFaults(saysName(given, nameField) ? byPath : new Map([...byPath, [nameField, Fault.missing]]));
}
