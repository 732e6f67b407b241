import { type ResponseMeta } from '../context/response-meta.js';
import { BufferedBody } from './response-bodies.js';
import { type Encoding, encode } from './encodings.js';
import { digestOf, etagOf } from './etag.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response as bytes, with its headers. */
export class SerializedResponse {
  private readonly encodings = new Map<Encoding, Promise<Buffer>>();

  private constructor(
    readonly body: Buffer,
    readonly mediaType: string,
    readonly etag: string,
    readonly headers: ReadonlyMap<string, string>,
    /** Milliseconds since 1970. */
    readonly expiresAt: number,
    /** Whether other clients may get the same response. */
    readonly isShared: boolean,
  ) {}

  /** @param value what a handler returned: a body in another format, or an object that becomes JSON */
  static of(value: object, { headers, revision, expiresAt }: ResponseMeta, isShared = true): SerializedResponse {
    const { mediaType, bytes } =
      value instanceof BufferedBody ? value : new BufferedBody(JSON_TYPE, Buffer.from(JSON.stringify(value)));
    const etag = etagOf(digestOf(bytes), revision);
    return new SerializedResponse(bytes, mediaType, etag, new Map(headers), expiresAt, isShared);
  }

  /** Approximate size in memory: all compressed bodies together are less than half of the plain one. */
  get size(): number {
    return Math.ceil(1.5 * this.body.length) + 2048;
  }

  /** The body in an encoding, compressed once. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.encodings.get(encoding);
    if (known) return known;
    const compressed = encode(this.body, encoding);
    this.encodings.set(encoding, compressed);
    return compressed;
  }
}
