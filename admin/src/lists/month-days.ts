import { type CalendarRecord } from '../api';
import { asLocal, asUtc } from '../i18n';

const DAY = 86_400_000;

const dayOf = (time: number): string => asLocal(new Date(time)).slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(asUtc(day).getTime() + days * DAY);

const daysBetween = (from: string, to: string): number => (asUtc(to).getTime() - asUtc(from).getTime()) / DAY;

export const today = (): string => new Intl.DateTimeFormat('en-CA').format();

export const thisMonth = (): string => today().slice(0, 7);

export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
}

/** The weeks of a month, each of seven days; they begin on Sunday, as calendars in Canada do. */
export function weeksOf(month: string): string[][] {
  const first = asUtc(`${month}-01`);
  const start = first.getTime() - first.getUTCDay() * DAY;
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0);
  const weeks = Math.ceil((last - start + DAY) / (7 * DAY));
  return Array.from({ length: weeks }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => dayOf(start + (row * 7 + column) * DAY)),
  );
}

/** The first and the last day on which a calendar shows an event. */
export interface Span {
  readonly event: CalendarRecord;
  readonly first: string;
  readonly last: string;
}

/** An evening that ends after midnight belongs to its first day, and so does what ends at midnight. */
export function spanOf(event: CalendarRecord): Span {
  const { start_date: start = '', end_date: end = start, all_day: isAllDay } = event;
  const first = start.slice(0, 10);
  const length = asUtc(end).getTime() - asUtc(start).getTime();
  if (!isAllDay && length < DAY) return { event, first, last: first };
  const last = !isAllDay && end.slice(11, 19) === '00:00:00' ? addDays(end.slice(0, 10), -1) : end.slice(0, 10);
  return { event, first, last };
}

/** An event in one week: from which day to which, and in which line below the numbers of the days. */
export interface Bar extends Span {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** The events of a week as bars that do not overlap; long ones come first, so that a bar keeps its line. */
export function barsOf(spans: readonly Span[], week: readonly string[]): Bar[] {
  const [start = '', end = ''] = [week[0], week.at(-1)];
  const bars: Bar[] = [];
  const isLong = ({ first, last }: Span) => first !== last;
  const shown = spans.filter(({ first, last }) => first <= end && last >= start);
  const byStart = (one: Span, two: Span) =>
    one.first.localeCompare(two.first) ||
    Number(isLong(two)) - Number(isLong(one)) ||
    String(one.event.start_date).localeCompare(String(two.event.start_date));
  for (const span of shown.toSorted(byStart)) {
    const from = Math.max(0, daysBetween(start, span.first));
    const to = Math.min(6, daysBetween(start, span.last));
    const isFree = (line: number) => bars.every((bar) => bar.line !== line || bar.to < from || bar.from > to);
    let line = 0;
    while (!isFree(line)) line += 1;
    bars.push({ ...span, from, to, line });
  }
  return bars;
}
