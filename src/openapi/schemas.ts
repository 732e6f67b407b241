import { reference, type Schema, type Schemas, schemaName } from './make-document.js';
import { hasBody, isBySlug, pascal, type Route } from './routes.js';

/** `EventDto` is a class; readers of the document know an `Event`. */
export function withoutDto<T>(part: T): T {
  return JSON.parse(
    JSON.stringify(part)
      .replaceAll(/("#\/components\/schemas\/\w+?)Dto"/g, '$1"')
      .replaceAll(/"(\w+)Dto":/g, '"$1":'),
  ) as T;
}

/** What the classes cannot say of themselves: what is answered is answered exactly so, and what a new record starts from. */
export function exactSchemas(found: Schemas, routes: readonly Route[]): Schemas {
  const answered = reachable(
    found,
    routes.flatMap(({ found: { responses } }) => Object.values(responses)),
  );
  const schemas = Object.fromEntries(
    Object.entries(found).map(([name, schema]) => {
      if (answered.has(name)) return [name, { ...schema, additionalProperties: false }];
      const written = mapProperties(schema, nullInside);
      return [name, name.startsWith('Update') ? withoutDefaults(written) : written];
    }),
  );
  for (const { kind, verb } of routes) {
    if (!kind || verb !== 'create') continue;
    const name = `Create${pascal(kind.names.one)}`;
    schemas[name] = forCreation(schemaNamed(schemas, name), kind.nameField);
  }
  return withNullable(schemas);
}

/** By the letter `nullable` reaches no schema that is referred to: null is refused unless that one takes it as well. */
function withNullable(schemas: Schemas): Schemas {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { nullable, allOf = [] } = part as Schema;
    if (nullable) for (const schema of allOf) names.add(schemaName(schema));
    for (const member of Object.values(part)) visit(member);
  };
  visit(schemas);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, names.has(name) ? { ...schema, nullable: true } : schema]),
  );
}

/** The names of the schemas that parts of a document refer to, through others as well. */
function reachable(schemas: Schemas, parts: readonly unknown[]): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(parts);
  return names;
}

/** OpenAPI 3.0 has `nullable` beside a type only: of several alternatives it is the first that may be null. */
function nullInside({ nullable, oneOf, ...schema }: Schema): Schema {
  if (!nullable || !oneOf) return { ...schema, ...(nullable && { nullable }), ...(oneOf && { oneOf }) };
  const [first, ...others] = oneOf;
  return { ...schema, oneOf: [{ ...first, nullable }, ...others] };
}

/** An update keeps what is not sent: nothing has a default. */
function withoutDefaults(schema: Schema): Schema {
  return mapProperties(schema, ({ default: _default, ...property }) => property);
}

/** A name is required, in one language at least; what may be null is null where it is not given. */
function forCreation(schema: Schema, nameField: string): Schema {
  const required = [nameField, ...(schema.required ?? []).filter((name) => name !== nameField)];
  const withNulls = mapProperties(schema, (property) =>
    isNullable(property) && property.default === undefined ? { ...property, default: null } : property,
  );
  return { ...withNulls, required };
}

function isNullable({ nullable, oneOf = [] }: Schema): boolean {
  return nullable ?? oneOf.some((alternative) => alternative.nullable);
}

function mapProperties(schema: Schema, change: (property: Schema, name: string) => Schema): Schema {
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, property]) => [name, change(property, name)])),
  };
}

/** The schema of an operation's JSON body; on slug routes without a password, which is set by the id routes only. */
export function bodySchema(route: Route, schemas: Schemas): Schema | undefined {
  if (!hasBody(route)) return undefined;
  const schema = route.found.requestBody?.content['application/json']?.schema;
  if (!schema) return undefined;
  const name = schemaName(schema);
  const { password, ...properties } = schemas[name]?.properties ?? {};
  if (!isBySlug(route) || password === undefined) return schema;
  const ofSlug = `${name}BySlug`;
  schemas[ofSlug] ??= { ...schemaNamed(schemas, name), properties };
  return reference('schemas', ofSlug);
}

/** The same for a form, which can only say flat fields and lists. Nothing is filled in: whoever sends a form sends all of it. */
export function formSchema(json: Schema, schemas: Schemas): Schema {
  const name = schemaName(json);
  const form = `${name}Form`;
  if (!schemas[form]) {
    const { properties = {}, ...rest } = schemaNamed(schemas, name);
    const fields = Object.entries(properties).flatMap(([field, schema]) => {
      const simple = flatField(schema);
      return simple ? [[field, simple] as const] : [];
    });
    schemas[form] = { ...rest, properties: Object.fromEntries(fields) };
  }
  return reference('schemas', form);
}

function flatField({
  default: _default,
  example: _example,
  nullable: _nullable,
  ...schema
}: Schema): Schema | undefined {
  const { oneOf, items, ...rest } = schema;
  if (rest.type === 'object') return undefined;
  return { ...rest, ...(oneOf && flat(oneOf)), ...(items && { items: items.oneOf ? flat(items.oneOf) : items }) };
}

function flat(alternatives: readonly Schema[]): Schema {
  const oneOf = alternatives
    .filter(({ type, $ref }) => !$ref && type !== 'object')
    .map(({ nullable: _nullable, ...alternative }) => alternative);
  const [only, ...others] = oneOf;
  return only && others.length === 0 ? only : { oneOf };
}

/** The fields that a body must have. */
export function requiredFields(schema: Schema | undefined, schemas: Schemas): readonly string[] {
  return (schema && schemas[schemaName(schema)]?.required) ?? [];
}

/** @throws {Error} where a class that the rules of the house name is missing: `CreateVenueDto` of venues */
export function schemaNamed(schemas: Schemas, name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`No handler takes or answers a ${name}Dto.`);
  return schema;
}
