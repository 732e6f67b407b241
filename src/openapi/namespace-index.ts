import { NAMESPACE } from '../site/links.js';
import {
  type NamespaceIndexDto,
  type RouteArgumentDto,
  type RouteDto,
  type RouteEndpointDto,
} from './namespace-index.dto.js';
import {
  type Document,
  type Method,
  METHODS,
  type Operation,
  type Paths,
  type Schema,
  schemaName,
} from './make-document.js';

const PATTERNS: Readonly<Record<string, string>> = { id: '\\d+', part: '\\d+', slug: '[^/]+' };

/** The index of the namespace, made of the OpenAPI document. */
export function namespaceIndex(document: Document, home: string): NamespaceIndexDto {
  const [{ url: root } = { url: '' }] = document.servers;
  const routes = Object.entries(document.paths).map(([path, item]) => [patternOf(path), routeOf(path, item, document)]);
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes) as Record<string, RouteDto>,
    _links: { up: [{ href: home }], help: [{ href: `${root}/${NAMESPACE}/doc` }] },
  };
}

/** `/events/{id}` → `/events/(?P<id>\d+)`, as readers of such indexes expect it. */
function patternOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => `(?P<${name}>${PATTERNS[name] ?? '[^/]+'})`);
}

function routeOf(path: string, item: Paths[string], document: Document): RouteDto {
  const endpoints: (RouteEndpointDto & { readonly same: string })[] = [];
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation) continue;
    const args = argumentsOf(operation, document);
    const same = JSON.stringify(args);
    const alike = endpoints.find((endpoint) => endpoint.same === same);
    if (alike) alike.methods.push(upper(method));
    else endpoints.push({ methods: [upper(method)], args, same });
  }
  return {
    namespace: NAMESPACE,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints: endpoints.map(({ methods, args }) => ({ methods, args })),
    ...(!path.includes('{') && { _links: { self: [{ href: `${document.servers[0]?.url}${path}` }] } }),
  };
}

const upper = (method: Method) => method.toUpperCase();

/**
 * A field of the body wins over a parameter of the same name in the query, and what stands in the path over both. Of updates
 * by slug the specification lists the path's slug for venues and organizers, and the body's, which is optional, for events.
 */
function argumentsOf(operation: Operation, { components }: Document): Record<string, RouteArgumentDto> {
  const body = operation.requestBody?.content['application/json']?.schema;
  const { properties = {}, required = [] } = (body && components.schemas[schemaName(body)]) ?? {};
  const fields = Object.entries(properties).map(([name, schema]) => [name, argument(schema, required.includes(name))]);
  const parameters = (place: 'path' | 'query') =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required: needed = false }) => [
        name,
        argument({ ...schema, description }, needed),
      ]);
  const [path, query] = [parameters('path'), parameters('query')];
  const ordered = operation.tags?.includes('events') ? [...path, ...query, ...fields] : [...query, ...fields, ...path];
  return Object.fromEntries(ordered) as Record<string, RouteArgumentDto>;
}

function argument(schema: Schema, required: boolean): RouteArgumentDto {
  const { type, format, description, default: standard, items, minimum, maximum, maxLength } = schema;
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(description && { description }),
    ...(standard !== undefined && { default: standard }),
    required,
    ...(schema.enum && { enum: [...schema.enum] }),
    ...(items && { items: items.$ref || items.oneOf ? { oneOf: simple(items.oneOf ?? []) } : items }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** Objects are told by their type alone: an index is no place for schemas. */
function simple(alternatives: readonly Schema[]): Schema[] {
  return alternatives.map((schema) => (schema.$ref ? { type: 'object' } : schema));
}

const EVENTS = `/${NAMESPACE}/events`;

/** The same index with the window that the list of events has if asked now. */
export function withWindow(index: NamespaceIndexDto, window: { start: string; end: string }): NamespaceIndexDto {
  const route = index.routes[EVENTS];
  if (!route) return index;
  const defaults: Readonly<Record<string, string>> = { start_date: window.start, end_date: window.end };
  const endpoints = route.endpoints.map(({ methods, args }) => {
    if (!methods.includes('GET')) return { methods, args };
    const timed = Object.entries(args).map(([name, value]) =>
      name in defaults ? [name, { ...value, default: defaults[name] }] : [name, value],
    );
    return { methods, args: Object.fromEntries(timed) as Record<string, RouteArgumentDto> };
  });
  return { ...index, routes: { ...index.routes, [EVENTS]: { ...route, endpoints } } };
}
