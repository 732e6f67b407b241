import { SetMetadata } from '@nestjs/common';
import { type RequestContext } from '../http/calendar-request.js';

export const CACHED = 'calendar:cached';

type Read<Given extends unknown[], Shown extends object> = (...given: [...Given, RequestContext]) => Promise<Shown>;

/**
 * The answers of a public read depend on its address and on what is stored alone: they are kept, and made again without
 * reading the request again. Stands right above the method, whose last parameter is the context.
 */
export function Cached() {
  return <Given extends unknown[], Shown extends object>(
    controller: object,
    name: string,
    method: TypedPropertyDescriptor<Read<Given, Shown>>,
  ): void => {
    const read = method.value!;
    method.value = function (this: unknown, ...given): Promise<Shown> {
      const context = given.at(-1) as RequestContext;
      const parameters = given.slice(0, -1) as Given;
      context.again = (fresh) => read.call(this, ...parameters, fresh);
      return read.apply(this, given);
    };
    // The documentation goes by it.
    Object.defineProperty(method.value, 'name', { value: name });
    SetMetadata(CACHED, true)(controller, name, method);
  };
}
