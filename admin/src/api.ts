import { calendar, errorsOf, type Schemas } from '../../client/calendar';
import { currentKey, currentLanguage, type Language, site } from './session';

export type { Schemas };

/** A record of any kind: what the page itself reads of it. Kinds that the document adds have other fields. */
export interface CalendarRecord extends Record<string, unknown> {
  id: number;
  author?: number;
  status?: string;
  url?: string;
  image?: { url: string; sizes?: Schemas['ImageSizes'] | null; focus?: Schemas['Focus'] | null } | null;
  date_utc?: string;
  modified?: string;
  modified_utc?: string;
  modified_by?: { name: string } | null;
  /** Since when it waits for approval, and who has sent it. */
  pending_utc?: string;
  author_name?: string;
  /** Who has sent it with the public form. */
  submission?: Schemas['EventSubmission'];
  /** The words with which it came back to its author. */
  review_note?: string | null;
  translation_status?: Record<Language, string>;
  translations?: Record<Language, Record<string, string | null> | null>;
  title?: string;
  /** The name in the other language, of a record that a search has found by it. */
  otherName?: string;
  start_date?: string;
  end_date?: string;
  all_day?: boolean;
  event_status?: string;
  occurrence?: { series: number | null } | null;
  venue?: unknown;
  /** The names above it, of a record in a tree. */
  above?: readonly string[];
  /** In the answer to a write that makes an event public: linked records that visitors do not see, by field. */
  not_public?: Record<string, number[]>;
  categories?: { id: number }[];
  /** The version that was read, for If-Match. */
  _etag?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Options {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: Language;
  /** To sign in with, or null for none; by default the key that is kept. */
  readonly key?: string | null;
  /** Whether the page only helps with it: it does not ask for another key when the present one has expired. */
  readonly isAside?: boolean;
}

interface Answer<T> {
  readonly data: T;
  readonly headers: Headers;
}

const MISSING = 'rest_missing_callback_param';

/** A request that the service refused; `status` 0 means that it was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** The reasons by the names of fields and parameters; empty for a field that is missing. */
  readonly params: Readonly<Record<string, string>>;
  readonly code: string;

  constructor(status: number, body: Schemas['Error']) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    // The reason of a missing field is empty: the message lists the names of the API, which the page replaces by its labels.
    this.params = errorsOf(body.code === MISSING ? { ...body, message: '' } : body);
  }
}

let askForKey: ((reason: string) => Promise<void>) | undefined;

/**
 * Sets what is done when a key is no longer accepted: the request waits until another one is given, so that a form keeps what
 * was entered. Before the page is open there is nothing to keep, and the request fails.
 */
export function onExpiredKey(ask: ((reason: string) => Promise<void>) | undefined): void {
  askForKey = ask;
}

const NAMESPACE = '/cal/events/v1';

/** A request to any path: most of the page works for every kind of records, also for those that the client does not know. */
type Request = (
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: Schemas['Error']; response: Response }>;

/**
 * Sends a request.
 * @param path below the namespace
 */
export async function send<T>(method: Method, path: string, options: Options = {}): Promise<Answer<T>> {
  const { query, body, headers, language = currentLanguage(), key = currentKey() } = options;
  const request = calendar({ root: `${site}/${language}`, key: key ?? undefined })[method] as unknown as Request;
  const { data, error, response } = await request(NAMESPACE + path, {
    params: { query },
    body,
    headers: { 'Content-Type': body instanceof FormData ? undefined : 'application/json', ...headers },
    ...(body instanceof FormData && { bodySerializer: (form: unknown) => form }),
  }).catch((cause: unknown) => {
    throw new ApiError(0, { code: 'network', message: String(cause), data: { status: 0 } });
  });
  if (response.status === 401 && key && options.key === undefined && !options.isAside && askForKey) {
    await askForKey(error?.message ?? '');
    return send(method, path, options);
  }
  if (error !== undefined || !response.ok) throw new ApiError(response.status, error ?? unreadable(response));
  return { data: data as T, headers: response.headers };
}

/** A proxy in front of the service answers without JSON. */
const unreadable = ({ status, statusText }: Response): Schemas['Error'] => ({
  code: 'unreadable',
  message: statusText,
  data: { status },
});

/** A record with both languages, as the form edits it. */
export async function readRecord(kind: string, id: number | string): Promise<CalendarRecord> {
  const { data, headers } = await send<CalendarRecord>('GET', `/${kind}/${id}`, { query: { translations: 'all' } });
  return { ...data, _etag: headers.get('ETag') ?? undefined };
}

/** A new Idempotency-Key. Browsers have `crypto.randomUUID` only with https, which a calendar in an office may lack. */
export function uniqueKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type Me = Schemas['Account'];

let account: Promise<Me> | undefined;

/** The account of the key, read once. Without a key it is refused as such a request would be. */
export async function me(): Promise<Me> {
  if (currentKey() === undefined) throw new ApiError(401, { code: 'no-key', message: '', data: { status: 401 } });
  account ??= send<Me>('GET', '/me').then(({ data }) => data);
  account.catch(() => (account = undefined));
  return account;
}

export function forgetMe(): void {
  account = undefined;
}
