import { LRUCache } from 'lru-cache';
import { type ZoneYear } from '../list/entries.js';
import { utcText } from '../datetime/moment.js';
import { zoneAbbreviation, zoneOffset } from '../datetime/zone.js';
import { contentLine, escapedText, timeValue } from './content-lines.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Days between two looks at a zone's clocks: none is set twice in a shorter time. */
const STEP = 4 * DAY;

/** A moment at which the clocks of a zone are set, in milliseconds since 1970; offsets in minutes. */
interface Transition {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** What the files of iCalendar call a zone: an offset without its colon, which parsers take for the end of a parameter. */
export function tzid(timezone: string): string {
  return /^[+-]/.test(timezone) ? `UTC${timezone.replace(':', '')}` : timezone;
}

/**
 * The definitions of zones (VTIMEZONE, RFC 5545, 3.6.5) for the years in which they are needed: each time that their
 * clocks are set in these years by itself. A rule would be wrong for the years before it was made. In the order of their
 * names, whichever the database met first: a file of the same events is the same file.
 */
export function timezones(zoneYears: readonly ZoneYear[]): string {
  const years = new Map<string, Set<number>>();
  for (const { timezone, year } of zoneYears) {
    if (timezone === 'UTC') continue;
    years.set(timezone, (years.get(timezone) ?? new Set()).add(year));
  }
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([timezone, of]) =>
      vtimezone(
        timezone,
        [...of].sort((one, other) => one - other),
      ),
    )
    .join('');
}

function vtimezone(timezone: string, years: readonly number[]): string {
  const observances = years.flatMap((year) => [
    ...(years.includes(year - 1) ? [] : [beginningOf(timezone, year)]),
    ...transitionsIn(timezone, year),
  ]);
  const standard = Math.min(...observances.map(({ to }) => to));
  const lines = observances.map((observance) => observanceLines(timezone, observance, standard));
  return `BEGIN:VTIMEZONE\r\n${contentLine('TZID', escapedText(tzid(timezone)))}${lines.join('')}END:VTIMEZONE\r\n`;
}

function observanceLines(timezone: string, { at, from, to }: Transition, standard: number): string {
  const name = to === standard ? 'STANDARD' : 'DAYLIGHT';
  const start = utcText(new Date(at + from * MINUTE));
  return [
    `BEGIN:${name}\r\n`,
    contentLine('DTSTART', timeValue(start)),
    `TZOFFSETFROM:${offsetText(from)}\r\nTZOFFSETTO:${offsetText(to)}\r\n`,
    contentLine('TZNAME', escapedText(zoneAbbreviation(timezone, new Date(at)))),
    `END:${name}\r\n`,
  ].join('');
}

/** What holds when a year begins on the clocks of a zone, as if they were set to it then. */
function beginningOf(timezone: string, year: number): Transition {
  const asIfUtc = startOf(year);
  const offset = zoneOffset(timezone, asIfUtc - zoneOffset(timezone, asIfUtc) * MINUTE);
  return { at: asIfUtc - offset * MINUTE, from: offset, to: offset };
}

const found = new LRUCache<string, readonly Transition[]>({ max: 2000 });

/** When the clocks of a zone are set in a year that they show. */
function transitionsIn(timezone: string, year: number): readonly Transition[] {
  const name = `${timezone} ${year}`;
  const known = found.get(name);
  if (known) return known;
  const transitions: Transition[] = [];
  const start = beginningOf(timezone, year).at;
  const end = beginningOf(timezone, year + 1).at;
  for (let at = start; at < end; at += STEP) {
    const next = Math.min(at + STEP, end);
    if (zoneOffset(timezone, at) !== zoneOffset(timezone, next))
      transitions.push(transitionBetween(timezone, at, next));
  }
  found.set(name, transitions);
  return transitions;
}

/** The first moment of the offset that holds at `after`. */
function transitionBetween(timezone: string, before: number, after: number): Transition {
  const [from, to] = [zoneOffset(timezone, before), zoneOffset(timezone, after)];
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (zoneOffset(timezone, middle) === to) high = middle;
    else low = middle;
  }
  return { at: high, from, to };
}

function startOf(year: number): number {
  return Date.parse(`${String(year).padStart(4, '0')}-01-01T00:00:00Z`);
}

/** `-0500`, `+0530`, with seconds where a zone had such an offset. */
function offsetText(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60);
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(seconds % 60 === 0 ? [] : [seconds % 60]),
  ];
  return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`;
}
