import { millisecondsBetween } from '../datetime/moment.js';

/**
 * The duration between two local times, `YYYY-MM-DD HH:MM:SS`, without daylight saving: `PT2H30M`, or `PT0S` if they are
 * equal.
 */
export function durationText(from: string, to: string): string {
  const length = millisecondsBetween(from, to) / 1000;
  const [hours, minutes, seconds] = [Math.floor(length / 3600), Math.floor(length / 60) % 60, length % 60];
  // Seconds follow minutes only (RFC 5545, 3.3.6; RFC 8984, 1.4.6).
  const hasMinutes = minutes > 0 || (hours > 0 && seconds > 0);
  const text = [hours > 0 && `${hours}H`, hasMinutes && `${minutes}M`, seconds > 0 && `${seconds}S`].filter(Boolean);
  return `PT${text.join('') || '0S'}`;
}
