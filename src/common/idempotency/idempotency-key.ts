import { type CalendarRequest } from '../http/calendar-request.js';

/** Longer keys are no keys. */
const MAX_LENGTH = 255;

/** A request that may be repeated: its key, and what makes it the same request again. */
export interface Idempotency {
  readonly key: string;
  readonly request: string;
}

/** What the `Idempotency-Key` header of a POST says; undefined where there is none. */
export function idempotencyOf(request: CalendarRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '' || key.length > MAX_LENGTH) return undefined;
  return { key, request: `${request.method} ${request.originalUrl}\n${JSON.stringify(request.body ?? {})}` };
}
