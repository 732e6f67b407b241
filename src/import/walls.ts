import { utcText } from '../datetime/moment.js';

export const DAY = 24 * 60 * 60_000;

/** A local time, `YYYY-MM-DD HH:MM:SS`, in milliseconds as if it were UTC, to compute differences. */
export function asUtc(local: string): number {
  return Date.parse(`${local.replace(' ', 'T')}Z`);
}

/** The local time some milliseconds later, without changes of the clocks. */
export function later(local: string, milliseconds: number): string {
  return utcText(new Date(asUtc(local) + milliseconds));
}

/** Formats an instant for the body of an event. */
export function instantText(instant: Date): string {
  return `${utcText(instant).replace(' ', 'T')}Z`;
}
