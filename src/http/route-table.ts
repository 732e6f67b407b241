import { type Application } from 'express';
import { match, type MatchFunction } from 'path-to-regexp';
import { type ApiError, MethodNotAllowed, RouteNotFound } from '../lib/errors/api-error.js';
import { type CalendarRequest } from './request-context.js';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly match: MatchFunction<Partial<Record<string, string | string[]>>>;
}

/** The routes of the application, which the HTTP adapter adds when Nest registers them. */
export class RouteTable {
  private readonly routes: Route[] = [];

  add(method: string, path: string): void {
    this.routes.push({ method, path, match: match(path) });
  }

  /** The methods of a path. The first matching route decides: `by-slug/:slug.ics` before `by-slug/:slug`. */
  methodsOf(path: string): string[] {
    const matching = this.routes.filter((route) => matches(route, path));
    const methods = matching.filter((route) => route.path === matching[0]!.path).map(({ method }) => method);
    if (methods.length === 0) return [];
    if (methods.includes('GET')) methods.push('HEAD');
    return [...new Set([...methods, 'OPTIONS'])].sort();
  }
}

/** The property of Express's `app.locals` that holds the table. */
const LOCAL = 'routeTable';

export function setRouteTable(app: Application, routes: RouteTable): void {
  app.locals[LOCAL] = routes;
}

export function allowedMethods(request: CalendarRequest): string[] {
  return (request.app.locals[LOCAL] as RouteTable).methodsOf(request.path);
}

/** The error for a request without a route: 405 if its path has other methods, else 404. */
export function noRouteError(request: CalendarRequest): ApiError {
  const allowed = allowedMethods(request);
  return allowed.length > 0 ? new MethodNotAllowed(request.method, allowed.join(', ')) : new RouteNotFound();
}

/** Whether the route matches the path. An id, and the number of a revision, must consist of digits. */
function matches(route: Route, path: string): boolean {
  try {
    const found = route.match(path);
    return found !== false && hasNumbers(found.params);
  } catch {
    // The path cannot be decoded.
    return false;
  }
}

/** Whether the parts of a path that are numbers consist of digits. */
function hasNumbers({ id = '0', revision = '0' }: Readonly<Partial<Record<string, string | string[]>>>): boolean {
  return [id, revision].every((number) => /^\d+$/.test(String(number)));
}

/**
 * Whether the method has the path that Express has matched: an id must consist of digits (`/events/abc` is no route), and
 * the suffix of a format after a slug belongs to some methods only (`DELETE by-slug/concert.ics` is none).
 */
export function isRoute(request: CalendarRequest): boolean {
  const { id, slug } = request.params;
  if (id !== undefined) return hasNumbers(request.params);
  return !String(slug).includes('.') || allowedMethods(request).includes(request.method);
}
