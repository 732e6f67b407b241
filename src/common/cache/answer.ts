import { type Encoding, encode } from './encodings.js';
import { type Kept } from './memory.js';

/** Bytes below which compressing does not pay. */
const WORTH_IT = 1024;

/** How many of `lines` say what type the content has: an answer without content leaves them out. */
export const CONTENT_TYPE = 2;

/** The content type goes first; the others belong to one request. */
const NAMED_APART = new Set(['content-type', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'cache-control']);

/** Something that headers have been set on; Node's types leave these out. */
export interface Headed {
  getRawHeaderNames(): string[];
  getHeader(name: string): number | string | string[] | undefined;
}

/** A finished public answer: its bytes and the headers that it carries whoever asks for it. */
export class Answer implements Kept {
  private readonly compressed = new Map<Encoding, Buffer>();
  private readonly compressing = new Map<Encoding, Promise<Buffer>>();

  private constructor(
    readonly body: Buffer,
    readonly etag: string,
    /** Names and values of the headers, in turns: the content type first. */
    readonly lines: readonly string[],
    /** Of the data it was made of. */
    readonly version: number,
    /** When it ends being true although nothing is written, in milliseconds since 1970. */
    readonly until: number,
  ) {}

  /** @param response with its headers, to which it is about to be written */
  static of(body: Buffer, etag: string, response: Headed, version: number, until: number): Answer {
    const others = response.getRawHeaderNames().filter((name) => !NAMED_APART.has(name.toLowerCase()));
    const lines = ['Content-Type', ...others].flatMap((name) => [name, String(response.getHeader(name))]);
    return new Answer(body, etag, lines, version, until);
  }

  /** With the headers, and with the compressed bytes, which are less than half of the plain ones together. */
  get size(): number {
    return Math.ceil(1.5 * this.body.length) + 2048;
  }

  /** Whether the bytes are there already, as they are or in an encoding. */
  bytes(encoding: Encoding | undefined): Buffer | undefined {
    return encoding === undefined ? this.body : this.compressed.get(encoding);
  }

  /** The encoding that is used where a request accepts this one. */
  encodingFor(accepted: Encoding | undefined): Encoding | undefined {
    return this.body.length < WORTH_IT ? undefined : accepted;
  }

  /** The bytes in an encoding; each is made once. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const bytes = this.compressed.get(encoding);
    if (bytes) return bytes;
    const making = this.compressing.get(encoding) ?? encode(this.body, encoding);
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
