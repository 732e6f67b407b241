import { isNativeError } from 'node:util/types';

const isOrdinaryInstance = Function.prototype[Symbol.hasInstance];

/**
 * Errors of Node's own modules, such as those of `fetch`, are made outside the context in which Jest runs tests.
 * `instanceof Error` finds them here as well, as it does in the service.
 */
Object.defineProperty(Error, Symbol.hasInstance, {
  configurable: true,
  value(this: unknown, thrown: unknown): boolean {
    return (this === Error && isNativeError(thrown)) || isOrdinaryInstance.call(this as typeof Error, thrown);
  },
});
