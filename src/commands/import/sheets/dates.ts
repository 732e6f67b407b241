import { type DateTimeInput, parseDateTime } from '../../../lib/datetime/date-time-input.js';
import { addMilliseconds, DAY } from '../../../lib/datetime/moment.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type Occurrence } from '../record.js';

export type DateOrder = 'day' | 'month' | undefined;

const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

const TIME = /^(?:\d{1,2}:\d\d|\d{1,2} ?h\b|\d{1,2} ?h ?\d\d|\d{1,2} ?[ap]\.?m)/i;

/** Derives the order of day and month from the unambiguous dates of a table; French tables default to day first. */
export function orderOf(texts: readonly string[], language: Language): DateOrder {
  const dates = texts.flatMap((text) => {
    const [, first, , second] = NUMERIC.exec(text) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const [isDay, isMonth] = [dates.some(([first]) => first > 12), dates.some(([, second]) => second > 12)];
  if (isDay !== isMonth) return isDay ? 'day' : 'month';
  return language === 'fr' && !isDay ? 'day' : undefined;
}

export interface TimeCells {
  readonly start: string;
  readonly startTime: string;
  readonly end: string;
  readonly endTime: string;
  /** Undefined if the table has no such column. Then a row without times is an all-day event. */
  readonly allDay: boolean | undefined;
}

interface Reading {
  readonly order: DateOrder;
  readonly timezone: string;
  readonly now: Date;
}

/** Start and end of a row. A text that is not a date is returned unchanged, and refused by validation. */
export function readTimes(cells: TimeCells, reading: Reading): Pick<Occurrence, 'start' | 'end' | 'allDay'> {
  const start = point(cells.start, cells.startTime, reading);
  if (!start) return { start: cells.start, end: cells.end || cells.start, allDay: cells.allDay ?? false };
  const isTimeAlone = TIME.test(cells.end);
  const [endDate, endTime] = isTimeAlone ? ['', cells.end] : [cells.end, cells.endTime];
  const end = endDate === '' && endTime === '' ? start : point(endDate || start.day, endTime, reading);
  const allDay = cells.allDay ?? (!start.hasTime && !end?.hasTime);
  if (!end) return { start: start.text, end: cells.end || endTime, allDay };
  if (allDay) return { start: start.day, end: end.day, allDay };
  if (!end.hasTime) return { start: start.text, end: `${end.day} 23:59:59`, allDay };
  const isNextDay = endDate === '' && end.text < start.text;
  return { start: start.text, end: isNextDay ? addMilliseconds(end.text, DAY) : end.text, allDay };
}

function point(dateText: string, time: string, reading: Reading) {
  const date = understood(inOrder(dateText, reading.order));
  if (!date) return undefined;
  const { local } = date.resolve(reading.timezone, reading.now);
  const day = local.slice(0, 10);
  if (time === '') return { text: date.isInstant ? dateText : local, day, hasTime: date.hasTime };
  const timed = understood(`${day} ${time}`);
  return timed && { text: timed.resolve(reading.timezone, reading.now).local, day, hasTime: true };
}

function understood(text: string): DateTimeInput | undefined {
  const input = parseDateTime(text);
  return 'resolve' in input ? input : undefined;
}

function inOrder(text: string, order: DateOrder): string {
  if (!order) return text;
  return text.replace(NUMERIC, (all, first: string, _separator, second: string, year: string) => {
    const [day, month] = order === 'day' ? [first, second] : [second, first];
    if (Number(month) > 12) return all;
    return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
}
