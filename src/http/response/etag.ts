import { createHash } from 'node:crypto';
import { PreconditionFailed } from '../../errors/api-error.js';
import { type RequestContext } from '../context/calendar-request.js';
import { type Encoding, encodingFor } from './encodings.js';

/** The beginning of the SHA-256 of some bytes, base64url. */
export function digestOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/**
 * The strong ETag of a response (RFC 9110, section 8.8.3): a digest of the body, for single records preceded by their
 * revision, which `If-Match` compares.
 */
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
  const revisions = [...ifMatch.matchAll(/(W\/)?"(\d+)-[^"]*"/g)]
    .filter(([, weak]) => !weak)
    .map(([, , own]) => Number(own));
  if (revisions.includes(revision)) return;
  const bytes = Buffer.from(JSON.stringify(currentResponse()));
  throw new PreconditionFailed(etagIn(encodingFor(bytes, acceptEncoding), etagOf(digestOf(bytes), revision)));
}
