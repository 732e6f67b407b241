import { utcText } from '../datetime/moment.js';
import { because } from './messages.js';
import { type Occurrence, UnreadableRecord } from './record.js';

export type Times = Pick<Occurrence, 'key' | 'start' | 'end' | 'allDay'>;

const DAY = 24 * 60 * 60_000;

/**
 * The dates of a timetable (`start end;start end`, wall clock), by time, each once. Where an end lies before its start on
 * the same day, it is after midnight.
 * @throws {UnreadableRecord} where one is no date, or ends before it starts
 */
export function readTimetable(timetable: string): Times[] {
  const spans = timetable
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readSpan);
  const unique = new Map(spans.map((span) => [`${span.start} ${span.end}`, span]));
  const sorted = [...unique.keys()].sort().map((name) => unique.get(name)!);
  const keys = new Set<string>();
  return sorted.map(({ start, end }) => {
    const key = keys.has(compact(start)) ? `${compact(start)}-${compact(end)}` : compact(start);
    keys.add(key);
    return { key, start, end, allDay: false };
  });
}

/** Whole days. */
export function readDays(first: string, last: string): Times {
  const [start, end] = [wallOf(`${first}T00:00:00`), wallOf(`${last}T00:00:00`)].map((wall) => wall.slice(0, 10));
  return { key: compact(start!), start: start!, end: end!, allDay: true };
}

function readSpan(part: string): { start: string; end: string } {
  const [first = '', last = first] = part.split(/\s+/);
  const [start, end] = [wallOf(first), wallOf(last)];
  if (end >= start) return { start, end };
  if (end.slice(0, 10) === start.slice(0, 10)) return { start, end: nextDay(end) };
  throw new UnreadableRecord(because((messages) => messages.endBeforeStart));
}

/** `2018-01-07T12:30:00` as `2018-01-07 12:30:00`. */
function wallOf(text: string): string {
  const wall = text.replace('T', ' ').replace(/^(\S+ \d\d:\d\d)$/, '$1:00');
  const date = new Date(`${wall.replace(' ', 'T')}Z`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wall) || Number.isNaN(date.getTime()) || utcText(date) !== wall) {
    throw new UnreadableRecord(because((messages) => messages.badDate(text)));
  }
  return wall;
}

function nextDay(wall: string): string {
  return utcText(new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + DAY));
}

function compact(wall: string): string {
  return wall.replace(/[-:]/g, '').replace(' ', 'T');
}
