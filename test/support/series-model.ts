import { DateTime } from 'luxon';
// CommonJS: its named exports are found by the test's module system, not by Node's.
import { RRule } from 'rrule';

/** What a series is and does, said once more and simply: by docs/decisions/series.md, with dates of another library. */

export const MONTHS_AHEAD = 14;

const DAY = 24 * 60 * 60_000;

export interface Times {
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly allDay: boolean;
}

export interface Recurrence {
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly rdates: readonly string[];
}

/** What of an event follows its series, field by field. */
export interface Values {
  'en.title': string | null;
  'en.description': string | null;
  'fr.title': string | null;
  'fr.description': string | null;
  venue: readonly number[];
  categories: readonly number[];
  cost: string | null;
  website: string | null;
  featured: boolean;
  status: string;
  times: Times;
}

export type Field = keyof Values;

export interface Told {
  /** Undefined until the calendar has said which one it is. */
  id: number | undefined;
  values: Values;
  own: Set<Field>;
  /** Itself where it is a series. */
  series: Told | null;
  date: string | null;
  recurrence: Recurrence | null;
  /** Of a series: when it would begin and end if the clocks did not skip that. */
  first?: Pick<Times, 'start' | 'end'> | undefined;
  /** Of a series for which another date than the first has come to stand: when that is by the rule. */
  at?: string | undefined;
  inTrash: boolean;
}

/** The times that the dates of a series go by. */
export const ruleTimes = ({ values, first }: Told): Times => inWholeDays({ ...values.times, ...first });

/** When the date that stands for a series is by the rule. */
export function ownStart({ values, at }: Told, times: Times): string {
  if (at === undefined) return times.start;
  return values.times.allDay ? `${at.slice(0, 10)} 00:00:00` : at;
}

/** Whole days begin and end at midnight, also where a zone has none. */
export function inWholeDays(times: Times): Times {
  if (!times.allDay) return times;
  return { ...times, start: `${times.start.slice(0, 10)} 00:00:00`, end: `${times.end.slice(0, 10)} 23:59:59` };
}

export interface OnDate {
  /** What names it within its series. */
  readonly date: string;
  /** By the rule, and as the zone has it. */
  readonly wall: string;
  /** When it would end, by the rule. */
  readonly ends: string;
  readonly start: string;
  readonly end: string;
}

export const utc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);
export const wallOf = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
export const minutes = (wall: string) => (wall.endsWith(':00') ? wall.slice(0, 16) : wall);

/** What the clocks skip moves on. */
export function inZone(wall: string, zone: string): string {
  return DateTime.fromISO(wall.replace(' ', 'T'), { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

export function timesOf({ start, end, timezone, allDay }: Times): Times {
  const given = allDay
    ? [inZone(`${start.slice(0, 10)} 00:00:00`, timezone), `${end.slice(0, 10)} 23:59:59`]
    : [inZone(start, timezone), inZone(end, timezone)];
  return { start: given[0]!, end: given[1]! < given[0]! ? given[0]! : given[1]!, timezone, allDay };
}

/** How far series are known. */
export function lastKnown(timezone: string): string {
  return DateTime.now().toUTC().plus({ months: MONTHS_AHEAD }).setZone(timezone).toFormat('yyyy-MM-dd HH:mm:ss');
}

/** What is there stays, wherever another clock has the horizon. */
function furthest(members: readonly Told[], { timezone }: Times): string {
  return [lastKnown(timezone), ...members.map(({ date }) => `${date!.slice(0, 10)} 23:59:59`)].sort().at(-1)!;
}

/** Days alone, as if in UTC; the first one counts, also where the rule does not make it. */
export function byRule(rrule: string, start: string, to: string): string[] {
  const text = rrule.replace(/UNTIL=(\d{8})(?!T)/, 'UNTIL=$1T235959Z');
  const walls = (count?: number) => {
    const options = RRule.parseString(count === undefined ? text : text.replace(/COUNT=\d+/, `COUNT=${count}`));
    return new RRule({ ...options, dtstart: new Date(utc(start)) })
      .between(new Date(utc(start)), new Date(utc(to)), true)
      .map((date) => wallOf(date.getTime()));
  };
  const count = Number(/COUNT=(\d+)/.exec(rrule)?.[1] ?? NaN);
  const found = walls();
  if (found[0] === start) return found;
  return [start, ...(count === 1 ? [] : walls(Number.isNaN(count) ? undefined : count - 1))];
}

export function addedDate(rdate: string, { start, allDay }: Times): { wall: string; end: string | undefined } {
  const [from = '', till] = rdate.split('/');
  const day = from.slice(0, 10);
  const withSeconds = (wall: string) => (wall.length === 16 ? `${wall}:00` : wall);
  const wall = allDay ? `${day} 00:00:00` : withSeconds(from.length === 10 ? `${day} ${start.slice(11)}` : from);
  if (till === undefined) return { wall, end: undefined };
  const end = withSeconds(till.length > 10 ? till : `${day} ${till}`);
  const later = end < withSeconds(from) ? wallOf(utc(end) + DAY) : end;
  return { wall, end: allDay ? `${later.slice(0, 10)} 23:59:59` : later };
}

/** All dates of a series as far as they are known, those left out as well. */
export function allDates(recurrence: Recurrence, times: Times, to = lastKnown(times.timezone)): OnDate[] {
  const { rrule, rdates } = recurrence;
  const ends = new Map<string, string | undefined>([[times.start, undefined]]);
  for (const wall of rrule === null ? [] : byRule(rrule, times.start, to)) ends.set(wall, undefined);
  for (const rdate of rdates) {
    const { wall, end } = addedDate(rdate, times);
    if (wall <= to) ends.set(wall, end);
  }
  const walls = [...ends.keys()].sort();
  return walls.map((wall) => {
    const isAlone = walls.filter((other) => other.slice(0, 10) === wall.slice(0, 10)).length === 1;
    const end = ends.get(wall) ?? wallOf(utc(wall) + utc(times.end) - utc(times.start));
    const { start, end: finish } = timesOf({ ...times, start: wall, end });
    return { date: isAlone ? wall.slice(0, 10) : minutes(wall), wall, ends: end, start, end: finish };
  });
}

const namesOf = ({ date, wall }: Pick<OnDate, 'date' | 'wall'>) => [date, date.slice(0, 10), minutes(wall)];

export function isLeftOut(one: Pick<OnDate, 'date' | 'wall'>, { exdates }: Recurrence, { allDay }: Times): boolean {
  const left = allDay ? exdates.map((exdate) => exdate.slice(0, 10)) : exdates;
  return namesOf(one).some((name) => left.includes(name));
}

/** Dates left out move with the start, where the rule does not have them any more. */
export function movedExdates(recurrence: Recurrence, before: Times, after: Times): string[] {
  const far = wallOf(utc(lastKnown(after.timezone)) + 365 * DAY);
  const [had, has] = [before, after].map((times) => new Set(allDates(recurrence, times, far).flatMap(namesOf)));
  const days = utc(after.start.slice(0, 10)) - utc(before.start.slice(0, 10));
  const moved = recurrence.exdates.map((date) => {
    const there =
      date.length === 10
        ? wallOf(utc(date) + days).slice(0, 10)
        : minutes(wallOf(utc(date) + utc(after.start) - utc(before.start)));
    return had!.has(date) && !has!.has(date) && has!.has(there) ? there : date;
  });
  return [...new Set(moved)].sort();
}

/** Dates left out once one of them takes place again: of a day that is left out as a whole all others stay out. */
function takenBack(recurrence: Recurrence, times: Times, wall: string): readonly string[] {
  const day = wall.slice(0, 10);
  const others = allDates(recurrence, times).filter((at) => at.wall !== wall && at.wall.startsWith(day));
  return recurrence.exdates
    .flatMap((date) => {
      if (times.allDay) return date.slice(0, 10) === day ? [] : date;
      if (date === day) return others.map((at) => at.date);
      return date === minutes(wall) ? [] : date;
    })
    .sort();
}

/** Whether a series cannot be: it has something before its first date, or leaves out the one that stands for it. */
export function isImpossible(recurrence: Recurrence, times: Times, at = times.start): boolean {
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(recurrence.rrule ?? '');
  if (until && until.slice(1).join('-') < times.start.slice(0, 10)) return true;
  if (recurrence.rdates.some((rdate) => addedDate(rdate, times).wall < times.start)) return true;
  return isLeftOut(
    allDates(recurrence, times).find(({ wall }) => wall === at)!,
    recurrence,
    times,
  );
}

export const isOccurrence = (one: Told) => one.series !== null && one.series !== one;

/** What has begun, or was changed on its own, outlives the rule that made it. */
const isKept = ({ own, values: { times } }: Told) =>
  own.size > 0 || DateTime.fromISO(times.start.replace(' ', 'T'), { zone: times.timezone }) < DateTime.now();

export function makePlain(one: Told): void {
  one.series = null;
  one.date = null;
  one.own = new Set();
}

/** The fields of a series that an occurrence has not changed on its own. */
export function follow(one: Told, series: Told, at: OnDate | undefined): void {
  const before = one.values;
  const values = { ...before };
  for (const field of Object.keys(values) as Field[])
    if (field !== 'times' && !one.own.has(field)) Object.assign(values, { [field]: series.values[field] });
  // Without a title there is no text, and an event has at least one.
  const isTitled = values['en.title'] !== null || values['fr.title'] !== null;
  for (const language of ['en', 'fr'] as const) {
    if (isTitled && values[`${language}.title`] === null) values[`${language}.description`] = null;
    if (isTitled) continue;
    values[`${language}.title`] = before[`${language}.title`];
    values[`${language}.description`] = before[`${language}.description`];
  }
  if (at && !one.own.has('times')) {
    const { timezone, allDay } = series.values.times;
    values.times = { start: at.start, end: at.end, timezone, allDay };
  }
  one.values = values;
  one.series = series;
  if (at) one.date = at.date;
}

export interface Former {
  readonly recurrence: Recurrence;
  readonly times: Times;
  /** When the date that stood for it was by the rule. */
  readonly at?: string;
  /** Milliseconds by which all dates were moved since. */
  readonly movedBy?: number;
}

/** When a date would be, of what the clocks have moved. */
export function skippedOf({ start, end }: Pick<Times, 'start' | 'end'>, times: Times): Told['first'] {
  return times.allDay || (start === times.start && end === times.end) ? undefined : { start, end };
}

/** What somebody means by times: what is shown and said again means what it meant. */
function meantBy(asked: Times, one: Told): Times {
  const [shown, meant] = [one.values.times, requestedTimes(one)];
  const start = asked.start === shown.start ? meant.start : asked.start;
  return { ...asked, start, end: asked.end === shown.end ? meant.end : asked.end };
}

/** When a record would be if the clocks did not skip that on its day. */
export function requestedTimes(one: Told): Times {
  const { values, at, recurrence } = one;
  if (at === undefined || recurrence === null) return ruleTimes(one);
  const byRule = allDates(recurrence, ruleTimes(one)).find(({ wall }) => wall === ownStart(one, ruleTimes(one)));
  const isByRule = byRule?.start === values.times.start && byRule.end === values.times.end;
  return inWholeDays(isByRule ? { ...values.times, start: byRule.wall, end: byRule.ends } : values.times);
}

/** By how much other times of an event would move its start and its end, in milliseconds on the clock on the wall. */
export function shiftBy(one: Told, asked: Times): { start: number; end: number } {
  const [was, is] = [requestedTimes(one), askedOf(one, asked)];
  return { start: utc(is.start) - utc(was.start), end: utc(is.end) - utc(was.end) };
}

/** What somebody means by times, in whole days where it takes these. */
function askedOf(one: Told, asked: Times): Times {
  const { start, end } = meantBy(asked, one);
  return inWholeDays({ ...timesOf({ ...asked, start, end }), start, end });
}

const after = (wall: string, from: string, to: string) => wallOf(utc(wall) + utc(to) - utc(from));

function formerOf(series: Told): Former {
  const times = ruleTimes(series);
  return { recurrence: series.recurrence!, times, at: ownStart(series, times) };
}

/** The calendar as somebody sees it who may see all. */
export class SeriesModel {
  events: Told[] = [];

  occurrencesOf(series: Told): Told[] {
    return this.events
      .filter((one) => one.series === series && one !== series)
      .sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  }

  /** When the date of an occurrence is, by the rule. */
  wallOf({ date }: Told, { recurrence, times }: Former): string {
    const known = allDates(recurrence, times).find((one) => one.date === date);
    if (known) return known.wall;
    if (date!.length > 10) return `${date!}:00`.slice(0, 19);
    const sameDay = allDates(recurrence, times).find((one) => one.date.startsWith(date!));
    return sameDay?.wall ?? `${date!} ${times.start.slice(11)}`;
  }

  /** Brings the occurrences of a series up to it. */
  sync(series: Told, former: Former = formerOf(series)): void {
    const { recurrence } = series;
    const times = ruleTimes(series);
    const members = this.occurrencesOf(series);
    if (recurrence === null) {
      for (const one of members) {
        if (!isKept(one)) one.inTrash = true;
        makePlain(one);
      }
      return makePlain(series);
    }
    series.series = series;
    const all = allDates(recurrence, times, furthest(members, times));
    const own = all.find(({ wall }) => wall === ownStart(series, times))!;
    const dates = all.filter((one) => one !== own);
    series.date = own.date;
    const formerWalls = new Map(members.map((one) => [one, this.wallOf(one, former)]));
    const left = new Set(members);
    const found = new Map<OnDate, Told>();
    const moved = utc(own.wall.slice(0, 10)) - utc((former.at ?? former.times.start).slice(0, 10));
    const match = (wanted: readonly OnDate[], isAlways: boolean) => {
      const pass = (nameOf: (one: Told) => string, nameAt: (at: OnDate) => string, withTrash: boolean) => {
        for (const at of wanted) {
          if (found.has(at)) continue;
          const alike = [...left].filter((one) => nameOf(one) === nameAt(at) && (withTrash || !one.inTrash));
          const one = alike.find(({ inTrash }) => !inTrash) ?? alike[0];
          if (one === undefined) continue;
          found.set(at, one);
          left.delete(one);
        }
      };
      const { movedBy } = former;
      if (movedBy !== undefined)
        pass(
          (one) => wallOf(utc(formerWalls.get(one)!) + movedBy),
          (at) => at.wall,
          true,
        );
      const days = ({ date }: Told, by: number) => wallOf(utc(date!.slice(0, 10)) + by).slice(0, 10);
      pass(
        (one) => one.date!,
        (at) => at.date,
        true,
      );
      pass(
        (one) => formerWalls.get(one)!,
        (at) => at.wall,
        true,
      );
      pass(
        (one) => days(one, 0),
        (at) => at.date.slice(0, 10),
        isAlways,
      );
      pass(
        (one) => days(one, moved),
        (at) => at.date.slice(0, 10),
        isAlways,
      );
    };
    const taking = dates.filter((at) => !isLeftOut(at, recurrence, times));
    const leftOut = dates.filter((at) => isLeftOut(at, recurrence, times));
    match(taking, false);
    for (const at of taking) {
      const one = found.get(at) ?? this.aNew(series);
      follow(one, series, at);
      one.inTrash = series.inTrash;
    }
    match(leftOut, true);
    for (const at of leftOut) {
      const one = found.get(at);
      if (one === undefined) continue;
      follow(one, series, at);
      one.inTrash = true;
    }
    for (const one of left) {
      if (one.inTrash) continue;
      if (isKept(one)) makePlain(one);
      else one.inTrash = true;
    }
  }

  private aNew(series: Told): Told {
    const values = { ...series.values };
    const one: Told = { id: undefined, values, own: new Set(), series, date: null, recurrence: null, inTrash: false };
    this.events.push(one);
    return one;
  }

  /**
   * Writes fields of one event; `true` where that can be.
   * @param moved how the series takes place after all its dates were moved, as the calendar says it
   */
  change(one: Told, fields: Partial<Values>, recurrence?: Recurrence | null, moved?: Recurrence): boolean {
    const was = requestedTimes(one);
    const meant = fields.times ? meantBy(fields.times, one) : was;
    const times = fields.times ? timesOf(meant) : one.values.times;
    const is = inWholeDays({ ...times, start: meant.start, end: meant.end });
    const former: Former = { ...formerOf(one), ...(moved && { movedBy: utc(is.start) - utc(was.start) }) };
    const isOfSeries = one.recurrence !== null || (recurrence !== undefined && recurrence !== null);
    const { at } = one;
    if (isOfSeries && recurrence !== null) {
      const { start, end } = former.times;
      const first =
        at === undefined ? is : { ...is, start: after(start, was.start, is.start), end: after(end, was.end, is.end) };
      const own = at === undefined ? is.start : after(former.at!, was.start, is.start);
      const dates = moved ?? recurrence ?? one.recurrence!;
      const isMade = allDates(dates, first).some(({ wall }) => wall === own);
      const byRule = isMade ? first : is;
      const isGiven = moved !== undefined || recurrence !== undefined || at !== undefined;
      const next = isGiven ? dates : { ...dates, exdates: movedExdates(dates, former.times, byRule) };
      if (isImpossible(next, byRule, isMade ? own : is.start)) return false;
      one.recurrence = next;
      one.first = at !== undefined && isMade ? { start: first.start, end: first.end } : skippedOf(meant, times);
      if (at !== undefined) one.at = isMade ? own : is.start;
    } else {
      if (recurrence === null) one.recurrence = null;
      one.first = undefined;
      one.at = undefined;
    }
    const before = one.values;
    const wasInTrash = one.inTrash;
    one.values = { ...before, ...fields, times };
    if (fields.status !== undefined) one.inTrash = false;
    for (const language of ['en', 'fr'] as const)
      if (one.values[`${language}.title`] === null) one.values[`${language}.description`] = null;
    if (isOccurrence(one)) this.ownOf(one, before, wasInTrash);
    else if (isOfSeries) this.sync(one, former.recurrence === null ? undefined : former);
    return true;
  }

  /**
   * Writes fields of all dates of a series, as one of them is to be.
   * @param moved how the series takes place where its dates move, as the calendar says it
   */
  changeAll(one: Told, fields: Partial<Values>, moved: Recurrence | undefined): void {
    const series = one.series!;
    // What is sent as it was read is not meant for others; links are read as records, and sent as ids.
    const isSame = ([name, value]: [string, unknown]) =>
      JSON.stringify(value) === JSON.stringify(one.values[name as Field]) &&
      (!['venue', 'categories'].includes(name) || (value as unknown[]).length === 0);
    const { times, ...changed } = Object.fromEntries(
      Object.entries(fields).filter((entry) => !isSame(entry)),
    ) as Partial<Values>;
    this.change(series, { ...changed, ...(times && { times: this.movedAlike(one, series, times) }) }, undefined, moved);
    if (one.series !== null && !one.inTrash) this.change(one, fields);
  }

  private movedAlike(one: Told, series: Told, asked: Times): Times {
    const by = shiftBy(one, asked);
    const { start, end } = requestedTimes(series);
    const [was, of] = [one.values.times, series.values.times];
    return {
      start: wallOf(utc(start) + by.start),
      end: wallOf(utc(end) + by.end),
      timezone: asked.timezone === was.timezone ? of.timezone : asked.timezone,
      allDay: asked.allDay === was.allDay ? of.allDay : asked.allDay,
    };
  }

  /** Dates of a series other than the one that stands for it, which take place. */
  othersOf(series: Told): Told[] {
    return this.occurrencesOf(series).filter(({ inTrash }) => !inTrash);
  }

  /** Has another date stand for a series: what is its own is what the series says, and stays as it was on all others. */
  handOver(series: Told, stand: Told): void {
    const [rule, times] = [series.recurrence!, ruleTimes(series)];
    const own = ownStart(series, times);
    const byRule = allDates(rule, times).find(({ wall }) => wall === own)!;
    const { start, end, timezone, allDay } = series.values.times;
    const isMoved = series.at !== undefined && (byRule.start !== start || byRule.end !== end);
    const isSameClock = stand.values.times.timezone === timezone && stand.values.times.allDay === allDay;
    const pinned = [...stand.own].filter((field) => field !== 'times' || !isSameClock);
    const at = this.wallOf(stand, { recurrence: rule, times });
    Object.assign(stand, { recurrence: rule, first: { start: times.start, end: times.end }, at });
    Object.assign(series, {
      recurrence: null,
      first: undefined,
      at: undefined,
      own: new Set(isMoved ? ['times'] : []),
    });
    for (const one of this.events.filter((event) => event.series === series)) {
      one.series = stand;
      if (one !== stand) for (const field of pinned) one.own.add(field);
    }
    stand.own = new Set();
  }

  private ownOf(one: Told, before: Values, wasInTrash: boolean): void {
    const series = one.series!;
    const hadStatus = one.own.has('status');
    for (const field of Object.keys(before) as Field[])
      if (JSON.stringify(before[field]) !== JSON.stringify(one.values[field])) one.own.add(field);
    if (!wasInTrash) return;
    if (series.inTrash || one.values.status !== series.values.status) one.own.add('status');
    else if (!hadStatus) one.own.delete('status');
    this.takeBack(one, series);
  }

  /** One that comes out of the trash is a date of its series again, where that still has it and nothing else is on it. */
  private takeBack(one: Told, series: Told): void {
    const times = ruleTimes(series);
    const wall = this.wallOf(one, { recurrence: series.recurrence!, times });
    const again = { ...series.recurrence!, exdates: takenBack(series.recurrence!, times, wall) };
    const isMade = allDates(again, times).some((at) => at.date === one.date && !isLeftOut(at, again, times));
    const isTaken = this.occurrencesOf(series).some(
      (other) => other !== one && other.date === one.date && !other.inTrash,
    );
    if (!isMade || isTaken || one.date === series.date) makePlain(one);
    else series.recurrence = again;
  }

  remove(one: Told, isForGood: boolean): void {
    const { series } = one;
    if (isOccurrence(one)) {
      const { recurrence } = series!;
      const times = ruleTimes(series!);
      const wall = this.wallOf(one, { recurrence: recurrence!, times });
      if (!isLeftOut({ date: one.date!, wall }, recurrence!, times))
        series!.recurrence = { ...recurrence!, exdates: [...recurrence!.exdates, one.date!].sort() };
    }
    const all = [one, ...(one.recurrence === null ? [] : this.occurrencesOf(one))];
    if (isForGood) this.events = this.events.filter((event) => !all.includes(event));
    else for (const event of all) event.inTrash = true;
  }

  /**
   * Divides a series at an occurrence, which begins one of its own.
   * @param before what is left of the old series, and `after` what the new one has: as the calendar says it
   * @param isOwn whether it has been moved on its own
   */
  divide(one: Told, before: Recurrence | null, after: Recurrence | null, isOwn: boolean): void {
    const series = one.series!;
    const former = formerOf(series);
    const at = this.wallOf(one, former);
    const known = allDates(former.recurrence, former.times).find(({ wall }) => wall === at);
    const { times } = one.values;
    one.first = known && after && !isOwn ? skippedOf({ start: known.wall, end: known.ends }, times) : undefined;
    const members = this.occurrencesOf(series).filter((other) => other !== one);
    const later = members.filter((other) => this.wallOf(other, former) > at);
    series.recurrence = before;
    one.recurrence = after;
    one.own = new Set();
    one.series = after === null ? null : one;
    if (after === null) one.date = null;
    for (const other of later) {
      if (after === null) makePlain(other);
      else follow(other, one, undefined);
    }
    if (before === null) {
      for (const other of members) if (!later.includes(other)) makePlain(other);
      makePlain(series);
    } else this.sync(series, former);
  }
}
