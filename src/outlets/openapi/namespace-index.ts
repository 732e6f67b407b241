import { NAMESPACE } from '../../http/urls/urls.js';
import {
  type NamespaceIndexDto,
  type RouteArgumentDto,
  type RouteDto,
  type RouteEndpointDto,
} from './namespace-index.dto.js';
import {
  type Document,
  mapValues,
  METHODS,
  type Operation,
  type PathItem,
  refName,
  resolveSchema,
  type Schema,
  type Schemas,
} from './openapi-document.js';

const PATTERNS: Readonly<Record<string, string>> = { id: '\\d+', part: '\\d+', revision: '\\d+', slug: '[^/]+' };

/** The index of the namespace, derived from the OpenAPI document. */
export function namespaceIndex(document: Document, home: string): NamespaceIndexDto {
  const root = document.servers[0]?.url ?? '';
  const routes = Object.entries(document.paths).map(([path, item]): [string, RouteDto] => {
    const endpoints = endpointsOf(item, document.components.schemas);
    const self = path.includes('{') ? undefined : [{ href: `${root}${path}` }];
    const methods = endpoints.flatMap((endpoint) => endpoint.methods);
    return [patternOf(path), { namespace: NAMESPACE, methods, endpoints, ...(self && { _links: { self } }) }];
  });
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes),
    _links: { up: [{ href: home }], help: [{ href: `${root}/${NAMESPACE}/doc` }] },
  };
}

/** `/events/{id}` → `/events/(?P<id>\d+)`, the notation of WordPress. */
function patternOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => `(?P<${name}>${PATTERNS[name] ?? '[^/]+'})`);
}

/** Methods that accept the same arguments share an endpoint. */
function endpointsOf(item: PathItem, schemas: Schemas): RouteEndpointDto[] {
  const endpoints = new Map<string, RouteEndpointDto>();
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation) continue;
    const args = argumentsOf(operation, schemas);
    const key = JSON.stringify(args);
    const methods = [...(endpoints.get(key)?.methods ?? []), method.toUpperCase()];
    endpoints.set(key, { methods, args });
  }
  return [...endpoints.values()];
}

/**
 * A field of the body takes precedence over a query parameter of the same name, and a path parameter over both. For
 * updates by slug, the specification lists the slug of the path for venues and organizers, but that of the body, which
 * is optional, for events.
 */
function argumentsOf({ parameters = [], requestBody, tags }: Operation, schemas: Schemas) {
  const body = requestBody?.content['application/json']?.schema;
  const { properties = {}, required = [] } = (body && schemas[refName(body)]) ?? {};
  const fields = mapValues(properties, (schema, name) => argumentOf(schema, required.includes(name), schemas));
  const argumentsIn = (location: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name, schema, description, required: isRequired = false }) => [
          name,
          argumentOf({ allOf: [schema], description }, isRequired, schemas),
        ]),
    );
  const [path, query] = [argumentsIn('path'), argumentsIn('query')];
  return tags?.includes('events') ? { ...path, ...query, ...fields } : { ...query, ...fields, ...path };
}

function argumentOf(schema: Schema, required: boolean, schemas: Schemas): RouteArgumentDto {
  const { type, format, description, items, minimum, maximum, maxLength, ...rest } = resolveSchema(schema, schemas);
  return {
    type,
    format,
    description,
    default: rest.default,
    required,
    enum: rest.enum && [...rest.enum],
    items: items && withoutReferences(items, schemas),
    minimum,
    maximum,
    maxLength,
  };
}

/** Resolves references; an object schema is reduced to its type. */
function withoutReferences(schema: Schema, schemas: Schemas): Schema {
  const { oneOf, ...rest } = resolveSchema(schema, schemas);
  if (oneOf) return { oneOf: oneOf.map((one) => withoutReferences(one, schemas)) };
  return rest.type === 'object' ? { type: 'object' } : rest;
}

const EVENTS = `/${NAMESPACE}/events`;

/** The index with the current default date range of the list of events. */
export function withDefaultDates(
  index: NamespaceIndexDto,
  { start, end }: { start: string; end: string },
): NamespaceIndexDto {
  const events = structuredClone(index.routes[EVENTS]);
  if (!events) return index;
  for (const { methods, args } of events.endpoints) {
    if (!methods.includes('GET')) continue;
    Object.assign(args.start_date ?? {}, { default: start });
    Object.assign(args.end_date ?? {}, { default: end });
  }
  return { ...index, routes: { ...index.routes, [EVENTS]: events } };
}
