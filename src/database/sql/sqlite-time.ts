import { parseAsUtc } from '../../datetime/moment.js';

/** A time as TypeORM stores it on SQLite: `YYYY-MM-DD HH:MM:SS.fff`, in UTC. */
export function sqliteTime(date: Date): string {
  return date.toISOString().slice(0, -1).replace('T', ' ');
}

/** Parses a text of `sqliteTime`; the fraction may be missing. Many times faster than `new Date(text)`. */
export function parseSqliteTime(text: string): Date {
  const milliseconds = text.length > WHOLE_SECONDS ? Number(`0${text.slice(WHOLE_SECONDS)}`) * 1000 : 0;
  return new Date(parseAsUtc(text.slice(0, WHOLE_SECONDS)) + Math.round(milliseconds));
}

const WHOLE_SECONDS = 'YYYY-MM-DD HH:MM:SS'.length;
