import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { REQUIRED_ROLE, type RequiredRole } from '../../src/http/auth/access.decorators.js';
import { type TestCalendar } from './test-calendar.js';

/** A route, from the metadata of its handler. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the namespace, with `:id` and `:slug`; '' is the namespace itself. */
  readonly path: string;
  /** Undefined if the handler declares no role. */
  readonly requiredRole: RequiredRole | undefined;
  readonly handler: string;
}

/** Every route of every controller of the running application. */
export function routesOf({ app }: TestCalendar): Route[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => routesOfController(metatype as Type));
}

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name]!;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({
        method: RequestMethod[method] as Route['method'],
        path: belowNamespace(`/${[base, path].filter((part) => part !== '' && part !== '/').join('/')}`),
        requiredRole: Reflect.getMetadata(REQUIRED_ROLE, handler) as RequiredRole | undefined,
        handler: `${controller.name}.${name}`,
      })),
    );
  });
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}

/** The path below the namespace; '' for the index. */
function belowNamespace(path: string): string {
  return path.replace(/^\/cal\/events\/v1/, '');
}
