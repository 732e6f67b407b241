import { createHash } from 'node:crypto';
import { PreconditionFailed } from '../../errors/api-error.js';
import { type RequestContext } from '../context/calendar-request.js';
import { type Encoding, encodingFor } from './encodings.js';

/** Tells bytes from others: the beginning of their SHA-256, base64url. */
export function digestOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/**
 * The strong validator of an answer (RFC 9110, section 8.8.3): of a record, its own revision and a digest of all that is
 * shown with it; of a list, the digest alone.
 */
export function etagOf(digest: string, revision?: number): string {
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
}

/** The validator of the same answer in an encoding: other bytes have another one (RFC 9110, section 8.8.3.3). */
export function etagIn(encoding: Encoding | undefined, etag: string): string {
  return encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
}

/**
 * Holds a write to its `If-Match`: the record's own revision decides, so that a venue that was renamed fails nobody's
 * update of an event.
 * @param shown what a read would answer now
 * @throws {PreconditionFailed} with the ETag in force
 */
export function assertMatches(
  { revision }: { revision: number },
  { ifMatch, acceptEncoding }: RequestContext,
  shown: () => object,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const revisions = [...ifMatch.matchAll(/(W\/)?"(\d+)-[^"]*"/g)]
    .filter(([, weak]) => !weak)
    .map(([, , own]) => Number(own));
  if (revisions.includes(revision)) return;
  const bytes = Buffer.from(JSON.stringify(shown()));
  throw new PreconditionFailed(etagIn(encodingFor(bytes, acceptEncoding), etagOf(digestOf(bytes), revision)));
}
