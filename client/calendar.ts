import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './openapi.js';

/** What requests and answers consist of: `Schemas['Event']`, `Schemas['CreateVenue']`, `Schemas['Error']`, … */
export type Schemas = components['schemas'];

export interface CalendarOptions {
  /** Root of a language, such as https://www.example.org/fr. */
  readonly root: string;
  /** An application key; reading what is published needs none. */
  readonly key?: string;
}

/** A typed client of the calendar: paths, parameters, bodies and answers are checked by the compiler. */
export function calendar({ root, key }: CalendarOptions): Client<paths> {
  return createClient<paths>({
    baseUrl: root,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    querySerializer: { array: { style: 'form', explode: false } },
  });
}
