import { utcText } from '../datetime/moment.js';

export const DAY = 24 * 60 * 60_000;

/** A wall clock reading, `YYYY-MM-DD HH:MM:SS`, in milliseconds as if it were one in UTC: for differences. */
export function asUtc(local: string): number {
  return Date.parse(`${local.replace(' ', 'T')}Z`);
}

/** The reading so many milliseconds later, by a clock that is never set. */
export function later(local: string, milliseconds: number): string {
  return utcText(new Date(asUtc(local) + milliseconds));
}

/** An instant as the body of an event gives it. */
export function instantText(instant: Date): string {
  return `${utcText(instant).replace(' ', 'T')}Z`;
}
