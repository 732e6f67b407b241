import {
  mapProperties,
  mapValues,
  refName,
  type Schema,
  requireSchema,
  type Schemas,
  type NestDocument,
  reference,
} from './openapi-document.js';
import { pascalCase, type Route } from './route.js';
import { ROLES } from '../../http/role.js';
import { STATUSES, WRITABLE_STATUSES } from '../../calendar/records/visibility/access.js';
import { COUNT_DIMENSIONS } from '../../calendar/events/query/counts.js';
import { OCCURRENCES } from '../../calendar/events/query/collapse-series.js';
import { PRICES } from '../../calendar/events/pricing/cost.js';
import { ATTENDANCES, EVENT_STATUSES } from '../../calendar/events/states.js';
import { APPLIES, EVENT_SORTS, SEARCHED } from '../../calendar/events/events.query.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { PUBLISHED_SORTS } from '../../calendar/list/published.query.js';
import { ORDERS, UNTRANSLATED } from '../../calendar/list/list.query.js';

/** The schemas with what DTO classes cannot express: additionalProperties, defaults, required fields and null. */
export function strictSchemas({ components }: NestDocument, routes: readonly Route[]): Schemas {
  const returned = reachableFrom(
    routes.map(({ operation }) => operation.responses),
    components.schemas,
  );
  const schemas = mapValues(components.schemas, (schema, name) => {
    if (returned.has(name)) return { ...schema, additionalProperties: false };
    const body = mapProperties(schema, withNullableAlternative);
    return name.startsWith('Update') ? withoutDefaults(body) : body;
  });
  for (const { resource, handler } of routes) {
    if (!resource || handler !== 'create') continue;
    const name = `Create${pascalCase(resource.names.singular)}`;
    schemas[name] = creationSchema(requireSchema(schemas, name), resource.nameField);
  }
  return withNullableTargets(schemas);
}

/** The names of the schemas that a part of the document refers to, directly or through other schemas. */
function reachableFrom(part: unknown, schemas: Schemas, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (names.has(name)) continue;
    names.add(name);
    reachableFrom(schemas[name] ?? {}, schemas, names);
  }
  return names;
}

/** In OpenAPI 3.0 `nullable` needs a `type` in the same schema: of several alternatives, the first one accepts null. */
function withNullableAlternative({ nullable, oneOf, ...schema }: Schema): Schema {
  if (!nullable || !oneOf) return { ...schema, ...(nullable && { nullable }), ...(oneOf && { oneOf }) };
  const [first, ...others] = oneOf;
  return { ...schema, oneOf: [{ ...first, nullable }, ...others] };
}

/** In OpenAPI 3.0 a reference is only nullable if the schema itself is nullable. */
function withNullableTargets(schemas: Schemas): Schemas {
  const targets = new Set<string>();
  JSON.stringify(schemas, (_key, part: Schema | null) => {
    if (part?.nullable) for (const target of part.allOf ?? []) targets.add(refName(target));
    return part;
  });
  return mapValues(schemas, (schema, name) => (targets.has(name) ? { ...schema, nullable: true } : schema));
}

/** An update keeps the fields that are not sent. */
function withoutDefaults(schema: Schema): Schema {
  return mapProperties(schema, ({ default: _default, ...property }) => property);
}

/** A new record requires its name in at least one language; nullable fields are null by default. */
function creationSchema(schema: Schema, nameField: string): Schema {
  const { required = [], ...rest } = schema;
  // Generators accept null as a default only if the field itself is nullable, not one of its alternatives.
  const withNull = mapProperties(rest, (property) =>
    property.nullable && property.default === undefined ? { ...property, default: null } : property,
  );
  return { ...withNull, required: [nameField, ...required.filter((name) => name !== nameField)] };
}

/** The name of the schema for responses with `_fields`, in which no field is required at any depth. */
export const fieldsSchemaName = (name: string) => `${name}Fields`;

/** Adds the schemas of these responses with `_fields`. The envelope of a list stays complete. */
export function withFieldsSchemas(schemas: Schemas, responses: readonly unknown[]): Schemas {
  const partial = [...reachableFrom(responses, schemas)].map((name): [string, Schema] => {
    const json = JSON.stringify(requireSchema(schemas, name));
    const renamed = json.replaceAll(/(?<="#\/components\/schemas\/)\w+/g, fieldsSchemaName);
    const { required, ...schema } = JSON.parse(renamed) as Schema;
    return [fieldsSchemaName(name), { ...schema, ...(required?.includes('total_pages') && { required }) }];
  });
  return { ...schemas, ...Object.fromEntries(partial) };
}

/** Shared enumerations. Nest's `enumName` is not used, because it loses the defaults of parameters. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  Language: LANGUAGES,
  Role: ROLES,
  Status: STATUSES,
  WritableStatus: WRITABLE_STATUSES,
  EventStatus: EVENT_STATUSES,
  Attendance: ATTENDANCES,
  Price: PRICES,
  Occurrences: OCCURRENCES,
  AppliesTo: APPLIES,
  CountedBy: COUNT_DIMENSIONS,
  SearchIn: SEARCHED,
  Untranslated: UNTRANSLATED,
  Order: ORDERS,
  EventOrder: EVENT_SORTS,
  RecordOrder: PUBLISHED_SORTS,
};

const names = new Map(Object.entries(ENUMS).map(([name, values]) => [values.join(), name]));

export const enumSchemas: Schemas = mapValues(ENUMS, (values) => ({ type: 'string', enum: values }));

/** Replaces inline enumerations in a part of the document by references to the shared schemas. Sibling keywords are kept. */
export function withEnumReferences<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (_name, value: Schema | null) => {
    if (!Array.isArray(value?.enum)) return value;
    const { enum: values, type: _type, ...siblings } = value;
    const name = names.get(values.join());
    if (name === undefined) return value;
    const $ref = reference('schemas', name);
    return Object.keys(siblings).length > 0 ? { ...siblings, allOf: [$ref] } : $ref;
  }) as T;
}
