import { type RequestContext } from '../http/calendar-request.js';
import { etagOf } from '../http/etag.js';
import { type Encoding, encode } from './encodings.js';
import { finished, joined } from './finished.js';
import { type Kept } from './memory.js';

/** Bytes below which compressing does not pay. */
const WORTH_IT = 1024;

/** How many of `lines` say what type the content has: an answer without content leaves them out. */
export const CONTENT_TYPE = 2;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The content type goes first; the others belong to one making or one request. */
const NAMED_APART = new Set(['content-type', 'etag', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'cache-control']);

/** Something that headers have been set on; Node's types leave these out. */
export interface Headed {
  getRawHeaderNames(): string[];
  getHeader(name: string): number | string | string[] | undefined;
}

/** Names and values, in turns, of the headers that are the same whenever an answer is made. */
export function steadyHeaders(response: Headed, { headers }: RequestContext): string[] {
  const ofOneMaking = new Set([...headers.keys()].map((name) => name.toLowerCase()));
  const names = response.getRawHeaderNames().map((name) => [name, name.toLowerCase()] as const);
  const steady = names.filter(([, name]) => !NAMED_APART.has(name) && !ofOneMaking.has(name));
  return steady.flatMap(([name]) => [name, String(response.getHeader(name))]);
}

/** A finished public answer: its bytes and the headers that it carries whoever asks for it. */
export class Answer implements Kept {
  private readonly compressed = new Map<Encoding, Buffer>();
  private readonly compressing = new Map<Encoding, Promise<Buffer>>();

  private constructor(
    private pieces: readonly Buffer[],
    readonly etag: string,
    /** Names and values of the headers, in turns: the content type first. */
    readonly lines: readonly string[],
    /** Of the data it was made of. */
    readonly version: number,
    /** When it ends being true although nothing is written, in milliseconds since 1970. */
    readonly until: number,
  ) {}

  /**
   * @param shown what the service answered
   * @param context in which it did
   * @param steady the headers that do not depend on it
   */
  static of(shown: object, context: RequestContext, steady: readonly string[], version: number): Answer {
    const { pieces, digest } = finished(shown);
    const etag = etagOf(digest, context.revision);
    const lines = ['Content-Type', JSON_TYPE, ...steady, ...[...context.headers].flat(), 'ETag', etag];
    return new Answer(pieces, etag, lines, version, context.holdsUntil);
  }

  /** The number of bytes of the body as it is. */
  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** With the headers, and with the compressed bytes, which are less than half of the plain ones together. */
  get size(): number {
    return Math.ceil(1.5 * this.length) + 2048;
  }

  /** Puts the pieces together, for an answer that is sent more than once: each piece takes some time. */
  joined(): this {
    this.pieces = [joined(this.pieces)];
    return this;
  }

  /** The body, as it is or in an encoding: undefined where it has to be made. */
  bytes(encoding: Encoding | undefined): readonly Buffer[] | undefined {
    if (encoding === undefined) return this.pieces;
    const bytes = this.compressed.get(encoding);
    return bytes && [bytes];
  }

  /** The encoding that is used where a request accepts this one. */
  encodingFor(accepted: Encoding | undefined): Encoding | undefined {
    return this.length < WORTH_IT ? undefined : accepted;
  }

  /** The bytes in an encoding; each is made once. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const bytes = this.compressed.get(encoding);
    if (bytes) return bytes;
    const making = this.compressing.get(encoding) ?? encode(joined(this.pieces), encoding);
    this.compressing.set(encoding, making);
    try {
      const made = await making;
      this.compressed.set(encoding, made);
      return made;
    } finally {
      this.compressing.delete(encoding);
    }
  }
}
