import { type Format } from '../extension-api/format.js';
import { type Need, NEEDS_EXTENSION } from '../auth/access.decorators.js';
import { kinds } from '../kinds.js';
import { type KindDefinition } from '../resource/definition.js';
import { type Method, METHODS, type Operation, type Paths } from './make-document.js';

/** One method of one path, with what the code says of it. */
export interface Route {
  readonly path: string;
  readonly method: Method;
  /** Of the controller. */
  readonly tag: string;
  /** The name of the handler: `list`, `create`, `get`, `update`, `remove`, … */
  readonly verb: string;
  /** The kind of record that it answers. */
  readonly kind: KindDefinition | undefined;
  /** In which it answers, where that is not JSON. */
  readonly format: Format | undefined;
  readonly needs: Need;
  /** As the Swagger module has found it. */
  readonly found: Operation;
}

/** How operations are named until they get their own ids: by controller and handler. */
export function handlerId(_controller: string, handler: string): string {
  return handler;
}

/** The routes of the service, those of formats last; without those of formats that are off. */
export function routesOf(paths: Paths, formats: readonly Format[]): Route[] {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method] && ofUpdates(item, method);
      return found ? [routeOf(path, method, found, formats)] : [];
    }),
  );
  const ofFormats = routes.filter(isOfFormat);
  return [...routes.filter((route) => !isOfFormat(route)), ...ofFormats.filter(({ format }) => format)];
}

function isOfFormat({ kind, path }: Route): boolean {
  return kind !== undefined && path.includes('.');
}

/** POST and PUT of a record are its PATCH, which speaks for the three. */
function ofUpdates(item: Paths[string], method: Method): Operation | undefined {
  return (method === 'post' || method === 'put') && item.patch ? item.patch : item[method];
}

function routeOf(path: string, method: Method, found: Operation, formats: readonly Format[]): Route {
  const [tag = ''] = found.tags ?? [];
  // The Swagger module numbers handlers that have several paths: `get[0]`.
  const verb = (found.operationId ?? '').replace(/\[\d+\]$/, '');
  const needs = (found as { [NEEDS_EXTENSION]?: Need })[NEEDS_EXTENSION] ?? 'administrator';
  const kind = kinds.find(({ names }) => names.many === tag);
  const format = formats.find((one) => one.kind === kind?.names && path.endsWith(`.${one.name}`));
  return { path, method, tag, verb, kind, format, needs, found };
}

export function isBySlug({ path }: Route): boolean {
  return path.includes('{slug}');
}

/** Whether it is about records that can be drafted, published and trashed. */
export function isPublished({ kind }: Route): boolean {
  return kind !== undefined && kind.isPublished;
}

/** Whether it answers a file, and not JSON. */
export function isFile({ format, tag }: Route): boolean {
  return format !== undefined || tag === 'sitemap';
}

/** Whether it answers records, of which `_fields` may ask for some fields alone. */
export function mayBeLean(route: Route): boolean {
  return !isFile(route) && (route.found.parameters ?? []).some(({ name }) => name === '_fields');
}

/** Whether what it answers to everybody is kept, and may be given while the database is away. */
export function isKept(route: Route): boolean {
  return isRead(route) && (route.kind !== undefined || isFile(route));
}

export function isRead({ method }: Route): boolean {
  return method === 'get';
}

/** Whether it is about all records of a list, and not about one. */
export function isOfMany({ verb }: Route): boolean {
  return verb === 'list' || verb === 'count';
}

export function hasBody({ verb }: Route): boolean {
  return verb === 'create' || verb === 'update';
}

/** A name for every operation, for generated clients: `listEvents`, `getEventBySlug`, `updateEventByPut`. */
export function operationId(route: Route): string {
  const { kind, verb, method, format } = route;
  if (!kind) return verb;
  const action = verb === 'remove' ? 'delete' : verb;
  const record = pascal(isOfMany(route) ? kind.names.many : kind.names.one);
  const by = isBySlug(route) ? 'BySlug' : '';
  const variant = verb === 'update' && method !== 'patch' ? `By${pascal(method)}` : '';
  const as = format ? `As${pascal(format.name)}` : '';
  return `${action}${record}${by}${variant}${as}`;
}

export function pascal(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
