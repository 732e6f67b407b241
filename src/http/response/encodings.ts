import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const [br, gz, df] = [promisify(brotliCompress), promisify(gzip), promisify(deflate)];

/** Content encodings (RFC 9110, section 8.4.1), the preferred one first. */
const ENCODERS = {
  br: (bytes: Buffer): Promise<Buffer> => br(bytes, QUALITY),
  gzip: (bytes: Buffer): Promise<Buffer> => gz(bytes),
  deflate: (bytes: Buffer): Promise<Buffer> => df(bytes),
} as const;

export type Encoding = keyof typeof ENCODERS;

const KNOWN = Object.keys(ENCODERS) as Encoding[];

/** Negotiated encodings by Accept-Encoding header. Browsers send only a handful of different headers. */
const decisions = new LRUCache<string, { readonly encoding: Encoding | undefined }>({ max: 100 });

/** The types of `negotiator` lack `preferred`: the server's order of encodings that a client ranks equally. */
interface PreferringNegotiator {
  encoding(available: string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Minimum number of bytes of a response that is compressed. */
const MIN_COMPRESSED_SIZE = 1024;

/** The best encoding for an Accept-Encoding header; undefined for no encoding. */
export function encodingFor(bytes: Buffer, header: string | undefined): Encoding | undefined {
  if (header === undefined || bytes.length < MIN_COMPRESSED_SIZE) return undefined;
  let decision = decisions.get(header);
  if (!decision) {
    const negotiator: PreferringNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
    const best = negotiator.encoding([...KNOWN, 'identity'], { preferred: KNOWN });
    decision = { encoding: KNOWN.find((encoding) => encoding === best) };
    decisions.set(header, decision);
  }
  return decision.encoding;
}

export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding](bytes);
}
