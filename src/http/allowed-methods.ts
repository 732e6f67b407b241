import { type Express } from 'express';
import { type ILayer, type IRoute } from 'express-serve-static-core';
import { type ApiError, MethodNotAllowed, RouteNotFound } from '../errors/api-error.js';
import { type CalendarRequest } from './context/calendar-request.js';

/**
 * What Express keeps of a route, with what its types leave out: nothing public of Express or Nest tells the methods of a
 * path, and a second table of routes beside the one that serves could say something else.
 */
type Layer = Omit<ILayer, 'match' | 'route'> & {
  match(path: string): { readonly params: Readonly<Record<string, string>> } | false;
  route?: IRoute & { methods: Record<string, boolean> };
};

/**
 * The methods of the routes that match a request's path, in capitals; none where the path is unknown. Of several paths
 * that match, the first one is meant: `by-slug/:slug.ics` before `by-slug/:slug`.
 */
export function allowedMethods(request: CalendarRequest): string[] {
  const layers = (request.app as Express).router.stack as Layer[];
  const matching = layers.filter((layer) => layer.route && matches(layer, request.path));
  const methods = matching
    .filter(({ route }) => route!.path === matching[0]!.route!.path)
    .flatMap((layer) => Object.keys(layer.route!.methods).map((method) => method.toUpperCase()));
  if (methods.length === 0) return [];
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set([...methods, 'OPTIONS'])].sort();
}

/** What a request is told that no route takes: other methods of its path, if there are any. */
export function unrouted(request: CalendarRequest): ApiError {
  const allowed = allowedMethods(request);
  return allowed.length > 0 ? new MethodNotAllowed(request.method, allowed.join(', ')) : new RouteNotFound();
}

/** An id in a path is digits only. */
function matches(layer: Layer, path: string): boolean {
  try {
    const match = layer.match(path);
    return match !== false && (match.params.id === undefined || /^\d+$/.test(match.params.id));
  } catch {
    // What cannot be decoded is no path of ours.
    return false;
  }
}
