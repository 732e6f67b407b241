import { dayNumber, dayText } from '../../../lib/datetime/days.js';
import { type Card, lengthOf, LONG_DAYS } from './cards.js';

/** The events of a day, in order. */
export interface Day {
  readonly day: string;
  readonly cards: readonly Card[];
}

/** The first and the last day of a month, `YYYY-MM`. */
export function monthRange(month: string): { readonly first: string; readonly last: string } {
  const first = `${month}-01`;
  const lastOfMonth = new Date(`${first}T00:00:00Z`);
  lastOfMonth.setUTCMonth(lastOfMonth.getUTCMonth() + 1, 0);
  return { first, last: lastOfMonth.toISOString().slice(0, 10) };
}

/** Whether a day is one of the last seven of its month, when the next month interests as much. */
export function isNearEnd(day: string): boolean {
  return dayNumber(monthRange(day.slice(0, 7)).last) - dayNumber(day) < 7;
}

/** The month some months later or earlier. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The weeks of a month, which begin on Sunday. Days of other months are undefined. */
export function weeksOf(month: string, cards: readonly Card[]): (Day | undefined)[][] {
  const { first, last } = monthRange(month);
  const [begin, end] = [dayNumber(first), dayNumber(last)];
  // 1970-01-01, day 0, was a Thursday.
  const sunday = begin - ((((begin + 4) % 7) + 7) % 7);
  const weeks: (Day | undefined)[][] = [];
  for (let week = sunday; week <= end; week += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const number = week + index;
        if (number < begin || number > end) return undefined;
        const day = dayText(number);
        return { day, cards: cards.filter((card) => isShownOn(card, day)) };
      }),
    );
  }
  return weeks;
}

/** Long events are shown on their first day only. */
function isShownOn(card: Card, day: string): boolean {
  if (card.first === day) return true;
  return lengthOf(card) < LONG_DAYS && card.first < day && day <= card.last;
}

/** Cards by the day on which they begin, or by the first shown day if they have begun before it. */
export function groupByDay(cards: readonly Card[], from: string): Day[] {
  const days = new Map<string, Card[]>();
  for (const card of cards) {
    const day = card.first < from ? from : card.first;
    days.set(day, [...(days.get(day) ?? []), card]);
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, some]) => ({ day, cards: some }));
}
