import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { type ApplicationKey } from './account.entity.js';

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 } as const;

/** Databases store years of four digits. */
const LATEST = Date.UTC(9999, 0);

/** The end of a lifetime such as `12h`, `90d`, `4w` or `1y` (365 days) from now; undefined for anything else. */
export function expiryOf(lifetime: string, now: Date): Date | undefined {
  const [, amount, unit] = /^([1-9]\d{0,6})([hdwy])$/.exec(lifetime) ?? [];
  if (amount === undefined) return undefined;
  const end = now.getTime() + Number(amount) * HOURS[unit as keyof typeof HOURS] * HOUR;
  return end < LATEST ? new Date(end) : undefined;
}

/** Milliseconds within which the last use of a key is known. */
const USE_PRECISION = HOUR;

/** When a key ends: at its expiry, or after its days without use. Milliseconds since 1970; Infinity if it does not end. */
export function endOf({
  expiresAt,
  idleDays,
  createdAt,
  lastUsedAt,
}: Pick<ApplicationKey, 'expiresAt' | 'idleDays' | 'createdAt' | 'lastUsedAt'>): number {
  const expiry = expiresAt?.getTime() ?? Infinity;
  if (idleDays === null) return expiry;
  const used = lastUsedAt === null ? 0 : lastUsedAt.getTime() + USE_PRECISION;
  return Math.min(expiry, Math.max(createdAt.getTime(), used) + idleDays * DAY);
}
