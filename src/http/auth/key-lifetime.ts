import { HOUR } from '../../lib/datetime/durations.js';

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
