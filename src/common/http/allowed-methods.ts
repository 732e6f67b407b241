import { type Express } from 'express';
import { type ILayer, type IRoute } from 'express-serve-static-core';
import { type CalendarRequest } from './calendar-request.js';

/** What Express keeps of a route, with what its types leave out. */
type Layer = ILayer & { match(path: string): boolean; route?: IRoute & { methods: Record<string, boolean> } };

/** The methods of the routes that match a request's path, in capitals; none where the path is unknown. */
export function allowedMethods(request: CalendarRequest): string[] {
  const layers = (request.app as Express).router.stack as Layer[];
  const methods = layers
    .filter((layer) => layer.route && matches(layer, request.path))
    .flatMap((layer) => Object.keys(layer.route!.methods).map((method) => method.toUpperCase()));
  if (methods.length === 0) return [];
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set([...methods, 'OPTIONS'])].sort();
}

/** An id in a path is digits only. */
function matches(layer: Layer, path: string): boolean {
  try {
    if (!layer.match(path)) return false;
  } catch {
    return false;
  }
  const { id } = (layer.params ?? {}) as { id?: string };
  return id === undefined || /^\d+$/.test(id);
}
