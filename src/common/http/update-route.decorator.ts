import { HttpStatus, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';

const METHODS = { Post: RequestMethod.POST, Put: RequestMethod.PUT, Patch: RequestMethod.PATCH } as const;

type Handler = (...args: unknown[]) => unknown;

/**
 * Routes POST, PUT and PATCH to one handler: the three are the same partial update. Nest keeps one method a handler, so
 * the handler is entered three times (`update`, `updatePost`, `updatePut`). Stands above all other decorators.
 */
export function UpdateRoute(path: string | string[]): MethodDecorator {
  return (prototype, name, descriptor) => {
    const original = descriptor.value as Handler;
    for (const [suffix, method] of Object.entries(METHODS)) {
      if (method === RequestMethod.PATCH) continue;
      const twin = String(name) + suffix;
      const handler: Handler = function (this: unknown, ...args) {
        return original.apply(this, args);
      };
      copyMetadata(original, handler);
      routed(handler, path, method);
      Object.defineProperty(prototype, twin, { ...descriptor, value: handler });
      copyParameters(prototype, name, twin);
    }
    routed(original, path, RequestMethod.PATCH);
  };
}

function routed(handler: object, path: string | string[], method: RequestMethod): void {
  Reflect.defineMetadata(PATH_METADATA, path, handler);
  Reflect.defineMetadata(METHOD_METADATA, method, handler);
  Reflect.defineMetadata(HTTP_CODE_METADATA, HttpStatus.OK, handler);
}

function copyMetadata(from: object, to: object): void {
  for (const key of Reflect.getMetadataKeys(from)) Reflect.defineMetadata(key, Reflect.getMetadata(key, from), to);
}

function copyParameters(prototype: object, name: string | symbol, twin: string): void {
  const { constructor } = prototype;
  Reflect.defineMetadata(
    ROUTE_ARGS_METADATA,
    Reflect.getMetadata(ROUTE_ARGS_METADATA, constructor, name),
    constructor,
    twin,
  );
  for (const key of ['design:type', 'design:paramtypes', 'design:returntype'])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, prototype, name), prototype, twin);
}
