import { DateTime } from 'luxon';
// CommonJS: its named exports are found by the test's module system, not by Node's.
import { RRule } from 'rrule';

/** A second, simple implementation of docs/decisions/series.md with another library for rules, as a test oracle. */

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

/** The fields that an occurrence inherits from its series. */
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

export interface ModelEvent {
  /** Undefined until the response of the service is known. */
  id: number | undefined;
  values: Values;
  overrides: Set<Field>;
  /** The series of an occurrence; the event itself if it represents a series. */
  series: ModelEvent | null;
  date: string | null;
  recurrence: Recurrence | null;
  /** Start and end of the first date of a series by its rule, if the clocks skip them. */
  first?: Pick<Times, 'start' | 'end'> | undefined;
  /** The start by the rule of the date that represents a series, if it is not the first. */
  representativeStart?: string | undefined;
  /** The values of a series that the other dates follow, if its record overrides some of them. */
  base?: Values | undefined;
  inTrash: boolean;
}

/** The values of a series that the other dates follow. */
export const baseOf = ({ base, values }: ModelEvent): Values => base ?? values;

/** Start and end of the first date by the rule. */
export const ruleTimes = (series: ModelEvent): Times => inWholeDays({ ...baseOf(series).times, ...series.first });

/** The start by the rule of the date that represents a series. */
export function startOfRepresentative(series: ModelEvent, times: Times): string {
  const { representativeStart } = series;
  if (representativeStart === undefined) return times.start;
  return baseOf(series).times.allDay ? `${representativeStart.slice(0, 10)} 00:00:00` : representativeStart;
}

/** All-day times begin and end at midnight, even if the clocks skip it. */
export function inWholeDays(times: Times): Times {
  if (!times.allDay) return times;
  return { ...times, start: `${times.start.slice(0, 10)} 00:00:00`, end: `${times.end.slice(0, 10)} 23:59:59` };
}

export interface ModelOccurrence {
  /** The name of the occurrence within its series. */
  readonly date: string;
  /** The start by the rule; `start` and `end` are the real local times of the zone. */
  readonly wall: string;
  /** The end by the rule. */
  readonly ends: string;
  readonly start: string;
  readonly end: string;
}

export const utc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);
export const localText = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
export const withoutZeroSeconds = (wall: string) => (wall.endsWith(':00') ? wall.slice(0, 16) : wall);

/** A local time that exists in the zone: skipped times move forward. */
export function inZone(wall: string, zone: string): string {
  return DateTime.fromISO(wall.replace(' ', 'T'), { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

export function timesOf({ start, end, timezone, allDay }: Times): Times {
  const given = allDay
    ? [inZone(`${start.slice(0, 10)} 00:00:00`, timezone), `${end.slice(0, 10)} 23:59:59`]
    : [inZone(start, timezone), inZone(end, timezone)];
  return { start: given[0]!, end: given[1]! < given[0]! ? given[0]! : given[1]!, timezone, allDay };
}

/** The horizon: the local time up to which occurrences are created. */
export function horizonEnd(timezone: string): string {
  return DateTime.now().toUTC().plus({ months: MONTHS_AHEAD }).setZone(timezone).toFormat('yyyy-MM-dd HH:mm:ss');
}

/** The horizon, or the last existing occurrence if that is later. */
function lastComputed(members: readonly ModelEvent[], { timezone }: Times): string {
  return [horizonEnd(timezone), ...members.map(({ date }) => `${date!.slice(0, 10)} 23:59:59`)].sort().at(-1)!;
}

/** The dates of a rule as if in UTC. The start is included and counted even if the rule does not produce it. */
export function byRule(rrule: string, start: string, to: string): string[] {
  const text = rrule.replace(/UNTIL=(\d{8})(?!T)/, 'UNTIL=$1T235959Z');
  const walls = (count?: number) => {
    const options = RRule.parseString(count === undefined ? text : text.replace(/COUNT=\d+/, `COUNT=${count}`));
    return new RRule({ ...options, dtstart: new Date(utc(start)) })
      .between(new Date(utc(start)), new Date(utc(to)), true)
      .map((date) => localText(date.getTime()));
  };
  const count = Number(/COUNT=(\d+)/.exec(rrule)?.[1] ?? NaN);
  const found = walls();
  if (found[0] === start) return found;
  return [start, ...(count === 1 ? [] : walls(Number.isNaN(count) ? undefined : count - 1))];
}

export function parseAddedDate(rdate: string, { start, allDay }: Times): { wall: string; end: string | undefined } {
  const [from = '', till] = rdate.split('/');
  const day = from.slice(0, 10);
  const withSeconds = (wall: string) => (wall.length === 16 ? `${wall}:00` : wall);
  const wall = allDay ? `${day} 00:00:00` : withSeconds(from.length === 10 ? `${day} ${start.slice(11)}` : from);
  if (till === undefined) return { wall, end: undefined };
  const end = withSeconds(till.length > 10 ? till : `${day} ${till}`);
  const later = end < withSeconds(from) ? localText(utc(end) + DAY) : end;
  return { wall, end: allDay ? `${later.slice(0, 10)} 23:59:59` : later };
}

/** All dates of a series up to the horizon, including excluded ones. */
export function allDates(recurrence: Recurrence, times: Times, to = horizonEnd(times.timezone)): ModelOccurrence[] {
  const { rrule, rdates } = recurrence;
  const ends = new Map<string, string | undefined>([[times.start, undefined]]);
  for (const wall of rrule === null ? [] : byRule(rrule, times.start, to)) ends.set(wall, undefined);
  for (const rdate of rdates) {
    const { wall, end } = parseAddedDate(rdate, times);
    if (wall <= to) ends.set(wall, end);
  }
  const walls = [...ends.keys()].sort();
  return walls.map((wall) => {
    const isAlone = walls.filter((other) => other.slice(0, 10) === wall.slice(0, 10)).length === 1;
    const end = ends.get(wall) ?? localText(utc(wall) + utc(times.end) - utc(times.start));
    const { start, end: finish } = timesOf({ ...times, start: wall, end });
    return { date: isAlone ? wall.slice(0, 10) : withoutZeroSeconds(wall), wall, ends: end, start, end: finish };
  });
}

const namesOf = ({ date, wall }: Pick<ModelOccurrence, 'date' | 'wall'>) => [
  date,
  date.slice(0, 10),
  withoutZeroSeconds(wall),
];

export function isExcluded(
  one: Pick<ModelOccurrence, 'date' | 'wall'>,
  { exdates }: Recurrence,
  { allDay }: Times,
): boolean {
  const left = allDay ? exdates.map((exdate) => exdate.slice(0, 10)) : exdates;
  return namesOf(one).some((name) => left.includes(name));
}

/** Excluded dates move with the start, unless the new rule has them too. */
export function movedExdates(recurrence: Recurrence, before: Times, after: Times): string[] {
  const far = localText(utc(horizonEnd(after.timezone)) + 365 * DAY);
  const [had, has] = [before, after].map((times) => new Set(allDates(recurrence, times, far).flatMap(namesOf)));
  const days = utc(after.start.slice(0, 10)) - utc(before.start.slice(0, 10));
  const moved = recurrence.exdates.map((date) => {
    const there =
      date.length === 10
        ? localText(utc(date) + days).slice(0, 10)
        : withoutZeroSeconds(localText(utc(date) + utc(after.start) - utc(before.start)));
    return had!.has(date) && !has!.has(date) && has!.has(there) ? there : date;
  });
  return [...new Set(moved)].sort();
}

/** The exdates after one date is restored. If its whole day was excluded, the other dates of that day stay excluded. */
function exdatesAfterRestore(recurrence: Recurrence, times: Times, wall: string): readonly string[] {
  const day = wall.slice(0, 10);
  const others = allDates(recurrence, times).filter((at) => at.wall !== wall && at.wall.startsWith(day));
  return recurrence.exdates
    .flatMap((date) => {
      if (times.allDay) return date.slice(0, 10) === day ? [] : date;
      if (date === day) return others.map((at) => at.date);
      return date === withoutZeroSeconds(wall) ? [] : date;
    })
    .sort();
}

/** Whether a series is invalid: a date is before the first one, or the date that represents the series is excluded. */
export function isImpossible(recurrence: Recurrence, times: Times, at = times.start): boolean {
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(recurrence.rrule ?? '');
  if (until && until.slice(1).join('-') < times.start.slice(0, 10)) return true;
  if (recurrence.rdates.some((rdate) => parseAddedDate(rdate, times).wall < times.start)) return true;
  return isExcluded(
    allDates(recurrence, times).find(({ wall }) => wall === at)!,
    recurrence,
    times,
  );
}

export const isOccurrence = (one: ModelEvent) => one.series !== null && one.series !== one;

/** Whether an occurrence without a date becomes a single event: it has begun or has overrides. */
const survivesRemoval = ({ overrides, values: { times } }: ModelEvent) =>
  overrides.size > 0 || DateTime.fromISO(times.start.replace(' ', 'T'), { zone: times.timezone }) < DateTime.now();

export function detach(one: ModelEvent): void {
  one.series = null;
  one.date = null;
  one.overrides = new Set();
  one.base = undefined;
}

/** Copies the fields of the series that the occurrence does not override. */
export function inheritFromSeries(one: ModelEvent, series: ModelEvent, at: ModelOccurrence | undefined): void {
  const before = one.values;
  const values = { ...before };
  for (const field of Object.keys(values) as Field[])
    if (field !== 'times' && !one.overrides.has(field)) Object.assign(values, { [field]: baseOf(series)[field] });
  // An event keeps its texts if the series would leave it without a title.
  const isTitled = values['en.title'] !== null || values['fr.title'] !== null;
  for (const language of ['en', 'fr'] as const) {
    if (isTitled && values[`${language}.title`] === null) values[`${language}.description`] = null;
    if (isTitled) continue;
    values[`${language}.title`] = before[`${language}.title`];
    values[`${language}.description`] = before[`${language}.description`];
  }
  if (at && !one.overrides.has('times')) {
    const { timezone, allDay } = baseOf(series).times;
    values.times = { start: at.start, end: at.end, timezone, allDay };
  }
  one.values = values;
  one.series = series;
  if (at) one.date = at.date;
}

export interface PreviousRule {
  readonly recurrence: Recurrence;
  readonly times: Times;
  /** The start by the rule of the date that represented the series. */
  readonly at?: string;
  /** Milliseconds by which all dates have moved since then. */
  readonly movedBy?: number;
}

/** The times by the rule, if the clocks have moved them; else undefined. */
export function skippedTimes({ start, end }: Pick<Times, 'start' | 'end'>, times: Times): ModelEvent['first'] {
  return times.allDay || (start === times.start && end === times.end) ? undefined : { start, end };
}

/** The intended times of a request: a shown time that is sent back unchanged means the original time by the rule. */
function intendedTimes(asked: Times, one: ModelEvent): Times {
  const [shown, meant] = [one.values.times, requestedTimes(one)];
  const start = asked.start === shown.start ? meant.start : asked.start;
  return { ...asked, start, end: asked.end === shown.end ? meant.end : asked.end };
}

/** The times of a record by its rule, before the clocks moved them. */
export function requestedTimes(one: ModelEvent): Times {
  const { values, representativeStart, recurrence } = one;
  if (recurrence !== null && one.overrides.has('times')) return inWholeDays(values.times);
  if (representativeStart === undefined || recurrence === null) return ruleTimes(one);
  const byRule = allDates(recurrence, ruleTimes(one)).find(
    ({ wall }) => wall === startOfRepresentative(one, ruleTimes(one)),
  );
  const isByRule = byRule?.start === values.times.start && byRule.end === values.times.end;
  return inWholeDays(isByRule ? { ...values.times, start: byRule.wall, end: byRule.ends } : values.times);
}

/** Milliseconds in local time by which requested times move the start and the end of an event. */
export function shiftBy(one: ModelEvent, asked: Times): { start: number; end: number } {
  const [was, is] = [requestedTimes(one), intendedTimesOf(one, asked)];
  return { start: utc(is.start) - utc(was.start), end: utc(is.end) - utc(was.end) };
}

/** The intended times of a request, in whole days for all-day events. */
function intendedTimesOf(one: ModelEvent, asked: Times): Times {
  const { start, end } = intendedTimes(asked, one);
  return inWholeDays({ ...timesOf({ ...asked, start, end }), start, end });
}

const after = (wall: string, from: string, to: string) => localText(utc(wall) + utc(to) - utc(from));

function formerOf(series: ModelEvent): PreviousRule {
  const times = ruleTimes(series);
  return { recurrence: series.recurrence!, times, at: startOfRepresentative(series, times) };
}

const TEXTS = ['en.title', 'en.description', 'fr.title', 'fr.description'] as const satisfies readonly Field[];

function withoutTextsOfMissingTitles(values: Values): void {
  for (const language of ['en', 'fr'] as const)
    if (values[`${language}.title`] === null) values[`${language}.description`] = null;
}

function differing(before: Values, after: Values): Field[] {
  const fields = Object.keys(before) as Field[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** The events of a calendar as an administrator sees them. */
export class SeriesModel {
  events: ModelEvent[] = [];

  occurrencesOf(series: ModelEvent): ModelEvent[] {
    return this.events
      .filter((one) => one.series === series && one !== series)
      .sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  }

  /** The start of an occurrence by the rule. */
  ruleStartOf({ date }: ModelEvent, { recurrence, times }: PreviousRule): string {
    const known = allDates(recurrence, times).find((one) => one.date === date);
    if (known) return known.wall;
    if (date!.length > 10) return `${date!}:00`.slice(0, 19);
    const sameDay = allDates(recurrence, times).find((one) => one.date.startsWith(date!));
    return sameDay?.wall ?? `${date!} ${times.start.slice(11)}`;
  }

  /** Updates the occurrences of a series after a change. */
  sync(series: ModelEvent, former: PreviousRule = formerOf(series)): void {
    const { recurrence } = series;
    const times = ruleTimes(series);
    const members = this.occurrencesOf(series);
    if (recurrence === null) {
      for (const one of members) {
        if (!survivesRemoval(one)) one.inTrash = true;
        detach(one);
      }
      return detach(series);
    }
    series.series = series;
    const all = allDates(recurrence, times, lastComputed(members, times));
    const own = all.find(({ wall }) => wall === startOfRepresentative(series, times))!;
    const dates = all.filter((one) => one !== own);
    series.date = own.date;
    const formerWalls = new Map(members.map((one) => [one, this.ruleStartOf(one, former)]));
    const left = new Set(members);
    const found = new Map<ModelOccurrence, ModelEvent>();
    const moved = utc(own.wall.slice(0, 10)) - utc((former.at ?? former.times.start).slice(0, 10));
    const match = (wanted: readonly ModelOccurrence[], isAlways: boolean) => {
      const pass = (
        nameOf: (one: ModelEvent) => string,
        nameAt: (at: ModelOccurrence) => string,
        withTrash: boolean,
      ) => {
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
          (one) => localText(utc(formerWalls.get(one)!) + movedBy),
          (at) => at.wall,
          true,
        );
      const days = ({ date }: ModelEvent, by: number) => localText(utc(date!.slice(0, 10)) + by).slice(0, 10);
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
    const taking = dates.filter((at) => !isExcluded(at, recurrence, times));
    const leftOut = dates.filter((at) => isExcluded(at, recurrence, times));
    match(taking, false);
    for (const at of taking) {
      const one = found.get(at) ?? this.addOccurrence(series);
      inheritFromSeries(one, series, at);
      one.inTrash = series.inTrash;
    }
    match(leftOut, true);
    for (const at of leftOut) {
      const one = found.get(at);
      if (one === undefined) continue;
      inheritFromSeries(one, series, at);
      one.inTrash = true;
    }
    for (const one of left) {
      if (one.inTrash) continue;
      if (survivesRemoval(one)) detach(one);
      else one.inTrash = true;
    }
  }

  private addOccurrence(series: ModelEvent): ModelEvent {
    const values = { ...baseOf(series) };
    const one: ModelEvent = {
      id: undefined,
      values,
      overrides: new Set(),
      series,
      date: null,
      recurrence: null,
      inTrash: false,
    };
    this.events.push(one);
    return one;
  }

  /**
   * Writes fields of one event. Returns false if the change is invalid.
   * @param moved the recurrence after all dates were moved, from the response of the service
   */
  change(one: ModelEvent, fields: Partial<Values>, recurrence?: Recurrence | null, moved?: Recurrence): boolean {
    const was = requestedTimes(one);
    const meant = fields.times ? intendedTimes(fields.times, one) : was;
    const times = fields.times ? timesOf(meant) : one.values.times;
    const is = inWholeDays({ ...times, start: meant.start, end: meant.end });
    const former: PreviousRule = { ...formerOf(one), ...(moved && { movedBy: utc(is.start) - utc(was.start) }) };
    const isOfSeries = one.recurrence !== null || (recurrence !== undefined && recurrence !== null);
    const { representativeStart } = one;
    if (isOfSeries && recurrence !== null) {
      const { start, end } = former.times;
      const first =
        representativeStart === undefined
          ? is
          : { ...is, start: after(start, was.start, is.start), end: after(end, was.end, is.end) };
      const own = representativeStart === undefined ? is.start : after(former.at!, was.start, is.start);
      const dates = moved ?? recurrence ?? one.recurrence!;
      const isMade = allDates(dates, first).some(({ wall }) => wall === own);
      const byRule = isMade ? first : is;
      const isGiven = moved !== undefined || recurrence !== undefined || representativeStart !== undefined;
      const next = isGiven ? dates : { ...dates, exdates: movedExdates(dates, former.times, byRule) };
      if (isImpossible(next, byRule, isMade ? own : is.start)) return false;
      one.recurrence = next;
      one.first =
        representativeStart !== undefined && isMade
          ? { start: first.start, end: first.end }
          : skippedTimes(meant, times);
      if (representativeStart !== undefined) one.representativeStart = isMade ? own : is.start;
    } else {
      if (recurrence === null) one.recurrence = null;
      one.first = undefined;
      one.representativeStart = undefined;
    }
    const before = one.values;
    const wasInTrash = one.inTrash;
    one.values = { ...before, ...fields, times };
    if (fields.status !== undefined) one.inTrash = false;
    withoutTextsOfMissingTitles(one.values);
    if (isOccurrence(one)) this.recordOverrides(one, before, wasInTrash);
    else if (isOfSeries) this.sync(one, former.recurrence === null ? undefined : former);
    return true;
  }

  /** Writes fields of the own date of the record of a series. */
  changeOwn(one: ModelEvent, fields: Partial<Values>): void {
    const base = { ...baseOf(one) };
    const before = one.values;
    const times = fields.times ? timesOf(intendedTimes(fields.times, one)) : before.times;
    one.values = { ...before, ...fields, times };
    withoutTextsOfMissingTitles(one.values);
    for (const field of differing(before, one.values)) one.overrides.add(field);
    if (one.overrides.size > 0) one.base = base;
  }

  /** Writes the values of a series, which all dates get that have none of their own. */
  changeSeries(
    series: ModelEvent,
    fields: Partial<Values>,
    recurrence?: Recurrence | null,
    moved?: Recurrence,
  ): boolean {
    const { values: own, overrides, base } = series;
    if (base === undefined) return this.change(series, fields, recurrence, moved);
    Object.assign(series, { values: base, overrides: new Set<Field>(), base: undefined });
    const isDone = this.change(series, fields, recurrence, moved);
    const after = series.values;
    series.values = { ...after };
    for (const field of overrides) Object.assign(series.values, { [field]: own[field] });
    if (series.values['en.title'] === null && series.values['fr.title'] === null)
      for (const field of TEXTS) Object.assign(series.values, { [field]: own[field] });
    withoutTextsOfMissingTitles(series.values);
    if (series.recurrence === null) return isDone;
    for (const field of differing(after, series.values)) overrides.add(field);
    Object.assign(series, { overrides, base: after });
    return isDone;
  }

  /**
   * Applies a change of one date to all dates of its series: `apply=all`, or a write to the record of the series.
   * @param moved the recurrence after all dates were moved, from the response of the service
   */
  changeAll(one: ModelEvent, fields: Partial<Values>, moved: Recurrence | undefined): boolean {
    const series = one.series!;
    // Unchanged values do not apply to the others. Relations are read as records and sent as ids, so they differ.
    const isSame = ([name, value]: [string, unknown]) =>
      !(one.inTrash && name === 'status') &&
      JSON.stringify(value) === JSON.stringify(one.values[name as Field]) &&
      (!['venue', 'categories'].includes(name) || (value as unknown[]).length === 0);
    const { times, ...changed } = Object.fromEntries(
      Object.entries(fields).filter((entry) => !isSame(entry)),
    ) as Partial<Values>;
    const timesOfSeries = times && { times: this.movedAlike(one, series, times) };
    if (!this.changeSeries(series, { ...changed, ...timesOfSeries }, undefined, moved)) return false;
    if (one === series) this.changeOwn(one, fields);
    else if (one.series !== null && !one.inTrash) this.change(one, fields);
    return true;
  }

  private movedAlike(one: ModelEvent, series: ModelEvent, asked: Times): Times {
    const by = shiftBy(one, asked);
    const base = baseOf(series);
    const { start, end } = requestedTimes({ ...series, values: base, overrides: new Set() });
    const [was, of] = [one.values.times, base.times];
    return {
      start: localText(utc(start) + by.start),
      end: localText(utc(end) + by.end),
      timezone: asked.timezone === was.timezone ? of.timezone : asked.timezone,
      allDay: asked.allDay === was.allDay ? of.allDay : asked.allDay,
    };
  }

  /** The occurrences outside the trash, except the one that represents the series. */
  othersOf(series: ModelEvent): ModelEvent[] {
    return this.occurrencesOf(series).filter(({ inTrash }) => !inTrash);
  }

  /** The date that represents a series once its record is deleted alone: the next one, else an earlier one. */
  successorOf(series: ModelEvent): ModelEvent | undefined {
    const rule = formerOf(series);
    const startOf = (one: ModelEvent) => this.ruleStartOf(one, rule);
    const others = this.othersOf(series).sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
    return others.find((one) => startOf(one) > rule.at!) ?? others[0];
  }

  /** Makes another date represent a series. No date changes. */
  replaceRepresentative(series: ModelEvent, stand: ModelEvent): void {
    const [recurrence, times] = [series.recurrence!, ruleTimes(series)];
    const at = this.ruleStartOf(stand, { recurrence, times });
    const byRule = allDates(recurrence, times).find(({ wall }) => wall === at)!;
    const { timezone, allDay } = times;
    const base = { ...baseOf(series), times: { start: byRule.start, end: byRule.end, timezone, allDay } };
    Object.assign(stand, {
      recurrence,
      first: { start: times.start, end: times.end },
      representativeStart: at,
      base: stand.overrides.size > 0 ? base : undefined,
    });
    Object.assign(series, { recurrence: null, first: undefined, representativeStart: undefined, base: undefined });
    for (const one of this.events.filter((event) => event.series === series)) one.series = stand;
  }

  private recordOverrides(one: ModelEvent, before: Values, wasInTrash: boolean): void {
    const series = one.series!;
    const hadStatus = one.overrides.has('status');
    for (const field of differing(before, one.values)) one.overrides.add(field);
    if (!wasInTrash) return;
    if (series.inTrash || one.values.status !== baseOf(series).status) one.overrides.add('status');
    else if (!hadStatus) one.overrides.delete('status');
    this.restore(one, series);
  }

  /** A restored occurrence joins its series again if the series has its date and no other has taken it. */
  private restore(one: ModelEvent, series: ModelEvent): void {
    const times = ruleTimes(series);
    const wall = this.ruleStartOf(one, { recurrence: series.recurrence!, times });
    const again = { ...series.recurrence!, exdates: exdatesAfterRestore(series.recurrence!, times, wall) };
    const isMade = allDates(again, times).some((at) => at.date === one.date && !isExcluded(at, again, times));
    const isTaken = this.occurrencesOf(series).some(
      (other) => other !== one && other.date === one.date && !other.inTrash,
    );
    if (!isMade || isTaken || one.date === series.date) detach(one);
    else series.recurrence = again;
  }

  remove(one: ModelEvent, isForGood: boolean): void {
    const { series } = one;
    if (isOccurrence(one)) {
      const { recurrence } = series!;
      const times = ruleTimes(series!);
      const wall = this.ruleStartOf(one, { recurrence: recurrence!, times });
      if (!isExcluded({ date: one.date!, wall }, recurrence!, times))
        series!.recurrence = { ...recurrence!, exdates: [...recurrence!.exdates, one.date!].sort() };
    }
    const all = [one, ...(one.recurrence === null ? [] : this.occurrencesOf(one))];
    if (isForGood) this.events = this.events.filter((event) => !all.includes(event));
    else for (const event of all) event.inTrash = true;
  }

  /**
   * Splits a series before an occurrence, which begins a new series (`apply=following`).
   * @param before the recurrence of the old series, and `after` that of the new one, from the response of the service
   * @param isOwn whether the occurrence had times of its own
   */
  divide(one: ModelEvent, before: Recurrence | null, after: Recurrence | null, isOwn: boolean): void {
    const series = one.series!;
    const former = formerOf(series);
    const at = this.ruleStartOf(one, former);
    const known = allDates(former.recurrence, former.times).find(({ wall }) => wall === at);
    const { times } = one.values;
    one.first = known && after && !isOwn ? skippedTimes({ start: known.wall, end: known.ends }, times) : undefined;
    const members = this.occurrencesOf(series).filter((other) => other !== one);
    const later = members.filter((other) => this.ruleStartOf(other, former) > at);
    series.recurrence = before;
    one.recurrence = after;
    one.overrides = new Set();
    one.series = after === null ? null : one;
    if (after === null) one.date = null;
    for (const other of later) {
      if (after === null) detach(other);
      else inheritFromSeries(other, one, undefined);
    }
    if (before === null) {
      for (const other of members) if (!later.includes(other)) detach(other);
      detach(series);
    } else this.sync(series, former);
  }
}
