import createClient, { type Client, type FetchResponse, type MaybeOptionalInit, type ParseAs } from 'openapi-fetch';
import type { components, paths } from './openapi.js';

/** The types of bodies and responses: `Schemas['Event']`, `Schemas['CreateVenue']`, `Schemas['Error']`, … */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/**
 * The options of a path. openapi-fetch infers their type from the argument, so a mistyped parameter would compile. Here
 * the type depends on the path alone.
 */
type Init<M extends Method, P extends PathsWith<M>> = Omit<NonNullable<MaybeOptionalInit<paths[P], M>>, 'parseAs'>;

type TypedResponse<M extends Method, P extends PathsWith<M>, A extends ParseAs> = FetchResponse<
  paths[P][M] & object,
  { parseAs: A },
  `${string}/${string}`
>;

/** Of the two schemas of a response that takes `_fields`, the one in which all fields are required. */
type Complete<T, All = T> = T extends unknown ? ([Exclude<All, T>] extends [never] ? never : T) : never;

type WithAllFields<R> = R extends { data: infer D; error?: never }
  ? Omit<R, 'data'> & { data: [Complete<D>] extends [never] ? D : Complete<D> }
  : R;

/** The second signature is for requests with `_fields`: each field of the response is optional. */
interface Call<M extends Method> {
  <P extends PathsWith<M>, A extends ParseAs = 'json'>(
    path: P,
    ...init: object extends Init<M, P>
      ? [(Init<M, P> & WithoutFields & { parseAs?: A })?]
      : [Init<M, P> & WithoutFields & { parseAs?: A }]
  ): Promise<WithAllFields<TypedResponse<M, P, A>>>;
  <P extends PathsWith<M>, A extends ParseAs = 'json'>(
    path: P,
    init: Init<M, P> & { parseAs?: A },
  ): Promise<TypedResponse<M, P, A>>;
}

interface WithoutFields {
  params?: { query?: { _fields?: never } };
}

export interface Calendar extends Pick<Client<paths>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

export interface CalendarOptions {
  /** Root of a language, such as https://www.example.org/fr. */
  readonly root: string;
  /** An application key. Published records can be read without one. */
  readonly key?: string;
}

/** A typed client of the calendar: the compiler checks paths, parameters, bodies and responses. */
export function calendar({ root, key }: CalendarOptions): Calendar {
  const client: Client<paths> = createClient<paths>({
    baseUrl: root,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    querySerializer: { array: { style: 'form', explode: false } },
  });
  // `Calendar` has the same functions with stricter types.
  return client as Calendar;
}

/** The reasons for which parameters or fields were refused, by their names. `data.params` is a list or an object. */
export function errorsOf({ message, data: { params = {} } }: Schemas['Error']): Record<string, string> {
  return Array.isArray(params) ? Object.fromEntries(params.map((name) => [name, message])) : params;
}
