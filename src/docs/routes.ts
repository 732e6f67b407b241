import { CATEGORY } from '../categories/category.kind.js';
import { type Need, NEEDS_EXTENSION } from '../common/auth/access.decorators.js';
import { type Kind } from '../common/records/kind.js';
import { EVENT } from '../events/event.kind.js';
import { ORGANIZER } from '../organizers/organizer.kind.js';
import { TAG } from '../tags/tag.kind.js';
import { VENUE } from '../venues/venue.kind.js';
import { type Method, METHODS, type Operation, type Paths } from './openapi.js';

export const KINDS: readonly Kind[] = [EVENT, VENUE, ORGANIZER, CATEGORY, TAG];

/** One method of one path, with what the code says of it. */
export interface Route {
  readonly path: string;
  readonly method: Method;
  /** Of the controller. */
  readonly tag: string;
  /** The name of the handler: `list`, `create`, `get`, `update`, `remove`, … */
  readonly verb: string;
  /** The kind of record that it answers. */
  readonly kind: Kind | undefined;
  readonly needs: Need;
  /** As the Swagger module has found it. */
  readonly found: Operation;
}

/** How operations are named until they get their own ids: by controller and handler. */
export function handlerId(_controller: string, handler: string): string {
  return handler;
}

export function routesOf(paths: Paths): Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method] && ofUpdates(item, method);
      return found ? [routeOf(path, method, found)] : [];
    }),
  );
}

/** POST and PUT of a record are its PATCH: the handlers that `UpdateRoute` makes of it say nothing of their own. */
function ofUpdates(item: Paths[string], method: Method): Operation | undefined {
  return (method === 'post' || method === 'put') && item.patch ? item.patch : item[method];
}

function routeOf(path: string, method: Method, found: Operation): Route {
  const [tag = ''] = found.tags ?? [];
  // The Swagger module numbers handlers that have several paths: `get[0]`.
  const verb = (found.operationId ?? '').replace(/\[\d+\]$/, '');
  const needs = (found as { [NEEDS_EXTENSION]?: Need })[NEEDS_EXTENSION] ?? 'administrator';
  return { path, method, tag, verb, kind: KINDS.find(({ many }) => many === tag), needs, found };
}

export function isBySlug({ path }: Route): boolean {
  return path.includes('{slug}');
}

/** Events, venues and organizers: what can be drafted, published and trashed. Categories and tags cannot. */
export function isPublished({ kind }: Route): boolean {
  return kind !== undefined && kind !== CATEGORY && kind !== TAG;
}

export function isRead({ method }: Route): boolean {
  return method === 'get';
}

export function hasBody({ verb }: Route): boolean {
  return verb === 'create' || verb === 'update';
}

/** A name for every operation, for generated clients: `listEvents`, `getEventBySlug`, `updateEventByPut`. */
export function operationId(route: Route): string {
  const { kind, verb, method } = route;
  if (!kind) return verb;
  const action = verb === 'remove' ? 'delete' : verb;
  const record = pascal(verb === 'list' ? kind.many : kind.one);
  const by = isBySlug(route) ? 'BySlug' : '';
  const variant = verb === 'update' && method !== 'patch' ? `By${pascal(method)}` : '';
  return `${action}${record}${by}${variant}`;
}

export function pascal(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
