import { setTimeout } from 'node:timers/promises';
import { type Client, type Download, RecordError } from '../record.js';
import { because } from '../messages.js';

/** Seconds for one request with its whole response. */
const TIMEOUT = 120;

/** Number of attempts before the import gives up. */
const TRIES = 5;

/** The longest `Retry-After` that is respected, in seconds. */
const MAX_WAIT = 300;

/** The largest response, in bytes after decompression. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** Statuses after which the same request may succeed. */
const TEMPORARY = [408, 425, 429, 500, 502, 503, 504];

/** Thrown if all attempts of a request failed. */
export class DownloadFailed extends RecordError {}

/** A request that no server answered. */
export class Unreachable extends DownloadFailed {}

/**
 * Reads web addresses one after the other. Private addresses are allowed, since only operators can run the command.
 * Temporary failures are retried after `Retry-After`, else after 1, 2, 4 and 8 seconds.
 */
export class HttpClient implements Client {
  /**
   * @param key `user:password` for HTTP Basic, or a token for Bearer; from the address if that names one
   * @param signal ends requests and pauses
   */
  constructor(
    private readonly key: string | undefined,
    private readonly signal?: AbortSignal,
  ) {}

  async get<T>(url: URL, check: (download: Download) => T): Promise<T> {
    const { href, headers } = this.request(url);
    // Queries and user names may be secret.
    const shown = `${url.origin}${url.pathname}`;
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(href, headers, check, this.signal);
      if ('result' in outcome) return outcome.result;
      const Failure = outcome.isAnswer ? DownloadFailed : Unreachable;
      if (tries === TRIES || outcome.wait > MAX_WAIT)
        throw new Failure(because((messages) => messages.notFetched(shown, outcome.problem)));
      await setTimeout(1000 * (outcome.wait || 2 ** (tries - 1)), undefined, this.signal && { signal: this.signal });
    }
  }

  private request(url: URL) {
    const { username, password } = url;
    const address = new URL(url);
    [address.username, address.password] = ['', ''];
    const inAddress = username && `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const key = this.key ?? inAddress;
    const authorization = key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`;
    const headers = { 'User-Agent': 'bilingual-event-calendar (import)', ...(key && { Authorization: authorization }) };
    return { href: address.href, headers };
  }
}

type Attempt<T> =
  { readonly result: T } | { readonly problem: string; readonly wait: number; readonly isAnswer: boolean };

async function attempt<T>(
  href: string,
  headers: Record<string, string>,
  check: (download: Download) => T,
  signal: AbortSignal | undefined,
): Promise<Attempt<T>> {
  let isAnswer = false;
  const limits = [AbortSignal.timeout(TIMEOUT * 1000), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(href, { headers, signal: AbortSignal.any(limits) });
    isAnswer = true;
    if (TEMPORARY.includes(response.status)) {
      await response.body?.cancel();
      return { problem: `HTTP ${response.status}`, wait: secondsIn(response.headers.get('Retry-After')), isAnswer };
    }
    return { result: check({ status: response.status, bytes: await bodyOf(response) }) };
  } catch (error) {
    if (error instanceof DownloadFailed || signal?.aborted) throw error;
    return { problem: problemOf(error), wait: 0, isAnswer };
  }
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  return response.body ? readAll(response.body as AsyncIterable<Uint8Array>) : new Uint8Array();
}

/**
 * Reads all bytes of a stream.
 * @throws {DownloadFailed} if it is too large
 */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > MAX_BYTES) throw new DownloadFailed(because((messages) => messages.tooLarge(MAX_BYTES / 1024 / 1024)));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Parses `Retry-After`: seconds, or a date (RFC 9110, 10.2.3); 0 if it is invalid. */
function secondsIn(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** The message of an error with its causes, since that of `fetch` has no details. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
