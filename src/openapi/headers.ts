import { type Header, mapValues, type Schema } from './openapi-document.js';
import { type Translate } from './translate.js';

const text = { type: 'string' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const header = (description: string, schema: Schema, example: unknown): Header => ({ description, schema, example });

const eventUrl = 'http://localhost:3000/en/cal/events/v1/events/12';
const nextPage = '<http://localhost:3000/en/cal/events/v1/events?page=2>; rel="next"';
const stale = 'While the database is down: the response may be out of date (RFC 7234, section 5.5).';
const replayed = '`true` if this is the repeated response to an earlier request with the same `Idempotency-Key`.';

/** The headers of responses, except for those that the HTTP server adds to every response. */
const HEADERS = {
  'Content-Disposition': header(
    'Whether browsers show or download the file, and its name.',
    text,
    'inline; filename="events.ics"',
  ),
  'Content-Language': header('Language of the response.', { type: 'string', enum: ['en', 'fr'] }, 'en'),
  'Content-Location': header('Address of the record, if the slug belongs to the other language.', uri, eventUrl),
  ETag: header('Version of the response, for `If-None-Match`; of a record, also for `If-Match`.', text, '"12-3"'),
  Age: header('While the database is down: seconds since the response was known to be current.', count, 12),
  Warning: header(stale, text, '110 - "Response is Stale"'),
  'Cache-Control': header('How long the response may be cached, and by whom.', text, 'public, max-age=10'),
  Vary: header('Request headers that the response depends on.', text, 'Authorization, Accept-Encoding'),
  Link: header('The first, previous, next and last page (RFC 8288).', text, nextPage),
  Location: header('Address of the record.', uri, eventUrl),
  'Idempotent-Replayed': header(replayed, { type: 'string', enum: ['true'] }, 'true'),
  RateLimit: header('What is left of the limit, and the seconds until it is reset.', text, '"reads";r=5999;t=60'),
  'RateLimit-Policy': header('The limit: requests and seconds.', text, '"reads";q=6000;w=60'),
  'Retry-After': header('Seconds to wait before another attempt.', count, 30),
  'WWW-Authenticate': header('How to send a key.', text, 'Bearer'),
  'X-Cal-Total': header('Total number of records in the list.', count, 42),
  'X-Cal-TotalPages': header('Total number of pages in the list.', count, 5),
  'X-Request-Id': header('Id of the request in the log of the service.', text, '5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43'),
};

export type HeaderName = keyof typeof HEADERS;

export function isDocumented(name: string): name is HeaderName {
  return name in HEADERS;
}

export function headerComponents(t: Translate): Record<string, Header> {
  return mapValues(HEADERS, ({ description, ...rest }) => ({ description: t(description), ...rest }));
}
