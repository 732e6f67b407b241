import { DAY } from '../../../lib/datetime/durations.js';
import { type DateTimeInput, parseDateTime } from '../../../lib/datetime/date-time-input.js';
import { addMilliseconds } from '../../../lib/datetime/moment.js';
import { CommandError, type Sentence } from '../../../lib/errors/command-error.js';
import { type Language } from '../../../lib/i18n/language.js';
import { because } from '../messages.js';
import { type Occurrence } from '../record.js';
import { type ClockTime, clockTime, isSerial, isTimeOnly, serialText } from './clock.js';

export type DateOrder = 'day' | 'month' | undefined;

const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

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

/** The error of a cell, by the name of its field. */
export class CellError extends CommandError {
  constructor(
    readonly field: string,
    reason: Sentence,
  ) {
    super(reason);
  }
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

/**
 * Start and end of a row. A text that is not a date is returned unchanged, and refused by validation.
 * @throws {CellError} for a time that is not understood, and for a number that is not a date
 */
export function readTimes(cells: TimeCells, reading: Reading): Pick<Occurrence, 'start' | 'end' | 'allDay'> {
  const start = point('start', cells.start, cells.startTime, reading);
  if (!start) return { start: cells.start, end: cells.end || cells.start, allDay: cells.allDay ?? false };
  const isTimeAlone = isTimeOnly(cells.end);
  const [endDate, endTime] = isTimeAlone ? ['', cells.end] : [cells.end, cells.endTime];
  const end = endDate === '' && endTime === '' ? start : point('end', endDate, endTime, reading, start.day);
  const allDay = cells.allDay ?? (!start.hasTime && !end?.hasTime);
  if (!end) return { start: start.text, end: cells.end || endTime, allDay };
  if (allDay) return { start: start.day, end: lastDay(start.day, end), allDay };
  if (!end.hasTime) return { start: start.text, end: `${end.day} 23:59:59`, allDay };
  const isNextDay = !end.hasDay && end.text < start.text;
  return { start: start.text, end: isNextDay ? addMilliseconds(end.text, DAY) : end.text, allDay };
}

interface Point {
  /** The local time, or the instant as it was written. */
  readonly text: string;
  readonly local: string;
  readonly day: string;
  readonly hasTime: boolean;
  /** Whether a cell has its day, and not only a time. */
  readonly hasDay: boolean;
}

/** Programs end whole days at midnight after the last one, people with the last day itself. */
function lastDay(first: string, { local, day, hasTime }: Point): string {
  const isMidnight = hasTime && local.endsWith(' 00:00:00');
  return isMidnight && day > first ? addMilliseconds(local, -DAY).slice(0, 10) : day;
}

/** @param otherDay the day of a time without one */
function point(edge: 'start' | 'end', dateText: string, timeText: string, reading: Reading, otherDay?: string) {
  const field = `${edge}_date`;
  const date = dateText === '' ? undefined : dated(dateOf(dateText, field), reading);
  if (dateText !== '' && !date) return undefined;
  if (timeText === '') return date;
  const timed = timeOf(timeText, reading);
  const day = date?.day ?? timed?.day ?? otherDay;
  // A cell with another day contradicts the column of days.
  if (!timed || day === undefined || (timed.day !== undefined && timed.day !== day))
    throw new CellError(`${edge}_time`, because('badTime', timeText));
  return at(day, timed.time, date !== undefined || timed.day !== undefined, reading);
}

function at(day: string, time: string, hasDay: boolean, { timezone, now }: Reading): Point | undefined {
  const text = understood(`${day} ${time}`)?.resolve(timezone, now).local;
  return text === undefined ? undefined : { text, local: text, day: text.slice(0, 10), hasTime: true, hasDay };
}

/** A date, also with a time that only tables have: `31/05/2027 19.30`. */
function dated(text: string, reading: Reading): Point | undefined {
  const date = understood(inOrder(text, reading.order));
  if (date) {
    const { local } = date.resolve(reading.timezone, reading.now);
    return {
      text: date.isInstant ? text : local,
      local,
      day: local.slice(0, 10),
      hasTime: date.hasTime,
      hasDay: true,
    };
  }
  for (const { index } of text.matchAll(/ /g)) {
    const time = clockTime(text.slice(index).replace(/^ (?:at|à|-|–) /i, ''));
    const day = time && understood(inOrder(text.slice(0, index).replace(/,$/, ''), reading.order));
    if (day && !day.hasTime)
      return at(day.resolve(reading.timezone, reading.now).local.slice(0, 10), time, true, reading);
  }
  return undefined;
}

/** A time cell: a time, or a date and time, whose date spreadsheets set to the day 0 of their calendars. */
function timeOf(text: string, reading: Reading): ClockTime | undefined {
  const time = clockTime(text);
  if (time !== undefined) return { time };
  const date = dated(/^[\d.,]+$/.test(text) ? numberAsDate(text) : text, reading);
  if (!date?.hasTime) return undefined;
  return { time: date.local.slice(11), ...(date.day > '1905' && { day: date.day }) };
}

/** @throws {CellError} for digits that would be seconds since 1970, such as a year */
function dateOf(text: string, field: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const isDate = !/^\d+(?:[.,]\d+)?$/.test(plain) || /^(?:\d{8}|\d{9,10})$/.test(plain);
  if (isDate) return plain;
  const date = numberAsDate(plain);
  if (date === plain) throw new CellError(field, because('badDate', text));
  return date;
}

function numberAsDate(text: string): string {
  const number = Number(text.replace(',', '.'));
  return isSerial(number) ? serialText(number) : text;
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
