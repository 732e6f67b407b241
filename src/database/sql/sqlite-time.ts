import { utcText } from '../../datetime/moment.js';

/** A time as TypeORM stores it on SQLite: `YYYY-MM-DD HH:MM:SS.fff`, in UTC. */
export function sqliteTime(date: Date): string {
  return `${utcText(date)}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`;
}

/** Parses a text of `sqliteTime`; the fraction may be missing. */
export function parseSqliteTime(text: string): Date {
  const digits = (place: number, length: number): number => {
    let number = 0;
    for (let end = place + length; place < end; place += 1) number = number * 10 + text.charCodeAt(place) - ZERO;
    return number;
  };
  const year = digits(0, 4);
  // `Date.UTC` takes years below 100 for years of the 20th century.
  if (year < 100 || (text.length !== 19 && text.length !== 23)) return new Date(`${text.replace(' ', 'T')}Z`);
  const milliseconds = text.length === 23 ? digits(20, 3) : 0;
  return new Date(
    Date.UTC(year, digits(5, 2) - 1, digits(8, 2), digits(11, 2), digits(14, 2), digits(17, 2), milliseconds),
  );
}

const ZERO = '0'.charCodeAt(0);
