import createClient, { type Client, type FetchResponse, type MaybeOptionalInit, type ParseAs } from 'openapi-fetch';
import type { components, paths } from './openapi.js';

/** What requests and answers consist of: `Schemas['Event']`, `Schemas['CreateVenue']`, `Schemas['Error']`, … */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/**
 * openapi-fetch infers the type of the options from what it is given, and what is inferred never has too much: a
 * mistyped parameter would compile. Here the path alone decides what there is.
 */
type Init<M extends Method, P extends PathsWith<M>> = Omit<NonNullable<MaybeOptionalInit<paths[P], M>>, 'parseAs'>;

type Answer<M extends Method, P extends PathsWith<M>, A extends ParseAs> = FetchResponse<
  paths[P][M] & object,
  { parseAs: A },
  `${string}/${string}`
>;

/** Where `_fields` may be given, the document has two schemas: all members of the complete one fit the other as well. */
type Complete<T, All = T> = T extends unknown ? ([Exclude<All, T>] extends [never] ? never : T) : never;

type WithAllFields<R> = R extends { data: infer D; error?: never }
  ? Omit<R, 'data'> & { data: [Complete<D>] extends [never] ? D : Complete<D> }
  : R;

/** With `_fields`, each field of the answer may be missing. */
interface Call<M extends Method> {
  <P extends PathsWith<M>, A extends ParseAs = 'json'>(
    path: P,
    ...init: object extends Init<M, P>
      ? [(Init<M, P> & WithoutFields & { parseAs?: A })?]
      : [Init<M, P> & WithoutFields & { parseAs?: A }]
  ): Promise<WithAllFields<Answer<M, P, A>>>;
  <P extends PathsWith<M>, A extends ParseAs = 'json'>(
    path: P,
    init: Init<M, P> & { parseAs?: A },
  ): Promise<Answer<M, P, A>>;
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
  /** An application key; reading what is published needs none. */
  readonly key?: string;
}

/** A typed client of the calendar: paths, parameters, bodies and answers are checked by the compiler. */
export function calendar({ root, key }: CalendarOptions): Calendar {
  const client: Client<paths> = createClient<paths>({
    baseUrl: root,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    querySerializer: { array: { style: 'form', explode: false } },
  });
  // The same functions, which accept less.
  return client as Calendar;
}

/** What is wrong with which parameter or field, whichever of its two shapes `data.params` has. */
export function faultsOf({ message, data: { params = {} } }: Schemas['Error']): Record<string, string> {
  return Array.isArray(params) ? Object.fromEntries(params.map((name) => [name, message])) : params;
}
