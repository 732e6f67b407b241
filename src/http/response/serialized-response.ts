import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { type ResponseMeta } from './response-meta.js';
import { type RequestContext } from '../request-context.js';
import { PreconditionFailed } from '../../lib/errors/api-error.js';

/** A response body in another format than JSON. */
export class BufferedBody {
  constructor(
    readonly mediaType: string,
    readonly bytes: Buffer,
  ) {}
}

/** A response body that is streamed, because it is too long for memory. */
export class StreamedBody {
  constructor(
    readonly mediaType: string,
    /** A value that changes whenever the body may change. */
    readonly etag: string,
    readonly chunks: AsyncIterable<Buffer>,
  ) {}
}

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify(brotliCompress);

/** Content encodings (RFC 9110, section 8.4.1), the preferred one first. */
const ENCODERS = {
  br: (bytes: Buffer): Promise<Buffer> => brotli(bytes, BROTLI_OPTIONS),
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
};

export type Encoding = keyof typeof ENCODERS;

const KNOWN = Object.keys(ENCODERS) as Encoding[];

/** The types of `negotiator` lack `preferred`: the server's order of encodings that a client ranks equally. */
interface PreferringNegotiator {
  encoding(available: string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Negotiated encodings by Accept-Encoding header. Browsers send only a handful of different headers. */
const negotiated = new LRUCache<string, string>({
  max: 100,
  memoMethod: (header) => {
    const negotiator: PreferringNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
    return negotiator.encoding([...KNOWN, 'identity'], { preferred: KNOWN }) ?? 'identity';
  },
});

/** Minimum number of bytes of a response that is compressed. */
const MIN_COMPRESSED_SIZE = 1024;

/** The best encoding for an Accept-Encoding header; undefined for no encoding. */
export function encodingFor(bytes: Buffer, header: string | undefined): Encoding | undefined {
  if (header === undefined || bytes.length < MIN_COMPRESSED_SIZE) return undefined;
  const best = negotiated.memo(header);
  return KNOWN.find((encoding) => encoding === best);
}

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
    const compressed = this.encodings.get(encoding) ?? ENCODERS[encoding](this.body);
    this.encodings.set(encoding, compressed);
    return compressed;
  }
}

/** The beginning of the SHA-256 of some bytes, base64url. */
export function digestOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** The strong ETag (RFC 9110, section 8.8.3): a digest of the body, preceded by the revision of a single record. */
export function etagOf(digest: string, revision?: number): string {
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
}

/** The ETag of the same response in an encoding, whose bytes differ (RFC 9110, section 8.8.3.3). */
export function etagIn(encoding: Encoding | undefined, etag: string): string {
  return encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
}

/**
 * Checks the `If-Match` of a write. Only the revision is compared, so that renaming a venue does not make updates of
 * its events fail.
 * @param currentResponse the current response of a read
 * @throws {PreconditionFailed} with the current ETag
 */
export function assertIfMatch(
  { revision }: { revision: number },
  { ifMatch, acceptEncoding }: RequestContext,
  currentResponse: () => object,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const sameRevision = [...ifMatch.matchAll(/(?<weak>W\/)?"(?<own>\d+)-[^"]*"/g)].filter(
    ({ groups }) => Number(groups!.own) === revision,
  );
  if (sameRevision.some(({ groups }) => !groups!.weak)) return;
  const bytes = Buffer.from(JSON.stringify(currentResponse()));
  const current = etagIn(encodingFor(bytes, acceptEncoding), etagOf(digestOf(bytes), revision));
  throw new PreconditionFailed(current, sameRevision.length > 0);
}
