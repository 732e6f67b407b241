import { etagOf, digestOf } from './etag.js';
import { type RequestContext } from '../requests/context/calendar-request.js';
import { type Encoding, encode } from './encodings.js';
import { jsonBytes } from './json-bytes.js';
import { Written } from './written.js';
import { viewedBehind, viewOf } from './view.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The bytes of what a service answered, and what they are. */
export function writtenOf(shown: object): Written {
  return shown instanceof Written ? shown : new Written(JSON_TYPE, jsonBytes(shown));
}

/** A finished public answer: its bytes, and what they are sent with whoever asks for them. */
export class FinishedAnswer<T extends object = object> {
  private static readonly behindWritten = new WeakMap<Written, FinishedAnswer>();

  private readonly compressed = new Map<Encoding, Buffer>();
  private readonly compressing = new Map<Encoding, Promise<Buffer>>();

  private constructor(
    readonly bytes: Buffer,
    readonly mediaType: string,
    readonly etag: string,
    /** Those that the service has set. */
    readonly headers: ReadonlyMap<string, string>,
    /** Of the data it was made of. */
    readonly version: number,
    /** When it ends being true although nothing is written, in milliseconds since 1970. */
    readonly until: number,
    /** Of the record that it is about. */
    readonly revision: number | undefined,
    readonly fields: readonly string[],
  ) {}

  /**
   * @param shown what the service answered
   * @param context in which it did
   */
  static of<T extends object>(shown: T, context: RequestContext, version: number): FinishedAnswer<T> {
    const { bytes, mediaType } = writtenOf(shown);
    const etag = etagOf(digestOf(bytes), context.revision);
    const { holdsUntil, revision } = context;
    const fields = mediaType === JSON_TYPE ? Object.keys(shown) : [];
    return new FinishedAnswer<T>(
      bytes,
      mediaType,
      etag,
      new Map(context.headers),
      version,
      holdsUntil,
      revision,
      fields,
    );
  }

  /** The finished answer of which somebody was given a view, and nobody has looked into it; undefined for any other object. */
  static behind(shown: object): FinishedAnswer | undefined {
    const answer = shown instanceof Written ? FinishedAnswer.behindWritten.get(shown) : viewedBehind(shown);
    return answer instanceof FinishedAnswer ? answer : undefined;
  }

  /** What the service answered, for one request. */
  get view(): T {
    if (this.mediaType === JSON_TYPE) return viewOf(this) as T;
    const written: Written & object = new Written(this.mediaType, this.bytes);
    FinishedAnswer.behindWritten.set(written, this);
    return written as object as T;
  }

  /** Bytes in memory, roughly: with the headers, and with the compressed ones, which are less than half of the plain ones together. */
  get size(): number {
    return Math.ceil(1.5 * this.bytes.length) + 2048;
  }

  /** The bytes in an encoding; each is made once. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const bytes = this.compressed.get(encoding);
    if (bytes) return bytes;
    const making = this.compressing.get(encoding) ?? encode(this.bytes, encoding);
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
