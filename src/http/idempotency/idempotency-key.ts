import { type Request } from 'express';
import { FieldErrors } from '../../lib/errors/field-error.js';

/** A request that may be repeated: its key, and the data that identifies a repetition. */
export interface Idempotency {
  readonly key: string;
  readonly request: string;
}

const HEADER = 'Idempotency-Key';

/** Maximum length of a key, in characters. */
const MAX_LENGTH = 255;

/** The `Idempotency-Key` header of a POST, if any. */
export function idempotencyOf(request: Request): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return undefined;
  return { key, request: `${request.method} ${request.originalUrl}\n${JSON.stringify(request.body ?? {})}` };
}

/** @throws {InvalidParameters} if the key is empty or too long */
export function assertValidKey({ key }: Idempotency): void {
  const errors = new FieldErrors();
  if (key === '' || key.length > MAX_LENGTH) errors.add(HEADER, (messages) => messages.idempotencyKey(MAX_LENGTH));
  errors.throwIfAny();
}
