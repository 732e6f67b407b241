import { isSqlite } from '../../../database/data-source.js';
import { parseSqliteTime, selectNamedInWorker, type SqlFragment } from '../../../database/sql/statements.js';
import { type PerLanguage } from '../../../lib/i18n/language.js';
import { type ListScope } from '../../list/listing.js';
import { dayNumberAt, startOfDayNumber, dayNumber, type DayRun, dayRuns, dayText } from '../../../lib/datetime/days.js';
import { DAY, SECOND } from '../../../lib/datetime/durations.js';
import { LAST_LOCAL_TIME } from '../../../lib/datetime/moment.js';
import { dayInWords } from '../../../lib/datetime/date-time-words.js';
import { type EventsQuery } from '../events.query.js';
import { type EventSelect } from './event-query.js';

/** An event counts for each day or month on which it takes place, even in part, in the zone of the site. */
export const UNITS = ['day', 'month'] as const;

export type Unit = (typeof UNITS)[number];

/** Number of days that one statement covers, and the most that are returned: the default range, and some more. */
export const MOST_DAYS = 800;

/** The last day that databases can store, in any zone, and its end in UTC: no event begins later. */
const LAST_DAY = dayNumber(LAST_LOCAL_TIME) + 1;
const LAST_SECOND = new Date(`${dayText(LAST_DAY)}T23:59:59Z`);

interface Days {
  readonly first: number;
  readonly last: number;
}

/** The number of events with the same first and last day, limited to the days of the statement. */
interface EventSpan extends Days {
  readonly number: number | string;
  /** The series to which they belong, if a series counts once. */
  readonly series: number | null;
}

/**
 * Counts the events of each day or month in chronological order, without empty ones, up to `limit` of them. With `from`
 * and `to`, only days in this range are returned, even if events extend beyond it.
 */
export async function countDates(
  { counted, isCollapsed, scope }: EventSelect,
  query: EventsQuery,
  unit: Unit,
  limit: number,
): Promise<{ value: string; count: number; label: string }[]> {
  const { timezone } = scope.site;
  const range = query.include ? {} : requestedDays(query, timezone);
  const columns = ['event.startUtc AS startUtc', 'event.endUtc AS endUtc'];
  const events = counted.sql({ columns: isCollapsed ? [...columns, 'event.seriesId AS series'] : columns });
  const counts = new Map<string, number>();
  const end = Math.min(range.last ?? Infinity, LAST_DAY);
  let first = range.first ?? (await firstDay(scope, events));
  while (first !== undefined && first <= end) {
    const last: number = Math.min(end, endOfUnit(Math.min(end, first + MOST_DAYS), unit));
    addUp(counts, await countSpans(scope, events, isCollapsed, { first, last }), unit);
    if (counts.size > limit || last === end) break;
    first = await firstDay(scope, events, last + 1);
  }
  const { language } = scope.context;
  const format = FORMATS[unit][language];
  return [...counts].slice(0, limit).map(([value, count]) => {
    const parts = format.formatToParts(Date.parse(`${value.padEnd(10, '-01')}T00:00:00Z`));
    return { value, count, label: dayInWords(parts, language) };
  });
}

function requestedDays({ from, to, strict_dates: isStrict }: EventsQuery, timezone: string): Partial<Days> {
  const now = new Date();
  const [first, end] = [from?.resolve(timezone, now, 'first'), to?.resolve(timezone, now, 'last')];
  const last =
    end && isStrict ? dayNumberAt(new Date(end.utc.getTime() - 1000), timezone) : end && dayNumber(end.local);
  return {
    ...(first && { first: isStrict ? dayNumberAt(first.utc, timezone) : dayNumber(first.local) }),
    ...(last !== undefined && { last }),
  };
}

/** The first day on or after the given one that has an event; undefined if there is none. */
async function firstDay(scope: ListScope, events: SqlFragment, from?: number): Promise<number | undefined> {
  const { timezone } = scope.site;
  const sql = `SELECT MIN(startUtc) AS earliest FROM (${events.sql}) found`;
  const later = from === undefined ? '' : ' WHERE startUtc >= :begins OR endUtc > :begins';
  const parameters = { ...events.parameters, ...(from !== undefined && { begins: startOfDayNumber(from, timezone) }) };
  const found = { sql: sql + later, parameters };
  const [row] = await selectNamedInWorker<{ earliest: string | Date | null }>(scope.manager, found);
  const earliest = row?.earliest;
  if (!earliest) return undefined;
  const day = dayNumberAt(typeof earliest === 'string' ? parseSqliteTime(earliest) : earliest, timezone);
  return from === undefined ? day : Math.max(from, day);
}

/**
 * Counts events by their first and last day, and by series if a series counts once. An event that ends at midnight does
 * not count for the day that begins then, unless it also begins then.
 */
async function countSpans(
  scope: ListScope,
  events: SqlFragment,
  isCollapsed: boolean,
  days: Days,
): Promise<EventSpan[]> {
  const { timezone } = scope.site;
  const runs = dayRuns(days.first, days.last, timezone);
  const { start } = runs[0]!;
  const ends = days.last < LAST_DAY ? startOfDayNumber(days.last + 1, timezone) : LAST_SECOND;
  const sql =
    `SELECT ${dayOf(scope, 'startUtc', 0, runs)} AS first, ${dayOf(scope, 'endUtc', 1, runs)} AS last, ` +
    `COUNT(*) AS number, ${isCollapsed ? 'series' : 'NULL AS series'} FROM (${events.sql}) found ` +
    `WHERE startUtc < :ends AND (startUtc >= :begins OR endUtc > :begins) GROUP BY 1, 2${isCollapsed ? ', series' : ''}`;
  const turns = Object.fromEntries(runs.map((run, index) => [`run${index}`, run.start]));
  const parameters = { ...events.parameters, ...turns, begins: start, ends };
  const rows = await selectNamedInWorker<EventSpan>(scope.manager, { sql, parameters });
  const within = (day: number) => Math.min(Math.max(day, days.first), days.last);
  return rows.map(({ first, last, ...spell }) => ({
    ...spell,
    first: within(first),
    last: within(Math.max(first, last)),
  }));
}

/**
 * SQL that converts a UTC column to the number of its local day. Each run of days with the same offset has its case, so
 * the result is exact within the runs and approximate beyond them.
 * @param earlier seconds to subtract: 1 for ends, since an event that ends at midnight is not on the day that begins
 */
function dayOf(scope: ListScope, column: string, earlier: number, runs: readonly DayRun[]): string {
  const onSqlite = isSqlite(scope.manager.dataSource);
  const seconds = onSqlite ? `unixepoch(${column})` : `TIMESTAMPDIFF(SECOND, '1970-01-01', ${column})`;
  const [divided, least] = onSqlite ? ['/', 'MIN'] : ['DIV', 'LEAST'];
  const compared = earlier > 0 ? '<=' : '<';
  const cases = runs.map(({ last, offsetSeconds }, index) => {
    // Counting from the year 0 keeps the dividend positive: databases round negative quotients differently.
    const day = `(${seconds} + ${offsetSeconds - earlier + YEAR_0 * DAY_SECONDS}) ${divided} ${DAY_SECONDS} - ${YEAR_0}`;
    // The last day before the clocks change may be longer than 24 hours.
    const isLast = index === runs.length - 1;
    return isLast ? `ELSE ${day}` : `WHEN ${column} ${compared} :run${index + 1} THEN ${least}(${day}, ${last})`;
  });
  return cases.length === 1 ? cases[0]!.slice('ELSE '.length) : `CASE ${cases.join(' ')} END`;
}

const DAY_SECONDS = DAY / SECOND;

/** Days from the beginning of the year 0 to 1970: no event is earlier. */
const YEAR_0 = 719_528;

/**
 * Adds up the events in progress on each day or month (sweep line): each span adds its number at its first day and
 * subtracts it after its last one. Between two changes, all days have the same number.
 */
function addUp(counts: Map<string, number>, all: readonly EventSpan[], unit: Unit): void {
  const unitNumber = (day: number) => (unit === 'day' ? day : monthOf(day));
  const changes = new Map<number, number>();
  const change = (at: number, by: number) => void changes.set(at, (changes.get(at) ?? 0) + by);
  /** The last day or month that was counted for each series. */
  const counted = new Map<number, number>();
  for (const { first, last, number, series } of [...all].sort((one, other) => one.first - other.first)) {
    const [from, to, by] = [unitNumber(first), unitNumber(last), series === null ? Number(number) : 1];
    const known = series === null ? -Infinity : (counted.get(series) ?? -Infinity);
    if (series !== null) counted.set(series, Math.max(known, to));
    if (to <= known) continue;
    change(Math.max(from, known + 1), by);
    change(to + 1, -by);
  }
  const inOrder = [...changes].sort(([one], [other]) => one - other);
  let underWay = 0;
  for (const [turn, [at, by]] of inOrder.entries()) {
    underWay += by;
    const until = inOrder[turn + 1]?.[0] ?? at;
    for (let each = at; underWay > 0 && each < until; each += 1) counts.set(textOf(each, unit), underWay);
  }
}

/** The last day of a statement: a month is not divided, because an event in both parts would count twice. */
function endOfUnit(day: number, unit: Unit): number {
  if (unit === 'day') return day;
  const [year, month] = dayText(day).split('-').map(Number);
  return Date.UTC(year!, month, 0) / DAY;
}

/** Months are numbered from January of the year 0. */
function monthOf(day: number): number {
  const [year, month] = dayText(day).split('-').map(Number);
  return year! * 12 + month! - 1;
}

function textOf(unitNumber: number, unit: Unit): string {
  if (unit === 'day') return dayText(unitNumber);
  return `${String(Math.floor(unitNumber / 12)).padStart(4, '0')}-${String((unitNumber % 12) + 1).padStart(2, '0')}`;
}

/** Creating a formatter takes a hundred times longer than using it. */
const FORMATS: Readonly<Record<Unit, PerLanguage<Intl.DateTimeFormat>>> = {
  day: { en: formatOf('en-CA', { day: 'numeric' }), fr: formatOf('fr-CA', { day: 'numeric' }) },
  month: { en: formatOf('en-CA'), fr: formatOf('fr-CA') },
};

function formatOf(locale: string, more: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', ...more, timeZone: 'UTC' });
}
