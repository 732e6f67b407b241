import { Readable } from 'node:stream';
import { type ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../lib/errors/command-error.js';
import { because } from './messages.js';

const TIMEOUT = 120;
const TRIES = 5;
const MAX_WAIT = 300;
const MAX_BYTES = 256 * 1024 * 1024;

/** Statuses after which the same request may succeed. */
const TEMPORARY = [408, 425, 429, 500, 502, 503, 504];

export interface Download {
  readonly status: number;
  readonly bytes: Uint8Array;
}

export class DownloadFailed extends CommandError {}

export class Unreachable extends DownloadFailed {}

interface Limits {
  readonly tries: number;
  readonly bytes: number;
  /** Seconds without a byte, after which the address is given up without another try. */
  readonly silence?: number;
}

/** Reads web addresses and retries after temporary failures. Private addresses are allowed to operators. */
export class HttpClient {
  /** @param key `user:password` for HTTP Basic, or a Bearer token; default: the credentials in the address */
  constructor(
    private readonly key: string | undefined,
    private readonly signal = new AbortController().signal,
    private readonly limits: Limits = { tries: TRIES, bytes: MAX_BYTES },
  ) {}

  /** @param check throws for an unexpected response, so that the request is retried */
  async get<T>(url: URL, check: (download: Download) => T): Promise<T> {
    return this.request(url, TIMEOUT, async ({ status, body }, onBytes) =>
      check({ status, bytes: await readAll(body ?? [], this.limits.bytes, onBytes) }),
    );
  }

  /** Opens a download of any size as a stream. Only the request is retried, not a stream that breaks off later. */
  async open(url: URL): Promise<Readable> {
    return this.request(url, undefined, async ({ status, body }) => {
      if (status !== 200) throw new DownloadFailed(because('refusedBy', url.host, status));
      return Promise.resolve(Readable.fromWeb(body as ReadableStream));
    });
  }

  /** @param read is called again if it fails, since the request is then retried */
  private async request<T>(
    url: URL,
    seconds: number | undefined,
    read: (response: Response, onBytes: () => void) => Promise<T>,
  ) {
    const { signal } = this;
    for (let tries = 1; ; tries++) {
      let Failure: typeof DownloadFailed = Unreachable;
      let problem: string;
      let wait = 0;
      const silence = new SilenceTimer(this.limits.silence);
      try {
        const timeouts = seconds ? [AbortSignal.timeout(seconds * 1000), silence.signal] : [];
        const limit = AbortSignal.any([...timeouts, signal]);
        const withoutUser = Object.assign(new URL(url), { username: '', password: '' });
        const response = await fetch(withoutUser, { headers: this.headersFor(url), signal: limit });
        Failure = DownloadFailed;
        if (!TEMPORARY.includes(response.status)) return await read(response, () => silence.restart());
        await response.body?.cancel();
        [problem, wait] = [`HTTP ${response.status}`, secondsIn(response.headers.get('Retry-After'))];
      } catch (error) {
        if (error instanceof DownloadFailed || signal.aborted) throw error;
        problem = problemOf(error);
      } finally {
        silence.stop();
      }
      // Queries and user names may be secret.
      const shown = `${url.origin}${url.pathname}`;
      if (tries === this.limits.tries || wait > MAX_WAIT || silence.signal.aborted)
        throw new Failure(because('notFetched', shown, problem));
      await sleep(1000 * (wait || 2 ** (tries - 1)), undefined, { signal });
    }
  }

  private headersFor({ username, password }: URL): Record<string, string> {
    const inAddress = username && `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const key = this.key ?? inAddress;
    const authorization = key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`;
    return { 'User-Agent': 'bilingual-event-calendar (import)', ...(key && { Authorization: authorization }) };
  }
}

/** Aborts a request when nothing arrives for some seconds. */
class SilenceTimer {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** @param seconds undefined: never */
  constructor(private readonly seconds: number | undefined) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  restart(): void {
    this.stop();
    if (this.seconds === undefined) return;
    const reason = new Error(`nothing arrived for ${this.seconds} s`);
    this.timer = setTimeout(() => this.controller.abort(reason), this.seconds * 1000);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** @param onBytes is called when a part arrives */
export async function readAll(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most = MAX_BYTES,
  onBytes = () => {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    onBytes();
    size += part.length;
    if (size > most) throw new DownloadFailed(because('tooLarge', most / 1024 / 1024));
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

/** The message of an error with its cause, since that of `fetch` has no details. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
