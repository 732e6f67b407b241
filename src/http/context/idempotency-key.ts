import { Faults } from '../../errors/fault.js';
import { type CalendarRequest, type Idempotency } from './calendar-request.js';

const HEADER = 'Idempotency-Key';

/** Of a key, in characters. */
const MAX_LENGTH = 255;

/** What the `Idempotency-Key` header of a POST says; undefined where there is none. */
export function idempotencyOf(request: CalendarRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return undefined;
  return { key, request: `${request.method} ${request.originalUrl}\n${JSON.stringify(request.body ?? {})}` };
}

/** @throws {InvalidParameters} where the key cannot be told from others, so that a repetition would be done twice */
export function assertUsable({ key }: Idempotency): void {
  const faults = new Faults();
  if (key === '' || key.length > MAX_LENGTH) faults.add(HEADER, (messages) => messages.idempotencyKey(MAX_LENGTH));
  faults.throwIfAny();
}
