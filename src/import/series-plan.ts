import { FieldError } from '../errors/field-error.js';
import { type Event } from '../events/event.entity.js';
import { firstOf as firstOfSeries, isHandedOver, storedRecurrence } from '../events/schedule/stored-recurrence.js';
import { momentAt, momentOf as momentOfWall } from '../datetime/moment.js';
import { isExcluded } from '../recurrence/occurrences.js';
import { dateWithTime, MOST_OCCURRENCES, rdateText, type Recurrence } from '../recurrence/recurrence.js';
import { parseRule, partOf, ruleDates, withPart } from '../recurrence/rule.js';
import { because } from './messages.js';
import { type ImportRecord, momentOf, type Occurrence, RecordError } from './record.js';
import { asUtc, instantText, later } from './walls.js';

/** A record as one series of the calendar. */
export interface SeriesPlan {
  /** The first occurrence, which is the series. */
  readonly first: Occurrence;
  /** The recurrence; null for a single event. */
  readonly recurrence: Recurrence | null;
  /** The occurrences that differ from the series, by the local time that the rule gives them. */
  readonly changed: ReadonlyMap<string, Occurrence>;
  /** Dates that cannot be part of the series, such as one before its first date; they become plain events. */
  readonly others: readonly Occurrence[];
}

/** An occurrence with its start and end by the clock on the wall. */
interface Timed {
  readonly one: Occurrence;
  /** The local time that the rule gives its start; the start itself may have been moved. */
  readonly wall: string;
  readonly start: string;
  readonly end: string;
}

/**
 * How the dates of a record become one series; undefined where it has one date alone, or none that takes place.
 * @param known the series as it is in the calendar: its first date stays that, and dates that somebody has taken out stay out
 * @throws {RecordError} where it has more dates than a series holds
 */
export function seriesPlan(said: ImportRecord, known: Event | undefined): SeriesPlan | undefined {
  // Rules that no series may have, such as hourly ones, count as the dates that they make.
  const rrule = said.rrule === undefined ? undefined : parseRule(said.rrule);
  const record = { ...said, rrule: rrule instanceof FieldError ? undefined : rrule };
  const stored = known && storedRecurrence(known);
  const takenOut = stored?.exdates ?? [];
  const all = withFirstByRule(record);
  const isThere = (date: Timed) => !date.one.isLeftOut && !isTakenOut(date, takenOut);
  const regular = all.filter(({ one }) => !one.isChanged);
  const live = regular.filter(isThere);
  const same = live.find(({ one }) => momentOf(one.start, one)?.utc.getTime() === known?.startUtc.getTime());
  const former = same ? undefined : formerFirst(record, known, all, live[0]);
  const first = same ?? former?.first ?? firstOf(live, record, regular);
  if (!first) return undefined;
  const following = all.filter(({ wall: local }) => local > first.wall);
  const rule =
    former?.rule ??
    (record.rrule === undefined ? undefined : ruleFrom(first, record.rrule, beginningOf(record, regular), regular));
  const made = new Set(rule === undefined ? [] : wallsOf(rule, first, following));
  const added = following.filter(({ one, wall: local }) => !one.isLeftOut && !made.has(local));
  if (added.length > MOST_OCCURRENCES) throw new RecordError(because((messages) => messages.tooManyOccurrences));
  if (rule === undefined && added.length === 0) return undefined;
  const dates = perDay(all);
  const left = following
    .filter(({ one }) => rule !== undefined && one.isLeftOut)
    .map(({ wall: local }) => dateOf(local, dates));
  const changed = following.filter(({ one }) => one.isChanged && !one.isLeftOut);
  const otherwise = changed.filter((date) => made.has(date.wall) || !isOnlyLonger(date, first));
  const others = all.filter(
    (date) =>
      date !== first &&
      date.wall <= first.wall &&
      isThere(date) &&
      !(former && date.wall === first.wall) &&
      !isBeforeStand(date, known),
  );
  return {
    first: first.one,
    recurrence: {
      rrule: rule ?? null,
      exdates: [...new Set(left)].sort(),
      rdates: [
        ...new Set([...(former ? rdatesBefore(live[0]!, stored) : []), ...added.map((date) => rdateOf(date, first))]),
      ].sort(),
    },
    changed: new Map(otherwise.map(({ one, wall: local }) => [local, one])),
    others: others.map(({ one }) => one),
  };
}

/**
 * The dates of a record. If the first one only differs from the rule by a change of the clocks, it is treated as a date
 * of the rule; as an override it would become a separate event, and the series would begin after it. Private dates stay
 * excluded.
 */
function withFirstByRule({ occurrences, rrule, model }: ImportRecord): readonly Timed[] {
  const all = occurrences.map((one) => timed(one, rrule !== undefined));
  const [first] = [...all].sort((one, other) => (one.wall < other.wall ? -1 : 1));
  const like = all.find(({ one }) => !one.isChanged && !one.isLeftOut) ?? (model && timed(model, rrule !== undefined));
  const byRule = first?.one.isChanged && !first.one.isLeftOut && like && asByRule(first, like);
  return byRule ? all.map((date) => (date === first ? byRule : date)) : all;
}

/**
 * @param like a date by the rule that takes place
 * @returns undefined if the changed date differs from it by more than a change of the clocks
 */
function asByRule({ one, wall: local }: Timed, like: Timed): Timed | undefined {
  const { timezone, allDay } = like.one;
  if (one.allDay || allDay || saidOf(one) !== saidOf(like.one)) return undefined;
  const end = later(local, asUtc(like.end) - asUtc(like.start));
  const [begins, ends] = [meaning(local, one.start), meaning(end, one.end)];
  if (begins === undefined || ends === undefined) return undefined;
  return { one: { ...like.one, key: one.key, start: begins, end: ends }, wall: local, start: local, end };

  /** A local time, or the instant if the clocks show another time. */
  function meaning(reading: string, text: string): string | undefined {
    const instant = momentOf(text, one)?.utc;
    if (instant === undefined) return undefined;
    if (momentOfWall(reading, timezone).utc.getTime() === instant.getTime()) return reading;
    return momentAt(instant, timezone).local === reading ? instantText(instant) : undefined;
  }
}

/**
 * The first date of an existing series, if it is past and no longer in the file: it is kept together with the dates in
 * between, and the dates of the file follow it. It cannot be changed alone.
 * @param next the first date of the file
 * @returns undefined if its rule does not lead to that date, or the file mentions it
 */
function formerFirst(
  record: ImportRecord,
  known: Event | undefined,
  all: readonly Timed[],
  next: Timed | undefined,
): { readonly first: Timed; readonly rule?: string } | undefined {
  if (!next || !known?.recurrence || known.startUtc.getTime() >= Date.now()) return undefined;
  const { rrule } = record;
  const { startWall, endWall, timezone, allDay } = known;
  const isAlike = timezone === next.one.timezone && allDay === next.one.allDay;
  if (!isAlike || all.some((date) => isSaidOf(date, startWall))) return undefined;
  // All dates of a rule have the same duration, as given in the file.
  const last = rrule === undefined ? endWall : later(startWall, asUtc(next.end) - asUtc(next.start));
  const said = (local: string) => (allDay ? local.slice(0, 10) : local);
  const first = timed({ ...next.one, key: '', start: said(startWall), end: said(last) }, false);
  if (rrule === undefined) return { first };
  const localTimes = ruleDates(withPart(rrule, 'COUNT', undefined), startWall, timezone, all.at(-1)!.wall);
  const regular = all.filter(({ one }) => !one.isChanged);
  const made = new Set(localTimes);
  if (!regular.every(({ wall: local }) => made.has(local))) return undefined;
  const count = partOf(rrule, 'COUNT');
  const skipped = localTimes.filter((local) => local < beginningOf(record, regular)).length;
  return { first, rule: count === undefined ? rrule : withPart(rrule, 'COUNT', String(Number(count) + skipped)) };
}

/** Whether a date of the file is on that day or an earlier one, except an override of the date that begins then. */
function isSaidOf({ one, wall: local }: Timed, start: string): boolean {
  return local.slice(0, 10) <= start.slice(0, 10) && !(one.isChanged && local === start);
}

/** Dates that were added to a series before the present dates of the file. */
function rdatesBefore({ wall: local }: Timed, stored: Recurrence | undefined): string[] {
  return stored?.rdates.filter((rdate) => rdate < local.slice(0, rdate.length)) ?? [];
}

/**
 * A record with one date, as the change of its series; undefined if it has several dates or none. A cancellation of a
 * series need not say its dates.
 */
export function onlyDate({ occurrences }: ImportRecord): SeriesPlan | undefined {
  const [first, ...others] = occurrences.filter(({ isLeftOut }) => !isLeftOut);
  if (!first || first.details.eventStatus === 'cancelled' || others.length > 0) return undefined;
  return { first, recurrence: null, changed: new Map(), others };
}

/** Whether a date belongs to a series that a later date represents. */
function isBeforeStand({ wall: local }: Timed, known: Event | undefined): boolean {
  return known !== undefined && isHandedOver(known) && local >= firstOfSeries(known).start;
}

function isTakenOut({ wall: local }: Timed, dates: readonly string[]): boolean {
  return dates.length > 0 && isExcluded({ date: local.slice(0, 10), start: local }, dates);
}

/** The local time from which the rule of a record counts. */
function beginningOf({ ruleStart }: ImportRecord, regular: readonly Timed[]): string {
  return ruleStart ?? regular[0]!.wall;
}

/**
 * The first date that takes place, or the first date of a rule without an end if others are added before it, since only
 * that record can represent all of them.
 */
function firstOf(live: readonly Timed[], record: ImportRecord, regular: readonly Timed[]): Timed | undefined {
  const [first] = live;
  const { rrule } = record;
  if (!first || rrule === undefined || isEnding(rrule)) return first;
  const { timezone } = first.one;
  const made = new Set(ruleDates(rrule, beginningOf(record, regular), timezone, regular.at(-1)!.wall));
  return live.find(({ wall: local }) => made.has(local)) ?? first;
}

function isEnding(rule: string): boolean {
  return partOf(rule, 'COUNT') !== undefined || partOf(rule, 'UNTIL') !== undefined;
}

/**
 * A rule that begins with the first date that takes place, without counting earlier ones. Undefined if it does not give
 * that date, which was added, or gives several a day, which series do not support.
 */
function ruleFrom(first: Timed, rule: string, start: string, regular: readonly Timed[]): string | undefined {
  const made = ruleDates(rule, start, first.one.timezone, regular.at(-1)!.wall);
  if (!made.includes(first.wall)) return undefined;
  if (made.some((local, place) => local.slice(0, 10) === made[place - 1]?.slice(0, 10))) return undefined;
  const count = partOf(rule, 'COUNT');
  const skipped = made.filter((local) => local < first.wall).length;
  return count === undefined ? rule : withPart(rule, 'COUNT', String(Number(count) - skipped));
}

/** The dates of the rule up to the last date of the file. */
function wallsOf(rule: string, { wall: local, one: { timezone } }: Timed, following: readonly Timed[]): string[] {
  return ruleDates(rule, local, timezone, following.at(-1)?.wall ?? local);
}

/** Whether an occurrence only differs in its duration, which a series can store for added dates. */
function isOnlyLonger({ one, start, wall: local }: Timed, first: Timed): boolean {
  const isAtItsTime = start === local && one.timezone === first.one.timezone && one.allDay === first.one.allDay;
  return isAtItsTime && saidOf(one) === saidOf(first.one);
}

/** The content of an occurrence without the address of its page. */
function saidOf({ details: { website: _itsOwnPage, notes: _forTheReport, ...details } }: Occurrence): string {
  return JSON.stringify(details);
}

function perDay(dates: readonly Timed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { wall: local } of dates) counts.set(local.slice(0, 10), (counts.get(local.slice(0, 10)) ?? 0) + 1);
  return counts;
}

function dateOf(local: string, dates: ReadonlyMap<string, number>): string {
  return (dates.get(local.slice(0, 10)) ?? 1) > 1 ? dateWithTime(local) : local.slice(0, 10);
}

function rdateOf(date: Timed, first: Timed): string {
  const { start, end, one, wall: local } = date;
  const { allDay } = first.one;
  const lasts = (span: Timed) => asUtc(span.end) - asUtc(span.start);
  const isAsLong = lasts(date) === lasts(first) || (one.isChanged && !isOnlyLonger(date, first));
  if (isAsLong) return allDay ? local.slice(0, 10) : dateWithTime(local);
  return allDay ? rdateText(local, `${end.slice(0, 10)} 23:59:59`) : rdateText(start, end);
}

/** @param byKey whether its key is its time by the rule, which a change of the clocks may have shifted */
function timed(one: Occurrence, byKey: boolean): Timed {
  const [start = one.start, end = one.end] = [one.start, one.end].map((text) => momentOf(text, one)?.local);
  return { one, start, end, wall: one.isChanged || byKey ? keyWall(one.key) : start };
}

/** Parses `20250517T173000` or `20250517`. */
function keyWall(key: string): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(key) ?? [];
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
