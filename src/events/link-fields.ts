import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { Fault, Faults, isFault, NestedFaults } from '../common/errors/fault.js';
import { isPlainObject } from '../common/fields/body-fields.js';
import { Field } from '../common/fields/field.js';
import { type DtoClass, type MoreFields, nested } from '../common/fields/read-fields.js';
import { parseTermNames } from '../common/values/lists.js';
import { type Parser } from '../common/values/parser.js';
import { positiveInteger } from '../common/values/scalars.js';

/** A venue or organizer as the body of an event names it: by id, or with the fields of one to find or create. */
export type LinkInput<D> = { readonly id: number } | { readonly create: D };

/** More links than any event has; each one may cost statements. */
const MAX_LINKS = 100;

/** Venues or organizers: an id, ids (also as CSV), objects with an id, objects to find by name or create, and mixes. */
export const Links = (Dto: DtoClass) =>
  Field(linksTo(Dto), {
    whenEmpty: 'list',
    schema: {
      type: 'array',
      items: { oneOf: [{ type: 'integer' }, { $ref: getSchemaPath(Dto) }] },
      example: [1],
    } as ApiPropertyOptions,
  });

/** Categories or tags: ids, slugs or names. */
export const Terms = () =>
  Field(limited(parseTermNames), {
    whenEmpty: 'list',
    schema: {
      type: 'array',
      items: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
      example: ['music'],
    } as ApiPropertyOptions,
  });

function limited<T>(parse: Parser<T[]>): Parser<T[]> {
  return (raw) => {
    const list = parse(raw);
    return Array.isArray(list) && list.length > MAX_LINKS ? tooMany() : list;
  };
}

const tooMany = () => new Fault((messages) => messages.tooMany(MAX_LINKS));

function linksTo<D extends object>(Dto: DtoClass<D>): Parser<LinkInput<D>[]> {
  return (raw, more) => {
    const members = [raw].flat().flatMap((member) => (typeof member === 'string' ? member.split(',') : [member]));
    if (members.length > MAX_LINKS) return tooMany();
    const faults = new Faults();
    const links: LinkInput<D>[] = [];
    members.forEach((member, place) => {
      const link = readLink(Dto, member, more);
      if (link instanceof NestedFaults) faults.add(`[${place}]`, link);
      else if (isFault(link)) faults.add('', link);
      else links.push(link);
    });
    const whole = faults.all.get('');
    return whole ?? (faults.all.size > 0 ? new NestedFaults(faults.all) : links);
  };
}

function readLink<D extends object>(
  Dto: DtoClass<D>,
  member: unknown,
  more?: MoreFields,
): LinkInput<D> | Fault | NestedFaults {
  const given = isPlainObject(member) && Object.hasOwn(member, 'id') ? member.id : member;
  if (isPlainObject(given)) {
    const create = nested(Dto, given, more);
    return create instanceof NestedFaults ? create : { create };
  }
  const id = positiveInteger(typeof given === 'string' ? given.trim() : given);
  return id === undefined ? new Fault((messages) => messages.links) : { id };
}
